/** The switches of sound and vibration on the sand table. They act at once. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { choice } from "../../ui/fields.ts";
import type { TableFeedback } from "../atmosphere/table-feedback.ts";

/** `setSound` switches the sound as the toolbar does. */
export function openFeedbackDialog(feedback: TableFeedback, setSound: (isOn: boolean) => void): void {
  const owner = new AbortController();
  const sound = el("input", { type: "checkbox", onchange: () => setSound(sound.checked) });
  const background = el("input", { type: "checkbox", onchange: () => feedback.background.set(background.checked) });
  const vibration = el("input", { type: "checkbox", onchange: () => feedback.vibration.set(vibration.checked) });
  const { vibrationUnavailable } = feedback;
  effect(() => {
    sound.checked = feedback.sound.value;
    background.checked = feedback.background.value;
    background.disabled = !feedback.sound.value;
    vibration.checked = feedback.vibration.value && vibrationUnavailable === null;
    vibration.disabled = vibrationUnavailable !== null;
  }, owner.signal);
  const done = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = openDialog(t("Sound and vibration"), [
    choice(t("Sound"), sound, t("A chime when you find a memory.")),
    choice(t("Background sound"), background, t("Grows near a memory that you have not found yet. Needs sound.")),
    choice(t("Vibration"), vibration, vibrationUnavailable ?? t("A short one when you find a memory.")),
    el("div", { class: "dialog-actions" }, done),
  ]);
  dialog.addEventListener("close", () => owner.abort());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  sound.focus();
}
