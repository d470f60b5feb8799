/** The page of things: search, filters, grid or table, bulk edits, totals and what is due. */

import { t } from "../../i18n/messages.ts";
import { effect, type Signal, signal, untracked } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { menuButton } from "../../ui/menu.ts";
import { thingPath } from "../../ui/routes.ts";
import { choiceFormat, storedSetting } from "../../ui/stored-setting.ts";
import { topBar } from "../../ui/top-bar.ts";
import { openAddDialog } from "../add/add-dialog.ts";
import { openDuplicatesDialog } from "../duplicates/duplicates-dialog.ts";
import { placeChoices } from "../fields/places.ts";
import { openFindDialog } from "../find/find-dialog.ts";
import { remindersPanel } from "../overview/reminders-panel.ts";
import { totalsPanel } from "../overview/totals-panel.ts";
import { openExportDialog } from "../transfer/export-dialog.ts";
import { openImportDialog } from "../transfer/import-dialog.ts";
import { openLabelsDialog } from "../transfer/labels-dialog.ts";
import { failure, troubleContent } from "../trouble.ts";
import { thingUploads } from "../uploads.ts";
import { uploadsView } from "../uploads-view.ts";
import { bulkBar } from "./bulk-bar.ts";
import { isUnfiltered, parseFilter, queryText, type ThingFilter, unfiltered } from "./filter.ts";
import { listenToKeys } from "./list-keys.ts";
import { keptList, type ThingListStore } from "./list-store.ts";
import { ThingListView, type ViewMode } from "./list-view.ts";
import { countLine, toolbar } from "./toolbar.ts";

/** The part of the application that pages of things use. */
export interface ThingsHost {
  navigate(path: string): void;
}

export interface ThingsPage {
  element: HTMLElement;
  title: string;
  shown(): void;
  dispose(): void;
}

const viewSetting = storedSetting<ViewMode>("diorama.things-view", choiceFormat(["grid", "table"], "grid"));

export async function thingsPage(host: ThingsHost): Promise<ThingsPage> {
  await loadStyle("things.css");
  const controller = new AbortController();
  const owner = controller.signal;
  const { store, isKept } = keptList(parseFilter(location.search));
  const view = new ThingListView(store, owner);
  const hasOverview = signal(new URLSearchParams(location.search).get("panel") === "overview");
  const writeAddress = (): void => replaceAddress(store.filter.peek(), hasOverview.peek());
  const change = (filter: Partial<ThingFilter>): void => {
    store.change(filter);
    writeAddress();
  };
  const add = (): void => void openAdd(store, host);
  const tools = toolbar(store, change, viewSetting, owner);
  const bulk = bulkBar(store, { printLabels: (ids) => openLabelsDialog({ ids }) }, owner);
  const main = el(
    "main",
    { id: "main", class: "library things-page", tabindex: -1 },
    head(store, hasOverview, { add, find: () => openFind(store, host) }, owner),
    overview(store, hasOverview, change, owner),
    tools.element,
    uploadsView(owner),
    bulk,
    moreProblem(store, owner),
    troubleMessage(store, change, add, owner),
    view.element,
  );
  const element = el("div", { class: "page", "data-state": "loading" }, topBar("things"), main);
  effect(() => void (element.dataset.state = stateOf(store)), owner);
  effect(() => {
    void hasOverview.value;
    if (element.isConnected) writeAddress();
  }, owner);
  listenToKeys(store, view, { search: tools.search, add }, owner);
  listenToChanges(store, owner);
  return {
    element,
    title: t("Things"),
    shown: () => {
      view.start(() => viewSetting.value);
      void placeChoices.load();
      void thingUploads.start();
      if (isKept) restore(store, view);
      void (isKept ? store.refresh(view.range.first, view.range.last) : store.load());
      if (new URLSearchParams(location.search).has("add")) {
        writeAddress();
        add();
      }
    },
    dispose: () => {
      store.scroll = scrollY;
      controller.abort();
    },
  };
}

function replaceAddress(filter: ThingFilter, hasOverview: boolean): void {
  const query = [queryText(filter), hasOverview ? "panel=overview" : ""].filter((part) => part !== "").join("&");
  history.replaceState(history.state, "", query === "" ? "/things" : `/things?${query}`);
}

/** Scrolls to where the list was left. */
function restore(store: ThingListStore, view: ThingListView): void {
  scrollTo(0, store.scroll);
  requestAnimationFrame(() => {
    if (view.element.isConnected) scrollTo(0, store.scroll);
  });
}

function stateOf(store: ThingListStore): string {
  const { total, problem } = store.rows;
  if (total.value === null) return problem.value === "" ? "loading" : "failed";
  return total.value > 0 ? "ready" : isUnfiltered(store.filter.value) ? "empty-things" : "no-match";
}

function listenToChanges(store: ThingListStore, owner: AbortSignal): void {
  effect(() => {
    const thing = thingUploads.delivered.value;
    if (thing) untracked(() => store.update(thing));
  }, owner);
  // Changes made in other tabs and on other devices.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void store.reload();
  }, { signal: owner });
  addEventListener("online", () => void store.reload(), { signal: owner });
}

function openFind(store: ThingListStore, host: ThingsHost): void {
  openFindDialog({
    open: (thing) => host.navigate(thingPath(thing)),
    add: (photo) => void openAdd(store, host, [photo]),
  });
}

async function openAdd(store: ThingListStore, host: ThingsHost, photos: readonly File[] = []): Promise<void> {
  if (document.querySelector("dialog[open]")) return;
  const { category, place: id } = store.filter.peek();
  if (id !== null && !placeChoices.find(id)) await placeChoices.load();
  const place = id === null ? null : placeChoices.find(id) ?? null;
  openAddDialog({
    categories: () => store.words.peek().categories,
    added: () => void store.reload(),
    open: (thing) => host.navigate(thingPath(thing)),
  }, { category, place, photos });
}

function head(
  store: ThingListStore,
  hasOverview: Signal<boolean>,
  { add, find }: { add: () => void; find: () => void },
  owner: AbortSignal,
): HTMLElement {
  const toggle = el(
    "button",
    { class: "button", type: "button", onclick: () => hasOverview.value = !hasOverview.peek() },
    icon("chart"),
    el("span", {}, t("Totals and due")),
  );
  effect(() => toggle.setAttribute("aria-expanded", String(hasOverview.value)), owner);
  const more = menuButton(t("More"), () => [
    { icon: "camera", label: t("Find by photo…"), action: find },
    { icon: "copy", label: t("Find duplicates…"), action: () => openDuplicatesDialog(() => void store.reload()) },
    { icon: "file", label: t("Import…"), action: () => openImportDialog(() => store.reload()) },
    { icon: "download", label: t("Export…"), action: () => openExportDialog(store.filter.peek().place) },
    { icon: "scan", label: t("Print labels…"), action: () => openLabelsDialog({ place: store.filter.peek().place }) },
  ]);
  const newButton = el(
    "button",
    { class: "button primary add-thing", type: "button", "aria-keyshortcuts": "n", onclick: add },
    icon("add"),
    t("Add"),
  );
  return el(
    "div",
    { class: "list-head things-head" },
    el("h1", {}, t("Things")),
    countLine(store, owner),
    el("div", { class: "things-actions" }, toggle, more, newButton),
  );
}

function overview(
  store: ThingListStore,
  hasOverview: Signal<boolean>,
  change: (filter: Partial<ThingFilter>) => void,
  owner: AbortSignal,
): HTMLElement {
  const element = el("div", { class: "panels things-overview", hidden: true });
  effect(() => {
    element.hidden = !hasOverview.value;
    if (!hasOverview.value) return;
    const open = new AbortController();
    const changes = (): unknown => store.rows.total.value;
    element.replaceChildren(
      totalsPanel(
        (by, key) => {
          if (by !== "currency") change({ ...unfiltered, order: store.filter.peek().order, [by]: key });
        },
        changes,
        open.signal,
      ),
      remindersPanel(changes, open.signal),
    );
    return () => open.abort();
  }, owner);
  return element;
}

/** Further rows could not be fetched. */
function moreProblem(store: ThingListStore, owner: AbortSignal): HTMLElement {
  const text = el("p", {});
  const retry = (): void => void store.rows.want(store.rows.fetched);
  const element = el(
    "div",
    { class: "list-problem", role: "alert", hidden: true },
    icon("warning"),
    text,
    el("button", { class: "button small", type: "button", onclick: retry }, icon("retry"), t("Try again")),
  );
  effect(() => {
    const problem = store.rows.problem.value;
    element.hidden = problem === "" || store.rows.total.value === null;
    text.textContent = t("Couldn't fetch more things. {problem}", { problem });
  }, owner);
  return element;
}

function troubleMessage(
  store: ThingListStore,
  change: (filter: Partial<ThingFilter>) => void,
  add: () => void,
  owner: AbortSignal,
): HTMLElement {
  const element = el("div", { class: "trouble things-trouble", hidden: true });
  const button = (name: string, image: "add" | "file" | "close", act: () => void, isPrimary = false): HTMLElement =>
    el("button", { class: isPrimary ? "button primary" : "button", type: "button", onclick: act }, icon(image), name);
  effect(() => {
    const state = stateOf(store);
    element.hidden = state === "ready" || state === "loading";
    element.classList.toggle("calm", state !== "failed");
    if (state === "failed" && store.isPrivate.value) {
      element.replaceChildren(...troubleContent({
        icon: "lock",
        title: t("The things of this library are private"),
        text: t("Only its owner sees them."),
      }));
    } else if (state === "failed") {
      element.replaceChildren(...troubleContent(failure(store.rows.problem.value, () => void store.load())));
    } else if (state === "no-match") {
      element.replaceChildren(...troubleContent({
        icon: "search",
        title: t("No thing fits"),
        text: t("Search for fewer words, or clear the filters."),
        actions: [
          button(t("Clear filters"), "close", () => change({ ...unfiltered, order: store.filter.peek().order })),
        ],
      }));
    } else if (state === "empty-things") {
      element.replaceChildren(...troubleContent({
        icon: "thing",
        title: t("No things yet"),
        text: t(
          "Take a photo of something you own and give it a name. Later you find it, its value and its " +
            "receipt.",
        ),
        actions: [
          button(t("Add a thing"), "add", add, true),
          button(t("Import a table"), "file", () => openImportDialog(() => store.reload())),
        ],
      }));
    }
  }, owner);
  return element;
}
