/** Edits a name in place: Enter saves, Escape cancels. */

import { limits } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "./dom.ts";

export const longestName = limits.SpaceEdit.name.maxLength;

/** Replaces `shown` by a field until the name is saved or cancelled. When `save` fails, the field stays and shows why. */
export function renameInPlace(
  shown: HTMLElement,
  save: (name: string) => Promise<void>,
  focusAfter: HTMLElement,
): void {
  const old = shown.textContent ?? "";
  const problem = el("p", { class: "field-problem", role: "alert" });
  const field = el("input", {
    class: "rename-field",
    type: "text",
    value: old,
    maxlength: longestName,
    "aria-label": t("Name"),
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
  });
  const root = el("div", { class: "rename" }, field, problem);
  let over = false;

  const leave = (refocus: boolean): void => {
    over = true;
    root.replaceWith(shown);
    if (refocus) focusAfter.focus();
  };
  const keep = async (refocus: boolean): Promise<void> => {
    if (over) return;
    const name = field.value.trim();
    if (name === "" || name === old) return leave(refocus);
    field.disabled = true;
    try {
      await save(name);
      leave(refocus);
    } catch (error) {
      field.disabled = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
      field.focus();
    }
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation(); // typed keys must not reach the 3D view
    if (event.key === "Enter") void keep(true);
    else if (event.key === "Escape") leave(true);
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", () => {
    if (!field.disabled) void keep(false);
  });
  shown.replaceWith(root);
  field.focus();
  field.select();
}
