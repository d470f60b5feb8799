/** The page of the trash: what is in it, restoring, and permanent deletion. */

import type { TrashItem } from "../api/generated.ts";
import { computed, effect, signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { formatDate, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";
import { TrashStore } from "./trash-store.ts";

const note =
  "What you delete stays here until you restore it or delete it permanently. A space is restored with its memories.";

/** What an item is. */
export const kindWords: Readonly<Record<TrashItem["kind"], string>> = {
  thing: "Thing",
  place: "Place",
  recording: "Recording",
  memory: "Memory",
  media: "File",
  workflow: "Workflow",
  measurement: "Measurement",
  exhibit: "Exhibit",
  loan: "Loan",
  maintenance: "Maintenance entry",
  space: "Space",
};

export function trashPage(): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new TrashStore(owner);
  const isLoaded = computed(() => store.items.value !== null);
  const items = panel(
    { name: "trash", title: "Deleted items", icon: "trash", lines: 4, isLoaded },
    () => itemList(store, owner),
    owner,
  );
  const retention = panel(
    { name: "retention", title: "After permanent deletion", icon: "clock", lines: 3, isLoaded },
    () => retentionForm(store, owner),
    owner,
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el("div", { class: "panels" }, items, retention);
  const words = el("p", { class: "sheet-note" }, el("span", { class: "sheet-words" }, note));
  const main = el("main", { id: "main", class: "sheet", tabindex: -1 }, el("h1", {}, "Trash"), words, trouble, panels);
  const element = el("div", { class: "page", "data-state": "loading" }, topBar("trash"), main);
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : isLoaded.value ? "ready" : "loading";
    if (problem === "") return;
    const retry = (): void => void store.load();
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, problem),
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), "Try again"),
    );
  }, owner);
  return { element, title: "Trash", shown: () => void store.load(), dispose: () => controller.abort() };
}

function itemList(store: TrashStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  const empty = el(
    "button",
    { class: "button", type: "button", onclick: () => void purgeAll(store) },
    icon("trash"),
    "Empty the trash",
  );
  effect(() => {
    const items = store.items.value ?? [];
    empty.hidden = items.length === 0;
    const elements = items.map((item) => itemElement(item, store));
    list.replaceChildren(...(items.length > 0 ? elements : [el("li", { class: "quiet" }, "The trash is empty.")]));
  }, owner);
  return [list, el("div", { class: "panel-buttons" }, empty)];
}

function itemElement(item: TrashItem, store: TrashStore): HTMLElement {
  const name = item.name === "" ? `A ${kindWords[item.kind].toLowerCase()}` : item.name;
  const facts = [kindWords[item.kind], `deleted ${formatDate(new Date(item.trashed))}`];
  if (item.memories) facts.splice(1, 0, plural(item.memories, "memory", "memories"));
  const restore = async (): Promise<void> => {
    try {
      await store.restore(item);
      announce(`${name} is restored.`);
    } catch (error) {
      notify(`Couldn't restore ${name}: ${messageOf(error)}`);
    }
  };
  const button = (label: string, text: string, act: () => void): HTMLElement =>
    el("button", { class: "button small", type: "button", "aria-label": label, onclick: act }, text);
  return el(
    "li",
    { class: "account", "data-item": item.id },
    el(
      "div",
      { class: "link-line trash-line" },
      el("div", {}, el("p", { class: "link-name" }, name), el("p", { class: "quiet" }, facts.join(" · "))),
      el(
        "div",
        { class: "panel-buttons" },
        button(`Restore ${name}`, "Restore", () => void restore()),
        button(`Delete ${name} permanently`, "Delete", () => void purge(item, name, store)),
      ),
    ),
  );
}

async function purge(item: TrashItem, name: string, store: TrashStore): Promise<void> {
  const memories = item.memories ? ` and its ${plural(item.memories, "memory", "memories")}` : "";
  const confirmed = await ask({
    title: `Delete ${name} permanently?`,
    body: `${name}${memories} ${memories === "" ? "is" : "are"} deleted on all devices. This can't be undone.`,
    confirm: "Delete permanently",
  });
  if (!confirmed) return;
  try {
    await store.purge(item);
    announce(`${name} is deleted permanently.`);
  } catch (error) {
    notify(`Couldn't delete ${name}: ${messageOf(error)}`);
  }
}

async function purgeAll(store: TrashStore): Promise<void> {
  const count = store.items.peek()?.length ?? 0;
  const confirmed = await ask({
    title: "Empty the trash?",
    body: `${
      plural(count, "item is", "items are")
    } deleted on all devices, spaces with their memories. This can't be undone.`,
    confirm: "Delete permanently",
    cancel: count === 1 ? "Keep it" : "Keep them",
  });
  if (!confirmed) return;
  try {
    announce(`${plural(await store.purgeAll(), "item")} deleted permanently.`);
  } catch (error) {
    notify(`Couldn't empty the trash: ${messageOf(error)}`);
  }
}

function retentionForm(store: TrashStore, owner: AbortSignal): HTMLElement[] {
  const field = (): HTMLInputElement => el("input", { type: "number", min: 0, step: 1, required: true });
  const bucket = field();
  const backups = field();
  const problem = signal("");
  effect(() => {
    bucket.value = String(store.retention.value?.bucketDays ?? "");
    backups.value = String(store.retention.value?.backupDays ?? "");
  }, owner);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = "";
    try {
      await store.setRetention({ bucketDays: bucket.valueAsNumber, backupDays: backups.valueAsNumber });
      announce("The settings are saved.");
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return [
    el("p", { class: "quiet" }, "Text is deleted here at once, and in the bucket with the next synchronization."),
    el(
      "form",
      { class: "retention-form", onsubmit: (event: Event) => void submit(event) },
      labelled("Days that files stay in the bucket", bucket),
      labelled("Days that backups with deleted data are kept", backups),
      el("button", { class: "button", type: "submit" }, icon("check"), "Save"),
    ),
    problemText(problem, owner),
  ];
}
