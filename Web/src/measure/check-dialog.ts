/** Asks what a tape shows for a distance that was measured, and shows what that says of the scale. */

import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { messageOf } from "../ui/notice.ts";
import { formatLength, type LengthUnits, parseLength, units } from "../ui/units.ts";
import { checkLength, residualText, scaleText } from "./check-text.ts";
import type { CheckStore } from "./check-store.ts";
import type { NewCheck } from "./measure-api.ts";
import { lineOf, type Measured } from "./types.ts";

export interface CheckedDistance {
  points: NewCheck["points"];
  radius: number;
  measured: Measured;
}

/** What a tape is exact to, where nothing else is typed: metres. */
const usualTolerance = 0.005;

export function checkDialog(distance: CheckedDistance, store: CheckStore, owner: AbortSignal): HTMLDialogElement {
  const closing = new AbortController();
  const unit = units.lengths.peek();
  const length = lengthField("");
  const tolerance = lengthField(formatLength(usualTolerance, unit));
  const problem = signal("");
  const save = el("button", { class: "button primary", type: "submit" }, t("Save"));
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const form = el(
    "form",
    { class: "check-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    el("p", {}, t("The model shows {line}.", { line: lineOf(distance.measured, unit) })),
    labelled(t("Length by tape or laser"), length, t("Such as 3.62, 362 cm or 11' 10 1/2\".")),
    labelled(t("Tolerance (±)"), tolerance, t("Half of the interval that holds the length in 95 of 100 cases.")),
    problemText(problem, closing.signal),
    el("div", { class: "dialog-actions" }, cancel, save),
  );
  const dialog = openDialog(t("Check a distance"), [form]);
  dialog.classList.add("check-dialog");
  dialog.addEventListener("close", () => closing.abort());
  owner.addEventListener("abort", () => dialog.close(), { signal: closing.signal });
  length.focus();

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const check = readCheck(distance, length.value, tolerance.value, unit);
    if (typeof check === "string") {
      problem.value = check;
      return;
    }
    save.disabled = true;
    try {
      const kept = await store.add(check);
      form.replaceWith(result(checkLength(kept, unit), residualText(kept, unit), store, dialog));
      dialog.querySelector("button")?.focus();
    } catch (error) {
      problem.value = messageOf(error);
      save.disabled = false;
    }
  }
  return dialog;
}

function lengthField(value: string): HTMLInputElement {
  return el("input", { type: "text", value, autocomplete: "off", spellcheck: "false", enterkeyhint: "done" });
}

/** The check distance, or what is wrong with what was typed. */
export function readCheck(
  { points, radius }: Pick<CheckedDistance, "points" | "radius">,
  length: string,
  tolerance: string,
  unit: LengthUnits,
): NewCheck | string {
  const metres = parseLength(length, unit);
  if (metres === null || metres <= 0) return t("Type the length, such as 3.62 m, 362 cm or 11' 10 1/2\".");
  const half = parseLength(tolerance, unit);
  if (half === null || half <= 0 || half >= metres) {
    return t("Type a tolerance above 0 and below the length, such as 5 mm.");
  }
  return { points, radius, length: metres, tolerance: half };
}

function result(length: string, residual: string, store: CheckStore, dialog: HTMLDialogElement): HTMLElement {
  const list = store.list.peek();
  return el(
    "div",
    { class: "check-result", role: "status" },
    el("p", {}, `${length}: ${residual}.`),
    el("p", { class: "check-scale" }, list ? scaleText(list) : ""),
    el(
      "div",
      { class: "dialog-actions" },
      el("button", { class: "button primary", type: "button", onclick: () => dialog.close() }, t("Done")),
    ),
  );
}

/** The statement of the scale, kept current. */
export function scaleLine(store: CheckStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "check-scale", role: "status" });
  effect(() => {
    const list = store.list.value;
    setText(line, store.problem.value !== "" ? store.problem.value : list ? scaleText(list) : "");
  }, owner);
  return line;
}
