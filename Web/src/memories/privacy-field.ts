/** Who may see a memory: four ways, and for the last one the people. */

import type { Account } from "../api/generated.ts";
import { json } from "../api/client.ts";
import { el, freshID } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import type { Privacy } from "./types.ts";
import { privacyWords } from "./words.ts";

const order: Privacy[] = ["private", "public", "anonymous", "shared"];

/** `changed` is called with the choice and the chosen people's ids. */
export function privacyField(
  start: { privacy: Privacy; audience: readonly string[] },
  self: string | null,
  changed: (privacy: Privacy, audience: string[]) => void,
): HTMLElement {
  const name = freshID("privacy");
  let privacy = start.privacy;
  const chosen = new Set(start.audience);
  let asked = false;
  const people = el("div", { class: "people", role: "group", "aria-label": "Who may see it" });
  const tell = (): void => changed(privacy, privacy === "shared" ? [...chosen] : []);

  const choice = (one: Privacy): HTMLElement => {
    const id = freshID("means");
    const radio = el("input", {
      type: "radio",
      name,
      value: one,
      checked: one === privacy,
      "aria-describedby": id,
      onchange: () => {
        privacy = one;
        show();
        tell();
      },
    });
    const words = privacyWords[one];
    return el(
      "label",
      { class: "choice" },
      radio,
      el("span", { class: "choice-words" }, words.name, el("span", { id, class: "field-help" }, words.means)),
    );
  };

  function show(): void {
    people.hidden = privacy !== "shared";
    if (privacy === "shared" && !asked) void ask();
  }

  async function ask(): Promise<void> {
    asked = true;
    people.replaceChildren(el("p", { class: "quiet" }, "Looking who has an account…"));
    try {
      const { accounts } = await json<{ accounts: Account[] }>("/accounts");
      const others = accounts.filter((account) => account.id !== self);
      people.replaceChildren(
        ...(others.length === 0
          ? [el("p", { class: "quiet" }, "Nobody else has an account on this server yet. The owner invites people.")]
          : others.map(person)),
      );
    } catch (error) {
      asked = false;
      people.replaceChildren(
        el("p", { class: "field-problem", role: "alert" }, `Couldn't ask who has an account: ${messageOf(error)}`),
        el("button", { class: "button small", type: "button", onclick: () => void ask() }, "Try again"),
      );
    }
  }

  function person(account: Account): HTMLElement {
    const box = el("input", {
      type: "checkbox",
      checked: chosen.has(account.id),
      onchange: () => {
        if (box.checked) chosen.add(account.id);
        else chosen.delete(account.id);
        tell();
      },
    });
    return el("label", { class: "choice" }, box, el("span", { class: "choice-words" }, account.name));
  }

  show();
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, "Who may see it"),
    ...order.map(choice),
    people,
  );
}
