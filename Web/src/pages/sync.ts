/** The page on devices and backup: synchronization with the bucket, other devices, conflicts, storage, backups. */

import { t } from "../i18n/messages.ts";
import { computed, effect, signal } from "../reactive/signal.ts";
import { announce, SparseProgress } from "../ui/announce.ts";
import { backupPanel } from "../ui/backup-panel.ts";
import { conflictPanel } from "../ui/conflict-panel.ts";
import { devicesPanel } from "../ui/devices-panel.ts";
import { el, setText } from "../ui/dom.ts";
import { formatDate } from "../ui/format.ts";
import { healthPanel } from "../ui/health-panel.ts";
import { icon } from "../ui/icons.ts";
import { pairingPanel, type PairingPanelProps } from "../ui/pairing-panel.ts";
import { storagePanel } from "../ui/storage-panel.ts";
import { filesPanel } from "../ui/files-panel.ts";
import { syncPanel } from "../ui/sync-panel.ts";
import { syncStatus } from "../ui/sync-text.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";
import { PairingStore } from "./pairing-store.ts";
import { FilesStore } from "./files-store.ts";
import { SyncStore } from "./sync-store.ts";
import { unreachableHelp } from "./unreachable-help.ts";

/** Milliseconds between updates of times like "2 minutes ago". */
const timeInterval = 30_000;
const promise = t(
  "Your library is stored on this device. Data leaves it only for your bucket, your paired " +
    "devices and the people you share with.",
);

export function syncPage(): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new SyncStore(owner);
  const pairing = new PairingStore(owner);
  const files = new FilesStore(owner);
  const panels = syncPanels({ store, pairing, files }, owner);
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("sync"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("h1", {}, t("Devices and backup")),
      statusLine(store, () => retry(), owner),
      failureMessage(store, () => retry(), owner),
      panels,
    ),
  );
  const state = computed(() => {
    const hasData = store.sync.value !== null;
    if (store.problem.value !== "") return hasData ? "offline" : "failed";
    return hasData ? "ready" : "loading";
  });
  effect(() => {
    element.dataset.state = state.value;
    panels.hidden = state.value === "failed";
  }, owner);
  announceProgress(store, owner);
  const retry = async (): Promise<void> => {
    await Promise.all([store.load(), files.load()]);
    if (state.peek() === "ready") document.getElementById("main")?.focus();
  };
  const load = (): void => {
    void store.load();
    void pairing.load();
    void files.load();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") load();
  }, { signal: owner });
  for (const event of ["focus", "online"]) addEventListener(event, load, { signal: owner });
  return { element, title: t("Devices and backup"), shown: load, dispose: () => controller.abort() };
}

interface Stores {
  store: SyncStore;
  pairing: PairingStore;
  files: FilesStore;
}

function syncPanels({ store, pairing, files }: Stores, owner: AbortSignal): HTMLElement {
  const now = signal(new Date());
  const interval = setInterval(() => now.value = new Date(), timeInterval);
  owner.addEventListener("abort", () => clearInterval(interval), { once: true });
  const state = { sync: store.sync, now };
  const actions = { start: () => void store.start(), cancel: () => void store.cancel() };
  return el(
    "div",
    { class: "panels" },
    healthPanel({ health: store.health, problem: store.healthProblem }, owner),
    syncPanel({ ...state, ...actions, health: store.health, problem: store.runProblem }, owner),
    devicesPanel(state, owner),
    pairingPanel({ ...pairingProps(pairing), now }, owner),
    filesPanel({
      files: files.files,
      health: store.health,
      spaces: files.spaces,
      problem: files.problem,
      change: (change) => void files.change(change),
      verify: () => void files.verify(),
    }, owner),
    conflictPanel({ conflicts: store.conflicts, problem: store.conflictsProblem }, owner),
    storagePanel(state, owner),
    backupPanel(
      { ...state, health: store.health, problem: store.backupProblem, backUp: () => void backUp(store) },
      owner,
    ),
  );
}

function pairingProps(store: PairingStore): Omit<PairingPanelProps, "now"> {
  return {
    pairing: store.pairing,
    problem: store.problem,
    isWaiting: store.isWaiting,
    open: () => store.open(),
    cancel: () => store.cancel(),
    begin: (target) => store.begin(target),
    confirm: () => store.confirm(),
    forget: (device) => store.forget(device),
  };
}

async function backUp(store: SyncStore): Promise<void> {
  announce(t("Making a backup."));
  const isVerified = await store.backUp();
  if (isVerified !== null) {
    announce(isVerified ? t("The backup is complete and verified.") : t("The backup is complete."));
  }
}

/** What the page promises; offline how old the shown state is. */
function statusLine(store: SyncStore, retry: () => Promise<void>, owner: AbortSignal): HTMLElement {
  const text = el("p", { class: "sheet-words" });
  const button = retryButton("button small", retry);
  const isOffline = computed(() => store.sync.value !== null && store.problem.value !== "");
  effect(() => {
    const problem = store.problem.value;
    setText(
      text,
      isOffline.value
        ? t("{problem} This is the state of {date}.", { problem, date: formatDate(store.fetched) })
        : promise,
    );
    text.classList.toggle("offline", isOffline.value);
    button.hidden = !isOffline.value;
    if (isOffline.value) announce(problem);
  }, owner);
  return el("div", { class: "sheet-note" }, text, button);
}

function failureMessage(store: SyncStore, retry: () => Promise<void>, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "trouble", role: "alert", hidden: true });
  effect(() => {
    const message = store.sync.value ? "" : store.problem.value;
    element.hidden = message === "";
    if (message === "") return;
    element.replaceChildren(
      ...unreachableHelp(message, t("your library is stored safely.")),
      retryButton("button", retry),
    );
  }, owner);
  return element;
}

function retryButton(style: string, retry: () => Promise<void>): HTMLButtonElement {
  const run = async (): Promise<void> => {
    button.disabled = true;
    await retry();
    button.disabled = false;
  };
  const button = el(
    "button",
    { class: style, type: "button", onclick: () => void run() },
    icon("retry"),
    t("Try again"),
  );
  return button;
}

function announceProgress(store: SyncStore, owner: AbortSignal): void {
  let progress: SparseProgress | null = null;
  effect(() => {
    const sync = store.sync.value;
    if (!sync) return;
    if (!sync.run && progress) announce(`${syncStatus(sync).title}.`);
    if (!sync.run) {
      progress = null;
      return;
    }
    progress ??= new SparseProgress();
    const percent = progress.step(sync.run.fraction);
    if (percent !== null) announce(t("Synchronizing, {percent} percent.", { percent }));
  }, owner);
}
