/** The page of the trash: what is in it, restoring, and permanent deletion. */

import type { TrashItem } from "../api/generated.ts";
import { inSentence, t } from "../i18n/messages.ts";
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

const note = t(
  "What you delete stays here until you restore it or delete it permanently. A space is " +
    "restored with its memories.",
);

/** What an item is. */
export const kindWords: Readonly<Record<TrashItem["kind"], string>> = {
  thing: t("Thing"),
  place: t("Place"),
  recording: t("Recording"),
  memory: t("Memory"),
  media: t("File"),
  workflow: t("Workflow"),
  measurement: t("Measurement"),
  exhibit: t("Exhibit"),
  loan: t("Loan"),
  maintenance: t("Maintenance entry"),
  space: t("Space"),
};

export function trashPage(): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new TrashStore(owner);
  const isLoaded = computed(() => store.items.value !== null);
  const items = panel(
    { name: "trash", title: t("Deleted items"), icon: "trash", lines: 4, isLoaded },
    () => itemList(store, owner),
    owner,
  );
  const retention = panel(
    { name: "retention", title: t("After permanent deletion"), icon: "clock", lines: 3, isLoaded },
    () => retentionForm(store, owner),
    owner,
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el("div", { class: "panels" }, items, retention);
  const words = el("p", { class: "sheet-note" }, el("span", { class: "sheet-words" }, note));
  const main = el(
    "main",
    { id: "main", class: "sheet", tabindex: -1 },
    el("h1", {}, t("Trash")),
    words,
    trouble,
    panels,
  );
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
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    );
  }, owner);
  return { element, title: t("Trash"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function itemList(store: TrashStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  const empty = el(
    "button",
    { class: "button", type: "button", onclick: () => void purgeAll(store) },
    icon("trash"),
    t("Empty the trash"),
  );
  effect(() => {
    const items = store.items.value ?? [];
    empty.hidden = items.length === 0;
    const elements = items.map((item) => itemElement(item, store));
    list.replaceChildren(...(items.length > 0 ? elements : [el("li", { class: "quiet" }, t("The trash is empty."))]));
  }, owner);
  return [list, el("div", { class: "panel-buttons" }, empty)];
}

function itemElement(item: TrashItem, store: TrashStore): HTMLElement {
  const name = item.name === ""
    ? t("A {kind}|an item without a name", { kind: inSentence(kindWords[item.kind]) })
    : item.name;
  const facts = [kindWords[item.kind], t("deleted {date}", { date: formatDate(new Date(item.trashed)) })];
  if (item.memories) facts.splice(1, 0, plural(item.memories, { one: "{count} memory", other: "{count} memories" }));
  const restore = async (): Promise<void> => {
    try {
      await store.restore(item);
      announce(t("{name} is restored.", { name }));
    } catch (error) {
      notify(t("Couldn't restore {name}: {problem}", { name, problem: messageOf(error) }));
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
        button(t("Restore {name}", { name }), t("Restore"), () => void restore()),
        button(t("Delete {name} permanently", { name }), t("Delete"), () => void purge(item, name, store)),
      ),
    ),
  );
}

async function purge(item: TrashItem, name: string, store: TrashStore): Promise<void> {
  const confirmed = await ask({
    title: t("Delete {name} permanently?", { name }),
    body: item.memories
      ? plural(item.memories, {
        one: "{name} and its {count} memory are deleted on all devices. This can't be undone.",
        other: "{name} and its {count} memories are deleted on all devices. This can't be undone.",
      }, { name })
      : t("{name} is deleted on all devices. This can't be undone.", { name }),
    confirm: t("Delete permanently"),
  });
  if (!confirmed) return;
  try {
    await store.purge(item);
    announce(t("{name} is deleted permanently.", { name }));
  } catch (error) {
    notify(t("Couldn't delete {name}: {problem}", { name, problem: messageOf(error) }));
  }
}

async function purgeAll(store: TrashStore): Promise<void> {
  const count = store.items.peek()?.length ?? 0;
  const confirmed = await ask({
    title: t("Empty the trash?"),
    body: plural(count, {
      one: "{count} item is deleted on all devices, spaces with their memories. This can't be undone.",
      other: "{count} items are deleted on all devices, spaces with their memories. This can't be undone.",
    }),
    confirm: t("Delete permanently"),
    cancel: count === 1 ? t("Keep it") : t("Keep them"),
  });
  if (!confirmed) return;
  try {
    announce(
      plural(await store.purgeAll(), {
        one: "{count} item deleted permanently.",
        other: "{count} items deleted permanently.",
      }),
    );
  } catch (error) {
    notify(t("Couldn't empty the trash: {problem}", { problem: messageOf(error) }));
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
      announce(t("The settings are saved."));
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return [
    el("p", { class: "quiet" }, t("Text is deleted here at once, and in the bucket with the next synchronization.")),
    el(
      "form",
      { class: "retention-form", onsubmit: (event: Event) => void submit(event) },
      labelled(t("Days that files stay in the bucket"), bucket),
      labelled(t("Days that backups with deleted data are kept"), backups),
      el("button", { class: "button", type: "submit" }, icon("check"), t("Save")),
    ),
    problemText(problem, owner),
  ];
}
