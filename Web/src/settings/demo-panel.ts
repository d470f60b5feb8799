/** The demo library in the settings: showing it in place of the own one, and putting it back as it was. */

import type { SettingsDemo } from "../api/generated.ts";
import { clearDevice } from "../offline/register.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";
import { libraryPath } from "../ui/routes.ts";
import { partProblem } from "./part-problem.ts";
import type { SettingsStore } from "./settings-store.ts";

export function demoPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const state = el("p", { class: "state-title" });
  const detail = el("p", { class: "state-detail" });
  const bar = progressBar(t("Making the demo library"));
  const show = el("button", { class: "button", type: "button" });
  const reset = el("button", { class: "button", type: "button", onclick: () => void resetDemo(store) });
  reset.append(icon("reset"), t("Reset the demo"));
  const failure = el("p", { class: "field-problem", role: "alert" });
  /** Whether the demo was asked for on this page: when it is there, the page opens it. */
  let isWaiting = false;
  show.addEventListener("click", () => void toggle());

  async function toggle(): Promise<void> {
    const isShown = store.settings.peek()?.demo?.isShown ?? false;
    isWaiting = !isShown;
    if (!await store.change("demo", { demo: !isShown })) isWaiting = false;
    else if (isShown) await leave();
  }

  effect(() => {
    const demo = store.settings.value?.demo;
    if (!demo) return;
    state.textContent = demo.isShown ? t("The demo library is shown") : t("Your library is shown");
    detail.textContent = detailOf(demo);
    bar.element.hidden = demo.run === null;
    if (demo.run) bar.set(demo.run.fraction, demo.run.what);
    show.hidden = demo.run !== null;
    show.replaceChildren(
      icon(demo.isShown ? "back" : "play"),
      demo.isShown ? t("Show my library") : t("Show the demo"),
    );
    reset.hidden = !demo.isMade || demo.run !== null;
    failure.textContent = demo.problem === null ? "" : t("It couldn't be made: {problem}", { problem: demo.problem });
    if (demo.problem !== null) isWaiting = false;
    if (!isWaiting || demo.run !== null || !demo.isShown) return;
    isWaiting = false;
    void leave();
  }, owner);
  return [
    el("div", { class: "state" }, state, detail),
    bar.element,
    el("div", { class: "panel-buttons" }, show, reset),
    failure,
    partProblem(store, "demo", owner),
  ];
}

function detailOf(demo: SettingsDemo): string {
  if (demo.isShown) {
    return t("You changed it {changes} times; it takes {max} changes. It never leaves this device.", {
      changes: demo.changes,
      max: demo.maxChanges,
    });
  }
  return t(
    "A flat with things, places and a memory to try everything out. Your own library stays as it is. Making it the first " +
      "time takes a minute.",
  );
}

/** Another library is shown: nothing of the former one stays on the page or for offline use. */
async function leave(): Promise<void> {
  await clearDevice();
  location.assign(libraryPath());
}

async function resetDemo(store: SettingsStore): Promise<void> {
  const confirmed = await ask({
    title: t("Reset the demo library?"),
    body: t("Everything that you added or changed in the demo library is deleted. Your own library stays as it is."),
    confirm: t("Reset"),
  });
  if (confirmed && await store.resetDemo()) announce(t("The demo library is put back as it was."));
}
