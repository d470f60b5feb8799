/** The steps of a recording, one at a time: progress, shots and fields, back and next. Everything is saved as it is entered. */

import type { RecordingStep } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, signal, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { progressBar } from "../../ui/progress.ts";
import { fieldInput } from "./field-input.ts";
import type { RecordingStore } from "./recording-store.ts";
import { shotField } from "./shot-field.ts";

/** `end` is shown after the last step. */
export function stepWizard(store: RecordingStore, end: HTMLElement, owner: AbortSignal): HTMLElement {
  const keys = store.recording.peek().steps.map(({ key }) => key);
  const first = store.recording.peek().steps.findIndex((each) => !each.done || isUntouched(each));
  // Where everything is answered, the end is shown.
  const index = signal(first < 0 ? keys.length : first);
  const bar = progressBar(t("Progress"));
  const body = el("div", { class: "wizard-step", tabindex: -1 });
  const status = el("p", { class: "quiet wizard-status", role: "status" });
  const back = el(
    "button",
    { class: "button", type: "button", onclick: () => go(index.peek() - 1) },
    icon("back"),
    t("Back"),
  );
  const next = el("button", { class: "button primary", type: "submit" }, t("Next"), icon("forward"));
  const list = el("ol", { class: "wizard-list", "aria-label": t("Steps") });

  function go(to: number): void {
    index.value = Math.max(0, Math.min(keys.length, to));
    body.focus({ preventScroll: false });
    const step = store.recording.peek().steps[index.peek()];
    announce(
      step
        ? t("Step {number} of {count}: {title}", { number: index.peek() + 1, count: keys.length, title: step.title })
        : t("All steps"),
    );
  }

  let drawn = new AbortController();
  function lifetime(): AbortSignal {
    drawn.abort();
    drawn = new AbortController();
    return drawn.signal;
  }
  owner.addEventListener("abort", () => drawn.abort(), { once: true });
  const step = computed(() => keys[index.value]);
  effect(() => {
    const key = step.value;
    // A step is drawn once: what is being written stays when an answer has been saved.
    const content = untracked(() => {
      const found = key === undefined ? undefined : store.step(key);
      return found ? stepContent(store, found, lifetime()) : [end];
    });
    body.replaceChildren(...content);
  }, owner);
  effect(() => {
    const { steps } = store.recording.value;
    const done = steps.filter((each) => each.done).length;
    const at = index.value;
    bar.set(
      steps.length === 0 ? 1 : done / steps.length,
      at < steps.length
        ? t("Step {number} of {count}, {done} done", { number: at + 1, count: steps.length, done })
        : t("{done} of {count} steps done", { done, count: steps.length }),
    );
    back.hidden = at === 0;
    next.hidden = at >= keys.length;
    list.replaceChildren(...steps.map((each, i) => stepButton(each, { number: i + 1, isHere: i === at }, () => go(i))));
  }, owner);
  effect(() => {
    const problem = store.problem.value;
    setText(
      status,
      problem !== "" ? t("Not saved: {problem}", { problem }) : store.isSaving.value ? t("Saving…") : t("Saved"),
    );
    status.classList.toggle("field-problem", problem !== "");
  }, owner);
  const submit = (event: Event): void => {
    event.preventDefault();
    // What is still being written is saved first.
    if (document.activeElement instanceof HTMLElement && body.contains(document.activeElement)) {
      document.activeElement.blur();
    }
    go(index.peek() + 1);
  };
  return el(
    "form",
    { class: "wizard", novalidate: true, onsubmit: submit },
    bar.element,
    list,
    body,
    el("div", { class: "wizard-buttons" }, back, status, next),
  );
}

/** Whether nothing was answered: a step that asks for nothing necessary is done without being seen. */
function isUntouched({ shots, fields }: RecordingStep): boolean {
  return shots.every(({ media }) => media.length === 0) && fields.every(({ value }) => value === null);
}

function stepButton(step: RecordingStep, at: { number: number; isHere: boolean }, open: () => void): HTMLElement {
  return el(
    "li",
    {},
    el(
      "button",
      {
        class: "wizard-link",
        type: "button",
        "aria-current": at.isHere && "step",
        onclick: open,
      },
      step.done ? icon("check") : el("span", { class: "wizard-number" }, String(at.number)),
      el("span", {}, step.title),
      el("span", { class: "visually-hidden" }, step.done ? t("done|a step") : t("open|a step")),
    ),
  );
}

function stepContent(store: RecordingStore, step: RecordingStep, owner: AbortSignal): HTMLElement[] {
  const problems = el("ul", { class: "wizard-problems" });
  effect(() => {
    const current = store.step(step.key);
    problems.replaceChildren(...(current?.problems ?? []).map((text) => el("li", { class: "quiet" }, text)));
  }, owner);
  return [
    el("h2", { class: "wizard-title" }, step.title),
    ...step.shots.map((shot) => shotField(store, { step: step.key, shot }, owner)),
    ...step.fields.map((field) => fieldInput(field, (value) => void store.setField(step.key, field.key, value))),
    problems,
  ];
}
