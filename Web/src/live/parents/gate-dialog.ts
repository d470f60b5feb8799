/** Asks the question of the gate in a dialog. */

import { t } from "../../i18n/messages.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { ParentGate } from "./gate.ts";

/** Resolves with whether the answer was right; false when the dialog was closed. */
export function passGate(gate: ParentGate = new ParentGate()): Promise<boolean> {
  return new Promise((resolve) => {
    let hasPassed = false;
    const input = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 6 });
    const field = labelled(gate.question.text, input);
    const label = field.querySelector("label")!;
    const problem = el("p", { class: "field-problem", role: "alert" });
    const submit = (event: Event): void => {
      event.preventDefault();
      const result = gate.answer(input.value);
      hasPassed = result === "right";
      if (hasPassed) return dialog.close();
      setText(label, gate.question.text);
      setText(problem, problemOf(gate));
      input.value = "";
      input.focus();
    };
    const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
    const confirm = el("button", { class: "button primary", type: "submit" }, t("Continue"));
    const dialog = openDialog(t("For parents"), [
      el("p", {}, t("This page decides who may join and what children may use. Please ask a grown-up.")),
      el(
        "form",
        { class: "gate-form", onsubmit: submit },
        field,
        problem,
        el("div", { class: "dialog-actions" }, cancel, confirm),
      ),
    ]);
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.addEventListener("close", () => resolve(hasPassed));
    input.focus();
  });
}

function problemOf(gate: ParentGate): string {
  const seconds = gate.waitSeconds;
  return seconds > 0
    ? t("That isn't right. Try again in {seconds} seconds.", { seconds })
    : t("That isn't right. Here is another question.");
}
