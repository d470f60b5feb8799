/** The description and cover of a space: a dialog that changes them. */

import { api } from "../api/client.ts";
import { limits, type Space } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "./announce.ts";
import { openDialog } from "./dialog.ts";
import { el } from "./dom.ts";
import { labelled, problemText } from "./fields.ts";
import { icon } from "./icons.ts";
import { messageOf } from "./notice.ts";

/** `saved` is called with the space as it now is. */
export function editAbout(space: Space, saved: (space: Space) => void): void {
  const owner = new AbortController();
  const problem = signal("");
  const text = el("textarea", { rows: 5, maxlength: limits.SpaceEdit.description.maxLength });
  text.value = space.description;
  const cover = coverField(space, owner.signal);
  const save = el("button", { class: "button primary", type: "submit" }, icon("check"), t("Save"));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    save.disabled = true;
    problem.value = "";
    try {
      let now = space;
      const file = cover.chosen();
      if (file) now = await api.setCover(space.id, file);
      else if (cover.isRemoved()) now = await api.removeCover(space.id);
      if (text.value !== space.description) now = await api.edit(space.id, { description: text.value });
      saved(now);
      announce(t("The space is saved."));
      dialog.close();
    } catch (error) {
      problem.value = messageOf(error);
      save.disabled = false;
    }
  };
  const form = el(
    "form",
    { class: "space-about", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Description"), text),
    cover.element,
    problemText(problem, owner.signal),
    el(
      "div",
      { class: "dialog-actions" },
      el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
      save,
    ),
  );
  const dialog = openDialog(t("Description and cover of {name}", { name: space.name }), [form]);
  dialog.addEventListener("close", () => owner.abort());
  text.focus();
}

interface CoverField {
  element: HTMLElement;
  /** The file that was chosen; null where none was. */
  chosen(): File | null;
  /** Whether the cover that the space has is to be removed. */
  isRemoved(): boolean;
}

function coverField(space: Space, owner: AbortSignal): CoverField {
  let file: File | null = null;
  let isRemoved = false;
  let address = "";
  const preview = el("div", { class: "space-about-cover" });
  const remove = el("button", { class: "button", type: "button" }, icon("trash"), t("Remove the cover"));
  const show = (): void => {
    URL.revokeObjectURL(address);
    address = file === null ? "" : URL.createObjectURL(file);
    const source = file !== null ? address : isRemoved ? null : space.cover;
    preview.replaceChildren(...(source === null ? [] : [el("img", { src: source, alt: t("The cover") })]));
    remove.hidden = source === null;
  };
  remove.addEventListener("click", () => {
    isRemoved = file === null || isRemoved;
    file = null;
    show();
  });
  const input = el("input", {
    type: "file",
    accept: "image/jpeg,image/png,image/webp,image/heic,image/heif",
    class: "visually-hidden",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      file = input.files?.[0] ?? file;
      input.value = "";
      show();
    },
  });
  const choose = el("button", { class: "button", type: "button", onclick: () => input.click() });
  choose.append(icon("photo"), t("Choose a cover"));
  owner.addEventListener("abort", () => URL.revokeObjectURL(address), { once: true });
  show();
  return {
    element: el("div", { class: "field" }, preview, el("div", { class: "panel-buttons" }, choose, remove, input)),
    chosen: () => file,
    isRemoved: () => isRemoved && space.cover !== null,
  };
}
