/** Shown while there is no plan: a button that makes one, and the progress of the job. */

import { api } from "../api/client.ts";
import type { Job } from "../api/generated.ts";
import { watchJob } from "../api/jobs.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce, SparseProgress } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { formatRemaining } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { progressBar } from "../ui/progress.ts";
import { planApi } from "./plan-api.ts";
import { PlanJob } from "./plan-job.ts";

const explanation = t(
  "Walls, rooms, doors and windows are detected in the scan, each with a confidence. This " +
    "takes a few seconds, or minutes for a whole house. The scan itself is not changed.",
);

const service = {
  start: planApi.make,
  latest: planApi.latestJob,
  cancel: api.cancelJob,
  watch: watchJob,
};

/** `made` is called when the plan is there. `owns`: this visitor may start the job. */
export function planJobView(space: string, owns: boolean, made: () => void, signal: AbortSignal): HTMLElement {
  const job = new PlanJob(space, service, () => {
    announce(t("The plan is ready."));
    made();
  }, signal);
  const title = el("h3", {});
  const make = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void start() },
    icon("plan"),
    t("Make a plan"),
  );
  const problem = el("p", { class: "field-problem", role: "alert" });

  async function start(): Promise<void> {
    make.disabled = true;
    setText(problem, "");
    await job.start();
    make.disabled = false;
    if (job.state.peek().phase === "running") announce(t("Making the plan."));
  }

  let wasRunning = false;
  effect(() => {
    const state = job.state.value;
    const isRunning = state.phase === "running";
    setText(title, titles[state.phase]);
    setText(problem, state.phase === "failed" ? state.message : "");
    make.hidden = !owns || isRunning;
    if (wasRunning && !isRunning) make.focus();
    wasRunning = isRunning;
  }, signal);
  if (owns) {
    // It may have been started in another tab, or before the page was reloaded.
    void job.resume();
    addEventListener("focus", () => void job.resume(), { signal });
  }
  return el(
    "div",
    { class: "plan-empty" },
    icon("plan"),
    title,
    el("p", {}, owns ? explanation : t("The owner of this space hasn't made one.")),
    make,
    jobProgress(job, problem, signal),
    problem,
  );
}

const titles = {
  none: t("This space has no plan yet"),
  running: t("The plan is being made"),
  failed: t("The plan wasn't made"),
};

function jobProgress(job: PlanJob, problem: HTMLElement, signal: AbortSignal): HTMLElement {
  const bar = progressBar(t("Making the plan"));
  const cancel = el("button", { class: "button", type: "button", onclick: () => void stop() }, t("Cancel"));
  const element = el("div", { class: "plan-running", hidden: true }, bar.element, cancel);
  let spoken = new SparseProgress();
  let shownID = "";

  async function stop(): Promise<void> {
    cancel.disabled = true;
    try {
      await job.cancel();
    } catch (error) {
      setText(problem, messageOf(error));
      cancel.disabled = false;
    }
  }

  effect(() => {
    const state = job.state.value;
    element.hidden = state.phase !== "running";
    if (state.phase !== "running") return;
    if (state.job.id !== shownID) {
      shownID = state.job.id;
      spoken = new SparseProgress();
      cancel.disabled = false;
    }
    if (!state.connected) return bar.set(null, t("Connection lost; reconnecting"));
    bar.set(...barState(state.job));
    const percent = spoken.step(state.job.fraction);
    if (percent !== null && percent > 0 && percent < 100) announce(t("The plan is at {percent} percent.", { percent }));
  }, signal);
  return element;
}

function barState(job: Job): [fraction: number | null, text: string] {
  if (job.state === "queued") return [null, t("Waiting in the queue")];
  const remaining = job.remaining === null ? "" : `, ${formatRemaining(job.remaining)}`;
  return [job.fraction, job.what + remaining];
}
