/** Changing a link that is out in the world: its name, how long it lasts, its password, what it shows. Its address stays. */

import type { Link, LinkChange } from "../api/generated.ts";
import { formatDate } from "../ui/format.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import { expiryAfter, lasting } from "./link-words.ts";
import { shareApi } from "../api/share-api.ts";

/** `done` gets the changed link, or null where it was left as it is. */
export function linkChange(link: Link, done: (changed: Link | null) => void): HTMLElement {
  const id = freshID("change");
  const name = el("input", { id: `${id}-name`, type: "text", maxlength: 100, autocomplete: "off" });
  name.value = link.name;
  const now = link.expires ? `As it is: until ${formatDate(new Date(link.expires))}` : "As it is: until I withdraw it";
  const expiry = el(
    "select",
    { id: `${id}-expiry` },
    el("option", { value: "" }, now),
    ...lasting.map(({ name: words, days }, at) =>
      el("option", { value: at }, days === null ? words : `${words} from now`)
    ),
  );
  const password = el("input", {
    id: `${id}-password`,
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: link.hasPassword ? "As it is" : "None",
  });
  const open = el("input", {
    type: "checkbox",
    onchange: () => {
      password.disabled = open.checked;
    },
  });
  const memories = el("input", { type: "checkbox", checked: link.showsMemories });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const save = el("button", { class: "button primary", type: "submit" }, "Save");
  const field = (label: string, input: HTMLElement): HTMLElement =>
    el("div", { class: "field" }, el("label", { for: input.id }, label), input);
  const check = (label: string, input: HTMLElement): HTMLElement =>
    el("label", { class: "choice compact" }, input, el("span", { class: "choice-words" }, label));

  function change(): LinkChange {
    const wanted: LinkChange = {};
    const given = name.value.trim();
    if (given !== "" && given !== link.name) wanted.name = given;
    if (expiry.value !== "") wanted.expires = expiryAfter(lasting[Number(expiry.value)]?.days ?? null);
    if (open.checked) wanted.password = null;
    else if (password.value !== "") wanted.password = password.value;
    if (memories.checked !== link.showsMemories) wanted.showsMemories = memories.checked;
    return wanted;
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const wanted = change();
    if (Object.keys(wanted).length === 0) return done(null);
    save.disabled = true;
    try {
      done(await shareApi.changeLink(link.id, wanted));
    } catch (error) {
      setText(problem, messageOf(error));
      save.disabled = false;
    }
  }

  return el(
    "form",
    { class: "link-form link-change", novalidate: true, "aria-label": `Change ${link.name}`, onsubmit: submit },
    field("Name, for yourself", name),
    el("div", { class: "field-pair" }, field("Lasts", expiry), field("New password", password)),
    link.hasPassword && check("Without a password from now on", open),
    check("Show the public memories", memories),
    problem,
    el(
      "div",
      { class: "sheet-actions" },
      el("button", { class: "button", type: "button", onclick: () => done(null) }, "Leave it"),
      save,
    ),
  );
}
