/** The page of a thing: photos, fields, files, loans, maintenance, recordings. */

import type { ThingWords } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, signal, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { formatDate } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { recordingPath, spaceThingPath, thingPath, thingsPath } from "../../ui/routes.ts";
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
import { openShareDialog } from "./share-dialog.ts";
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
    if (element.isConnected) document.title = t("{name} · Diorama", { name: thing.name });
  }, owner);
  listenToChanges(store, owner);
  return {
    element,
    title: t("Thing"),
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
    const link = el("a", { class: "button", href: thingsPath() }, t("All things"));
    trouble.replaceChildren(
      ...troubleContent({
        icon: "thing",
        title: t("There is no such thing"),
        text: t("It may have been deleted permanently."),
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
    group(t("Files"), [attachments(store, owner)]),
    group(t("Loans"), [loans(store, owner)]),
    group(t("Maintenance"), [maintenanceLog(store, owner)]),
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
    "aria-label": t("Name"),
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
  const space = el("a", { class: "button", href: "" }, icon("place"), t("In the space"));
  const actions = menuButton(t("Actions"), () => thingActions(store, host));
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
      "aria-label": t("Back to things"),
      title: t("Back to things"),
      onclick: goBack,
    }, icon("back")),
    el(
      "div",
      { class: "thing-heading" },
      el("h1", { class: "visually-hidden" }, t("Thing")),
      name,
      fieldStatus(store, "name", t("Name"), owner),
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
      announce(t("It is restored."));
    } catch (error) {
      notify(t("Couldn't restore it: {problem}", { problem: messageOf(error) }));
    }
  };
  const element = el(
    "div",
    { class: "list-problem trashed-note", hidden: true },
    icon("trash"),
    el("p", {}, t("This thing is in the trash.")),
    el("button", { class: "button small", type: "button", onclick: () => void restore() }, icon("undo"), t("Restore")),
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
      announce(t("{name} is added.", { name: copy.name }));
    } catch (error) {
      notify(t("Couldn't duplicate it: {problem}", { problem: messageOf(error) }));
    }
  };
  const trash = async (): Promise<void> => {
    const name = store.thing.peek()?.name ?? t("The thing");
    try {
      await store.trash();
      host.navigate(thingsPath());
      const message = t("{name} is in the trash.", { name });
      announce(message);
      undoNotice(message, async () => {
        await thingsApi.restore(store.id);
        host.navigate(thingPath(store.id));
      });
    } catch (error) {
      notify(t("Couldn't delete it: {problem}", { problem: messageOf(error) }));
    }
  };
  return [
    { icon: "copy", label: t("Duplicate"), action: () => void duplicate() },
    { icon: "parts", label: t("Merge duplicates…"), action: () => openMergeDialog(store) },
    ...(isTrashed ? [] : [{ icon: "share" as const, label: t("Share…"), action: () => openShareDialog(store) }]),
    { icon: "scan", label: t("Print label…"), action: () => openLabelsDialog({ ids: [store.id] }) },
    ...(isTrashed ? [] : [{ icon: "trash" as const, label: t("Delete"), danger: true, action: () => void trash() }]),
  ];
}

function recordings(store: ThingStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "records" });
  const element = group(t("Recordings"), [list]);
  effect(() => {
    const all = store.thing.value?.recordings ?? [];
    element.hidden = all.length === 0;
    list.replaceChildren(...all.map(({ id, title, created }) =>
      el(
        "li",
        { class: "record" },
        icon("record"),
        el(
          "div",
          { class: "record-words" },
          el("a", { class: "record-title", href: recordingPath(id) }, title),
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
      setText(
        line,
        t("Added {date}, changed {date2}", {
          date: formatDate(new Date(thing.created)),
          date2: formatDate(new Date(thing.modified)),
        }),
      );
    }
  }, owner);
  return line;
}
