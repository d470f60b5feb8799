/** Devices and backup: how the library stands with its bucket, its other devices, its conflicts, its disk and its backups. */

import type { Sync } from "../api/generated.ts";
import { api, ApiError } from "../api/client.ts";
import { formatDate } from "../ui/format.ts";
import { syncWords } from "../ui/sync-words.ts";
import { announce, SparseProgress } from "../ui/announce.ts";
import { conflictPanel } from "../ui/conflict-list.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { backupPanel, devicesPanel, storagePanel, syncPanel } from "../ui/sync-panels.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

/** How often a run is asked about, and how often what was long ago is told anew. */
const askEvery = 2000;
const tellEvery = 30_000;
const promise = "Your library lives on this device. What leaves it goes only into your own bucket.";

export function syncPage(): Page {
  const life = new AbortController();
  let sync: Sync | null = null;
  let known = new Date();
  let timer = 0;
  let asked = 0;
  let progress = new SparseProgress();

  const state = syncPanel({ start: () => void start(), cancel: () => void cancel() });
  const backup = backupPanel({ backUp: () => void backUp() });
  const conflicts = conflictPanel();
  const devices = devicesPanel();
  const storage = storagePanel();
  const words = el("p", { class: "sheet-words" }, promise);
  const again = el(
    "button",
    { class: "button small", type: "button", hidden: true, onclick: () => void retry() },
    icon("retry"),
    "Try again",
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el(
    "div",
    { class: "panels" },
    state.element,
    devices.element,
    conflicts.element,
    storage.element,
    backup.element,
  );
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("sync"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("h1", {}, "Devices and backup"),
      el("div", { class: "sheet-note" }, words, again),
      trouble,
      panels,
    ),
  );

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void load();
  }, { signal: life.signal });
  addEventListener("focus", () => void load(), { signal: life.signal });
  addEventListener("online", () => void load(), { signal: life.signal });
  const telling = setInterval(() => sync && show(sync), tellEvery);

  /** Asks how things stand; with the conflicts, unless only a run's progress is of interest. */
  async function load(withConflicts = true): Promise<void> {
    const mine = ++asked;
    try {
      const [now] = await Promise.all([api.sync(), withConflicts ? loadConflicts() : null]);
      if (life.signal.aborted || mine !== asked) return;
      take(now);
    } catch (error) {
      if (!life.signal.aborted && mine === asked) fail(messageOf(error));
    }
  }

  async function loadConflicts(): Promise<void> {
    try {
      const found = await api.conflicts();
      if (!life.signal.aborted) conflicts.update(found);
    } catch (error) {
      if (error instanceof ApiError && error.unreachable) throw error;
      if (!life.signal.aborted) conflicts.failed(messageOf(error));
    }
  }

  function take(now: Sync): void {
    const ran = sync?.run ?? null;
    sync = now;
    known = new Date();
    element.dataset.state = "ready";
    trouble.hidden = true;
    panels.hidden = false;
    setText(words, promise);
    words.classList.remove("offline");
    again.hidden = true;
    show(now);
    if (ran && !now.run) {
      announce(`${syncWords(now).title}.`);
      void loadConflicts().catch(() => {});
    } else if (now.run) {
      const percent = progress.step(now.run.fraction);
      if (percent !== null) announce(`Syncing, ${percent} percent.`);
    }
    follow();
  }

  function show(now: Sync): void {
    for (const each of [state, devices, storage, backup]) each.update(now);
  }

  /** Asks again soon while something is under way. */
  function follow(): void {
    clearTimeout(timer);
    const busy = sync !== null && (sync.run !== null || sync.backups.isRunning);
    if (busy && !life.signal.aborted) timer = setTimeout(() => void load(false), askEvery);
  }

  function fail(message: string): void {
    follow();
    if (sync) {
      // What was known stays; it is only told how old it is.
      element.dataset.state = "offline";
      setText(words, `${message} This is how things stood ${formatDate(known)}.`);
      words.classList.add("offline");
      if (again.hidden) announce(message);
      again.hidden = false;
      return;
    }
    element.dataset.state = "failed";
    panels.hidden = true;
    const button = el(
      "button",
      { class: "button", type: "button", onclick: () => void retry() },
      icon("retry"),
      "Try again",
    );
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, message),
      el(
        "p",
        {},
        "Is it still running? Start it again with ",
        el("code", {}, "diorama serve"),
        "; your library is safe.",
      ),
      button,
    );
    trouble.hidden = false;
  }

  async function retry(): Promise<void> {
    again.disabled = true;
    await load();
    again.disabled = false;
    if (element.dataset.state === "ready") document.getElementById("main")?.focus();
  }

  async function start(): Promise<void> {
    progress = new SparseProgress();
    state.problem("");
    try {
      asked += 1; // answers under way are older than this one
      take(await api.startSync());
    } catch (error) {
      state.problem(messageOf(error));
    }
  }

  async function cancel(): Promise<void> {
    try {
      asked += 1;
      take(await api.cancelSync());
    } catch (error) {
      state.problem(messageOf(error));
    }
  }

  async function backUp(): Promise<void> {
    if (!sync) return;
    backup.problem("");
    asked += 1;
    sync = { ...sync, backups: { ...sync.backups, isRunning: true } };
    show(sync);
    announce("Making a backup.");
    try {
      const made = await api.backUp();
      announce(made.state === "good" ? "The backup is made and checked." : "The backup is made.");
    } catch (error) {
      backup.problem(`Couldn't make a backup. ${messageOf(error)}`);
    }
    if (sync && !life.signal.aborted) {
      sync = { ...sync, backups: { ...sync.backups, isRunning: false } };
      show(sync);
      await load(false);
    }
  }

  return {
    element,
    title: "Devices and backup",
    shown: () => void load(),
    dispose(): void {
      life.abort();
      clearTimeout(timer);
      clearInterval(telling);
    },
  };
}
