/** In place of a plan that isn't there: how to make one, and how far that is. */

import type { Job } from "../api/generated.ts";
import { api, isFinal } from "../api/client.ts";
import { formatRemaining } from "../ui/format.ts";
import { watchJob } from "../api/jobs.ts";
import { announce, SparseProgress } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { progressBar } from "../ui/progress.ts";
import { planApi } from "./plan-api.ts";

/** `made` is called when the plan is there. `owns`: whether this visitor may have one made. */
export function planMaking(space: string, owns: boolean, made: () => void, signal: AbortSignal): HTMLElement {
  const title = el("h3", {}, "This space has no plan yet");
  const words = el("p", {}, owns ? usual : "Whoever keeps this space hasn't made one.");
  const make = el(
    "button",
    { class: "button primary", type: "button", hidden: !owns, onclick: () => void start() },
    icon("plan"),
    "Make a plan",
  );
  const bar = progressBar("Making the plan");
  const cancel = el("button", { class: "button", type: "button", onclick: () => void stop() }, "Cancel");
  const running = el("div", { class: "plan-running", hidden: true }, bar.element, cancel);
  const problem = el("p", { class: "field-problem", role: "alert" });
  const element = el("div", { class: "plan-empty" }, icon("plan"), title, words, make, running, problem);
  let job: Job | null = null;
  let unwatch = (): void => {};
  let spoken = new SparseProgress();

  async function start(): Promise<void> {
    setText(problem, "");
    make.disabled = true;
    try {
      follow(await planApi.make(space));
      announce("Making the plan.");
    } catch (error) {
      setText(problem, messageOf(error));
    } finally {
      make.disabled = false;
    }
  }

  function follow(found: Job): void {
    job = found;
    spoken = new SparseProgress();
    make.hidden = true;
    running.hidden = false;
    cancel.disabled = false;
    setText(title, "The plan is being made");
    unwatch();
    unwatch = watchJob(found.id, {
      job: show,
      connected: (connected) => {
        if (!connected) bar.set(null, "The connection broke; trying again");
      },
      lost: () => end("The server doesn't know of this work any more. Try again."),
    });
  }

  function show(now: Job): void {
    if (signal.aborted) return;
    job = now;
    const remaining = now.remaining === null ? "" : `, ${formatRemaining(now.remaining)}`;
    bar.set(
      now.state === "queued" ? null : now.fraction,
      now.state === "queued" ? "Waiting its turn" : now.what + remaining,
    );
    const percent = spoken.step(now.fraction);
    if (percent !== null && percent > 0 && percent < 100) announce(`The plan is at ${percent} percent.`);
    if (!isFinal(now.state)) return;
    if (now.state === "done") {
      unwatch();
      announce("The plan is ready.");
      return made();
    }
    end(now.state === "failed" ? now.error ?? "The plan couldn't be made." : "");
  }

  function end(why: string): void {
    unwatch();
    unwatch = (): void => {};
    job = null;
    running.hidden = true;
    make.hidden = !owns;
    setText(title, why === "" ? "This space has no plan yet" : "The plan wasn't made");
    setText(words, usual);
    setText(problem, why);
    make.focus();
  }

  /** Follows what is under way, and shows what has come of it meanwhile. What failed elsewhere was told there. */
  async function takeUp(): Promise<void> {
    const found = await planApi.making(space).catch(() => null);
    if (!found || signal.aborted || (job && !isFinal(job.state))) return;
    if (!isFinal(found.state)) follow(found);
    else if (found.state === "done") made();
  }

  async function stop(): Promise<void> {
    if (!job) return;
    cancel.disabled = true;
    try {
      show(await api.cancelJob(job.id));
    } catch (error) {
      setText(problem, messageOf(error));
      cancel.disabled = false;
    }
  }

  signal.addEventListener("abort", () => unwatch());
  if (owns) {
    // It may have been begun in another tab, or before the page was loaded anew.
    void takeUp();
    addEventListener("focus", () => void takeUp(), { signal });
  }
  return element;
}

const usual =
  "Walls, rooms, doors and windows are found in the scan, each with how far it can be trusted. It takes a few seconds, or " +
  "minutes for a whole house. The scan itself is not changed.";
