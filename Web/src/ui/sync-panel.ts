/** Synchronization with the bucket: its state, what is not sent yet, and a button that starts a run. */

import type { LibraryHealth, Sync } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, setText } from "./dom.ts";
import { formatAgo, plural } from "./format.ts";
import { icon } from "./icons.ts";
import { problemText } from "./fields.ts";
import { headline, panel } from "./panel.ts";
import { progressBar } from "./progress.ts";
import { syncProblems, syncStatus, withHealth } from "./sync-text.ts";

export interface SyncStateProps {
  /** Null until it has been fetched. */
  sync: ReadonlySignal<Sync | null>;
  /** Ticks, so that texts like "2 minutes ago" stay current. */
  now: ReadonlySignal<Date>;
}

export interface SyncPanelProps extends SyncStateProps {
  /** Null until it has been fetched. */
  health: ReadonlySignal<LibraryHealth | null>;
  problem: ReadonlySignal<string>;
  start(): void;
  cancel(): void;
}

export function syncPanel(props: SyncPanelProps, owner: AbortSignal): HTMLElement {
  const { sync, now, health, problem } = props;
  const status = computed(() => sync.value && withHealth(syncStatus(sync.value, now.value), health.value, "sync"));
  const content = [
    headline(status, owner),
    progress(sync, owner),
    facts(props, owner),
    problems(sync, owner),
    buttons(props, owner),
    problemText(problem, owner),
  ];
  const isLoaded = computed(() => sync.value !== null);
  return panel({ name: "sync", title: t("Sync"), icon: "sync", lines: 6, isLoaded }, () => content, owner);
}

/** Keeps its place while there is no run. */
function progress(sync: SyncPanelProps["sync"], owner: AbortSignal): HTMLElement {
  const bar = progressBar(t("Synchronization"));
  effect(() => {
    const state = sync.value;
    const run = state?.run ?? null;
    // The headline names the current step.
    bar.set(run ? run.fraction : 0, state && run ? syncStatus(state).title : "");
    bar.element.classList.toggle("away", !run);
    bar.element.setAttribute("aria-hidden", String(!run));
  }, owner);
  return el("div", { class: "panel-bar" }, bar.element);
}

function facts({ sync, now }: SyncPanelProps, owner: AbortSignal): HTMLElement {
  const bucket = el("dd", {});
  const synced = el("dd", {});
  const unsent = el("dd", {});
  const element = el(
    "dl",
    { class: "details" },
    el("dt", {}, t("Bucket")),
    bucket,
    el("dt", {}, t("Last synchronized")),
    synced,
    el("dt", {}, t("Not sent yet")),
    unsent,
  );
  effect(() => {
    const state = sync.value;
    element.hidden = !state?.bucket;
    if (!state?.bucket) return;
    setText(bucket, state.bucket.name);
    bucket.title = state.bucket.address;
    setText(synced, state.synced ? formatAgo(new Date(state.synced), now.value) : t("never"));
    setText(
      unsent,
      state.unsentWrites > 0
        ? plural(state.unsentWrites, { one: "{count} change", other: "{count} changes" })
        : t("none|no changes"),
    );
  }, owner);
  return element;
}

function problems(sync: SyncPanelProps["sync"], owner: AbortSignal): HTMLElement {
  const element = el("ul", { class: "troubles" });
  const lines = computed(() => sync.value && !sync.value.run ? syncProblems(sync.value).join("\n") : "");
  effect(() => {
    element.hidden = lines.value === "";
    element.replaceChildren(...lines.value.split("\n").map((line) => el("li", {}, line)));
  }, owner);
  return element;
}

/** Both keep their place; the focus stays on the one that can be pressed. */
function buttons({ sync, start, cancel }: SyncPanelProps, owner: AbortSignal): HTMLElement {
  const startButton = el("button", { class: "button primary", type: "button" }, icon("sync"), t("Sync now"));
  startButton.addEventListener("click", () => startButton.getAttribute("aria-disabled") !== "true" && start());
  const cancelButton = el("button", { class: "button", type: "button", onclick: cancel }, t("Cancel"));
  const element = el("div", { class: "panel-buttons" }, startButton, cancelButton);
  effect(() => {
    const state = sync.value;
    const run = state?.run ?? null;
    const hadFocus = document.activeElement === cancelButton;
    element.hidden = !state?.isIncluded || state.bucket === null;
    startButton.setAttribute("aria-disabled", String(run !== null));
    cancelButton.classList.toggle("away", run === null);
    cancelButton.disabled = run === null || run.isCancelled;
    if (hadFocus && cancelButton.disabled) startButton.focus();
  }, owner);
  return element;
}
