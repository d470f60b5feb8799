/** The introduction to live sessions in a dialog: four steps, which can be dismissed at any time. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { onboardingDrawing } from "./onboarding-drawing.ts";
import { onboardingSteps, type OnboardingStore } from "./onboarding-store.ts";

/** Shows it where it hasn't been shown on this device. Resolves when it is over, or at once. */
export async function showOnboardingOnce(store: OnboardingStore): Promise<void> {
  if (store.isDue) await showOnboarding(store);
}

/** Resolves when it is finished or dismissed. */
export async function showOnboarding(store: OnboardingStore): Promise<void> {
  await loadStyle("live-settings.css");
  const owner = new AbortController();
  store.start();
  const title = el("h3", { tabindex: -1 });
  const text = el("p", {});
  const count = el("p", { class: "quiet" });
  const drawing = el("div", { class: "onboarding-picture" });
  const button = (label: string, action: () => void): HTMLButtonElement =>
    el("button", { class: "button", type: "button", onclick: action }, label);
  const skip = button(t("Skip"), () => dialog.close());
  const back = button(t("Back"), () => store.back());
  const next = button(t("Next"), () => store.isLast.peek() ? dialog.close() : store.next());
  next.classList.add("primary");
  const dialog = openDialog(t("Live session"), [
    drawing,
    count,
    title,
    text,
    el("div", { class: "dialog-actions onboarding-actions" }, skip, back, next),
  ]);
  dialog.classList.add("onboarding");
  effect(() => {
    const { name, title: words, text: explanation } = store.step.value;
    drawing.replaceChildren(onboardingDrawing(name));
    setText(count, t("Step {number} of {count}", { number: store.number.value, count: onboardingSteps.length }));
    setText(title, words);
    setText(text, explanation);
    back.hidden = store.number.value === 1;
    skip.hidden = store.isLast.value;
    setText(next, store.isLast.value ? t("Start") : t("Next"));
    title.focus(); // the new step is read aloud
  }, owner.signal);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") store.next();
    else if (event.key === "ArrowLeft") store.back();
    // Keys typed here must not reach the 3D view.
    event.stopPropagation();
  });
  await new Promise<void>((resolve) => dialog.addEventListener("close", () => resolve()));
  owner.abort();
  store.finish();
}
