/** The page of a thing: photos, fields, files, loans, maintenance, recordings. */

import type { ThingWords } from "../../api/generated.ts";
import { computed, effect, signal, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { formatDate } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { spaceThingPath, thingPath, thingsPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { placeChoices } from "../fields/places.ts";
import { updateKeptList } from "../list/list-store.ts";
import type { ThingsHost, ThingsPage } from "../list/things-page.ts";
import { formatMoney } from "../money.ts";
import { thingsApi } from "../things-api.ts";
import { openLabelsDialog } from "../transfer/labels-dialog.ts";
import { failure, troubleContent } from "../trouble.ts";
import { thingUploads } from "../uploads.ts";
import { uploadsView } from "../uploads-view.ts";
import { attachments } from "./attachments.ts";
import { fieldGroups, group } from "./fields.ts";
import { fieldStatus } from "./field-status.ts";
import { gallery } from "./gallery.ts";
import { loans } from "./loans.ts";
import { maintenanceLog } from "./maintenance.ts";
import { openMergeDialog } from "./merge-dialog.ts";
import { ThingStore } from "./thing-store.ts";

export async function thingPage(host: ThingsHost, id: string): Promise<ThingsPage> {
  await loadStyle("things.css");
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new ThingStore(id, owner);
  const words = signal<ThingWords>({ categories: [], brands: [], tags: [] });
  const content = el("div", { class: "thing-columns" });
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const main = el(
    "main",
    { id: "main", class: "library thing-page", tabindex: -1 },
    head(store, host, owner),
    uploadsView(owner),
    trouble,
    content,
  );
  const element = el("div", { class: "page", "data-state": "loading" }, topBar("things"), main);
  content.replaceChildren(...skeleton());
  const isLoaded = computed(() => store.thing.value !== null);
  effect(() => {
    if (isLoaded.value) content.replaceChildren(...untracked(() => columns(store, words, owner)));
  }, owner);
  effect(() => showPhase(store, element, trouble, content), owner);
  effect(() => {
    const thing = store.thing.value;
    if (!thing) return;
    untracked(() => updateKeptList(thing));
    if (element.isConnected) document.title = `${thing.name} · Diorama`;
  }, owner);
  listenToChanges(store, owner);
  return {
    element,
    title: "Thing",
    shown: () => {
      void store.load();
      void placeChoices.load();
      void thingUploads.start();
      void thingsApi.words().then((found) => words.value = found, () => {});
    },
    dispose: () => controller.abort(),
  };
}

function listenToChanges(store: ThingStore, owner: AbortSignal): void {
  effect(() => {
    const thing = thingUploads.delivered.value;
    if (thing) untracked(() => store.show(thing));
  }, owner);
  // Changes made in other tabs and on other devices.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void store.load();
  }, { signal: owner });
  addEventListener("online", () => store.autosave.retry(), { signal: owner });
  addEventListener("beforeunload", (event) => {
    if (store.autosave.isPending) event.preventDefault();
  }, { signal: owner });
}

function showPhase(store: ThingStore, element: HTMLElement, trouble: HTMLElement, content: HTMLElement): void {
  const phase = store.phase.value;
  element.dataset.state = phase.state;
  trouble.hidden = phase.state !== "failed" && phase.state !== "missing";
  content.hidden = !trouble.hidden;
  if (phase.state === "missing") {
    const link = el("a", { class: "button", href: thingsPath() }, "All things");
    trouble.replaceChildren(
      ...troubleContent({
        icon: "thing",
        title: "There is no such thing",
        text: "It may have been deleted permanently.",
        actions: [link],
      }),
    );
  } else if (phase.state === "failed") {
    trouble.replaceChildren(...troubleContent(failure(phase.message, () => void store.load())));
  }
}

function skeleton(): HTMLElement[] {
  const bones = Array.from({ length: 8 }, (_, at) => el("div", { class: at % 2 === 0 ? "bone short" : "bone" }));
  return [
    el("div", { class: "gallery-none waiting", "aria-hidden": "true" }),
    el("div", { class: "thing-side", "aria-hidden": "true" }, ...bones),
  ];
}

function columns(store: ThingStore, words: ReturnType<typeof signal<ThingWords>>, owner: AbortSignal): HTMLElement[] {
  const first = el(
    "div",
    { class: "thing-side" },
    gallery(store, owner),
    group("Files", [attachments(store, owner)]),
    group("Loans", [loans(store, owner)]),
    group("Maintenance", [maintenanceLog(store, owner)]),
    recordings(store, owner),
    dates(store, owner),
  );
  return [first, el("div", { class: "thing-side thing-fields" }, ...fieldGroups({ store, words, owner }))];
}

/** The name, which is edited where it is, what it is worth, and what can be done. */
function head(store: ThingStore, host: ThingsHost, owner: AbortSignal): HTMLElement {
  const name = el("textarea", {
    class: "thing-title",
    rows: 1,
    "aria-label": "Name",
    autocomplete: "off",
    maxlength: 200,
    onchange: () => {
      const text = name.value.trim();
      if (text !== "") store.autosave.set("name", text);
      else name.value = store.autosave.value("name") ?? "";
    },
    oninput: () => fitLines(name),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      name.blur();
    },
  });
  // Other widths and text sizes need other lines.
  const observer = new ResizeObserver(() => requestAnimationFrame(() => fitLines(name)));
  observer.observe(name);
  owner.addEventListener("abort", () => observer.disconnect(), { once: true });
  const value = el("p", { class: "thing-worth" });
  const space = el("a", { class: "button", href: "" }, icon("place"), "In the space");
  const actions = menuButton("Actions", () => thingActions(store, host));
  const trashed = trashedNote(store, owner);
  effect(() => {
    const thing = store.thing.value;
    const title = store.autosave.value("name") ?? "";
    if (document.activeElement !== name) name.value = title;
    requestAnimationFrame(() => fitLines(name));
    name.disabled = thing === null;
    setText(value, thing?.value ? worthText(thing.quantity, formatMoney(thing.value)) : "");
    space.hidden = thing === null || thing.space === null;
    if (thing?.space) space.href = spaceThingPath(thing.space, thing.id);
    actions.hidden = thing === null;
  }, owner);
  return el(
    "div",
    { class: "thing-top" },
    el("a", {
      class: "icon-button",
      href: thingsPath(),
      "aria-label": "Back to things",
      title: "Back to things",
      onclick: goBack,
    }, icon("back")),
    el(
      "div",
      { class: "thing-heading" },
      el("h1", { class: "visually-hidden" }, "Thing"),
      name,
      fieldStatus(store, "name", "Name", owner),
      value,
    ),
    space,
    actions,
    trashed,
  );
}

/** As many lines as the name needs. */
function fitLines(area: HTMLTextAreaElement): void {
  if (!area.isConnected) return;
  area.rows = 1;
  const style = getComputedStyle(area);
  const padding = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  area.rows = Math.max(1, Math.round((area.scrollHeight - padding) / parseFloat(style.lineHeight)) || 1);
}

function worthText(quantity: number, value: string): string {
  return quantity > 1 ? `${quantity} × ${value}` : value;
}

/** Returns to the list as it was left, where one came from it. */
function goBack(event: MouseEvent): void {
  const navigation = (globalThis as {
    navigation?: { canGoBack: boolean; entries(): { url: string }[]; currentEntry: { index: number } };
  }).navigation;
  const before = navigation?.entries()[navigation.currentEntry.index - 1]?.url;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !before || new URL(before).pathname !== thingsPath()) return;
  event.preventDefault();
  history.back();
}

function trashedNote(store: ThingStore, owner: AbortSignal): HTMLElement {
  const restore = async (): Promise<void> => {
    try {
      await store.restoreThing();
      announce("It is restored.");
    } catch (error) {
      notify(`Couldn't restore it: ${messageOf(error)}`);
    }
  };
  const element = el(
    "div",
    { class: "list-problem trashed-note", hidden: true },
    icon("trash"),
    el("p", {}, "This thing is in the trash."),
    el("button", { class: "button small", type: "button", onclick: () => void restore() }, icon("undo"), "Restore"),
  );
  effect(() => void (element.hidden = (store.thing.value?.trashed ?? null) === null), owner);
  return element;
}

function thingActions(store: ThingStore, host: ThingsHost): MenuItem[] {
  const isTrashed = store.thing.peek()?.trashed !== null;
  const duplicate = async (): Promise<void> => {
    try {
      const copy = await store.duplicate();
      host.navigate(thingPath(copy.id));
      announce(`${copy.name} is added.`);
    } catch (error) {
      notify(`Couldn't duplicate it: ${messageOf(error)}`);
    }
  };
  const trash = async (): Promise<void> => {
    const name = store.thing.peek()?.name ?? "The thing";
    try {
      await store.trash();
      host.navigate(thingsPath());
      const message = `${name} is in the trash.`;
      announce(message);
      undoNotice(message, async () => {
        await thingsApi.restore(store.id);
        host.navigate(thingPath(store.id));
      });
    } catch (error) {
      notify(`Couldn't delete it: ${messageOf(error)}`);
    }
  };
  return [
    { icon: "copy", label: "Duplicate", action: () => void duplicate() },
    { icon: "parts", label: "Merge duplicates…", action: () => openMergeDialog(store) },
    { icon: "scan", label: "Print label…", action: () => openLabelsDialog({ ids: [store.id] }) },
    ...(isTrashed ? [] : [{ icon: "trash" as const, label: "Delete", danger: true, action: () => void trash() }]),
  ];
}

function recordings(store: ThingStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "records" });
  const element = group("Recordings", [list]);
  effect(() => {
    const all = store.thing.value?.recordings ?? [];
    element.hidden = all.length === 0;
    list.replaceChildren(...all.map(({ title, created }) =>
      el(
        "li",
        { class: "record" },
        icon("record"),
        el(
          "div",
          { class: "record-words" },
          el("p", { class: "record-title" }, title),
          el("p", { class: "quiet" }, formatDate(new Date(created))),
        ),
      )
    ));
  }, owner);
  return element;
}

function dates(store: ThingStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "quiet thing-dates" });
  effect(() => {
    const thing = store.thing.value;
    if (thing) {
      setText(line, `Added ${formatDate(new Date(thing.created))}, changed ${formatDate(new Date(thing.modified))}`);
    }
  }, owner);
  return line;
}
