/** The value of the draft with its uncertainty, and the form that saves it. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { longestName } from "../ui/rename.ts";
import { units } from "../ui/units.ts";
import type { MeasureActions } from "./measure-actions.ts";
import type { MeasureStore } from "./measure-store.ts";
import { lineOf } from "./types.ts";

export function resultForm(store: MeasureStore, actions: MeasureActions, signal: AbortSignal): HTMLElement {
  const value = el("p", { class: "measure-value" });
  const reason = el("p", { class: "quiet measure-reason" });
  const name = el("input", {
    class: "plan-field",
    type: "text",
    maxlength: longestName,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-label": t("Name of the measurement"),
    onfocus: () => name.select(),
    oninput: () => isNameTyped = true,
  });
  const save = el("button", { class: "button primary", type: "submit" }, icon("check"), t("Save"));
  const form = el(
    "form",
    { class: "measure-save", novalidate: true, hidden: !store.canEdit, onsubmit: (event: Event) => void submit(event) },
    name,
    save,
  );
  const element = el("div", { class: "measure-result", hidden: true }, value, reason, form);
  let isNameTyped = false;

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    save.disabled = true;
    if (await actions.save(name.value)) {
      isNameTyped = false;
      name.value = store.suggestedName.peek();
    }
    save.disabled = false;
  }

  effect(() => {
    const result = store.draft.result.value;
    const appears = result !== null && element.hidden;
    element.hidden = result === null;
    if (!result) return;
    setText(value, lineOf(result, units.lengths.value));
    setText(reason, result.halfWidth95 === null ? sentence(result.reason ?? "") : "");
    if (!isNameTyped) name.value = store.suggestedName.value;
    // On a phone the panel is low: the value goes before the choices.
    if (appears) requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  }, signal);
  return element;
}

function sentence(text: string): string {
  return text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
