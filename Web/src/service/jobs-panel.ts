/** The newest jobs, with their progress while they run. */

import type { Account, Job, JobPage, ScanPage } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { formatAgo, formatBytes, formatPercent, formatRemaining } from "../ui/format.ts";
import { progressBar } from "../ui/progress.ts";
import { entry, listPanel } from "./list-panel.ts";
import { call } from "./session.ts";

/** Milliseconds between two looks at the jobs: while one runs, and else. */
const busyInterval = 2000;
const idleInterval = 15000;

/** `changed` is called when a job was added or has ended since the last look. */
export function jobsPanel(account: Account, changed: () => void, owner: AbortSignal): HTMLElement {
  const canCancel = account.scopes.includes("jobs:write");
  let isBusy = false;
  let last: string | null = null;

  async function load(): Promise<HTMLElement[]> {
    const [{ jobs }, { scans }] = await Promise.all([
      call<JobPage>("GET", "/jobs?limit=20", undefined, owner),
      call<ScanPage>("GET", "/scans?limit=200", undefined, owner),
    ]);
    const names = new Map(scans.map((scan) => [scan.id, scan.name]));
    isBusy = jobs.some(isActive);
    const state = jobs.map((job) => job.id + job.status).join();
    if (last !== null && last !== state) changed();
    last = state;
    return jobs.map((job) => jobEntry(job, names.get(job.scanId ?? "") ?? t("Deleted scan")));
  }

  function jobEntry(job: Job, name: string): HTMLElement {
    const item = entry(name, detail(job), ...(isActive(job) && canCancel ? [cancelButton(job, name)] : []));
    item.dataset.job = job.id;
    item.dataset.status = job.status;
    if (!isActive(job)) return item;
    const bar = progressBar(t("Progress of {name}", { name }));
    const rest = job.estimatedTimeRemaining;
    bar.set(job.progress, rest === undefined ? formatPercent(job.progress) : formatRemaining(rest));
    item.append(bar.element);
    return item;
  }

  function cancelButton(job: Job, name: string): HTMLElement {
    const cancel = (): void => void jobs.change(async () => await call("DELETE", `/jobs/${job.id}`));
    const label = t("Cancel the job of {name}", { name });
    return el("button", { class: "button small", type: "button", "aria-label": label, onclick: cancel }, t("Cancel"));
  }

  const jobs = listPanel({ name: "jobs", title: t("Jobs"), icon: "list", load, empty: t("No jobs yet.") }, owner);
  const watch = async (): Promise<void> => {
    while (!owner.aborted) {
      await new Promise((resolve) => setTimeout(resolve, isBusy ? busyInterval : idleInterval));
      // Not while a button of the list has the focus: it would lose it.
      if (document.visibilityState === "visible" && !jobs.element.contains(document.activeElement)) {
        await jobs.change(() => Promise.resolve());
      }
    }
  };
  void watch();
  return jobs.element;
}

function isActive(job: Job): boolean {
  return job.status === "queued" || job.status === "running";
}

function detail(job: Job): string {
  const ago = formatAgo(new Date(job.createdAt));
  switch (job.status) {
    case "queued":
      return t("Waiting, {ago}", { ago });
    case "running":
      return t("Being processed, {ago}", { ago });
    case "succeeded":
      return t("Done: {files}", {
        files: job.files.map((file) => `${file.name} (${formatBytes(file.byteCount)})`).join(", "),
      });
    case "cancelled":
      return t("Cancelled, {ago}", { ago });
    default:
      return t("Failed: {problem}", { problem: job.error ?? job.status });
  }
}
