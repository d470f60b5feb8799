/** The page of the places: their tree beside what is known of the selected one. */

import { t } from "../i18n/messages.ts";
import { PlaceActions } from "../places/place-actions.ts";
import { placeDetails } from "../places/place-details.ts";
import { PlacesStore } from "../places/places-store.ts";
import { treeView } from "../places/tree-view.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { formatCount } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { placesPath, thingsPath } from "../ui/routes.ts";
import { topBar } from "../ui/top-bar.ts";
import type { App, Page } from "./page.ts";
import { unreachableHelp } from "./unreachable-help.ts";

export function placesPage(app: App): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new PlacesStore(owner);
  const actions = new PlaceActions(store, (path) => app.navigate(path));
  const count = el("p", { class: "list-count" });
  const content = el(
    "div",
    { class: "places-content" },
    treeView(store, actions, owner),
    placeDetails(store, actions, owner),
  );
  const skeleton = el(
    "div",
    { class: "places-skeleton", "aria-hidden": "true" },
    ...Array.from({ length: 6 }, (_, at) => el("div", { class: at % 2 === 0 ? "bone" : "bone short" })),
  );
  const main = el(
    "main",
    { id: "main", class: "sheet places", tabindex: -1 },
    el("div", { class: "list-head" }, el("h1", {}, t("Places")), count, headButtons(actions)),
    troubleMessage(store, owner),
    emptyMessage(store, actions, owner),
    skeleton,
    content,
  );
  const element = el("div", { class: "page", "data-state": "loading" }, topBar("places"), main);
  const isEmpty = computed(() => store.places.value.length === 0);
  effect(() => {
    const { state } = store.phase.value;
    element.dataset.state = state;
    skeleton.hidden = state !== "loading";
    content.hidden = state !== "ready" || isEmpty.value;
    setText(count, state === "ready" && !isEmpty.value ? formatCount(store.places.value.length) : "");
  }, owner);
  const shown = async (): Promise<void> => {
    await store.load();
    if (!owner.aborted) selectFromAddress(store, owner);
  };
  // Changes made in other tabs.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void store.load();
  }, { signal: owner });
  return { element, title: t("Places"), shown: () => void shown(), dispose: () => controller.abort() };
}

/** Selects the place of the address, and keeps the selected one in it. */
function selectFromAddress(store: PlacesStore, owner: AbortSignal): void {
  const wanted = new URLSearchParams(location.search).get("place");
  if (wanted !== null && store.places.peek().some(({ id }) => id === wanted)) store.select(wanted);
  let isFirst = true;
  effect(() => {
    const path = placesPath(store.selected.value?.id);
    if (!isFirst && path !== location.pathname + location.search) history.replaceState(history.state, "", path);
    isFirst = false;
  }, owner);
}

function headButtons(actions: PlaceActions): HTMLElement {
  return el(
    "div",
    { class: "places-actions" },
    el("a", { class: "button", href: thingsPath() }, icon("thing"), t("All things")),
    el(
      "button",
      { class: "button primary", type: "button", onclick: () => actions.add(null) },
      icon("add"),
      t("Add a place"),
    ),
  );
}

function emptyMessage(store: PlacesStore, actions: PlaceActions, owner: AbortSignal): HTMLElement {
  const element = el(
    "div",
    { class: "trouble calm", hidden: true },
    icon("shelves"),
    el("p", { class: "trouble-title" }, t("No places yet")),
    el("p", {}, t("Rooms, shelves and boxes, one in the other. Things are found by where they are.")),
    el(
      "button",
      { class: "button", type: "button", onclick: () => actions.add(null) },
      icon("add"),
      t("Add the first place"),
    ),
  );
  effect(() => {
    element.hidden = store.phase.value.state !== "ready" || store.places.value.length > 0;
  }, owner);
  return element;
}

function troubleMessage(store: PlacesStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "trouble", role: "alert", hidden: true });
  effect(() => {
    const phase = store.phase.value;
    element.hidden = phase.state !== "failed";
    if (phase.state !== "failed") return;
    const retry = el(
      "button",
      { class: "button", type: "button", onclick: () => void store.load() },
      icon("retry"),
      t("Try again"),
    );
    element.replaceChildren(...unreachableHelp(phase.message, t("your places are stored safely.")), retry);
  }, owner);
  return element;
}
