/** The page of a space: the 3D view with its bar, controls, tools and memories. */

import { exportedToken } from "../api/exported.ts";
import { mayPin } from "../api/me.ts";
import type { Pin } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { SpaceThings } from "../space-things/space-things.ts";
import { SpaceMemories } from "../memories/space-memories.ts";
import { outboxButton } from "../memories/outbox-view.ts";
import { computed, effect, signal, untracked } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { type ScanPanel, scanPanel } from "../ui/scan-panel.ts";
import { Sheets } from "../ui/sheet.ts";
import type { App, Page } from "./page.ts";
import { partsButton } from "./parts-sheet.ts";
import { spaceBar } from "./space-bar.ts";
import { spaceButtons } from "./space-buttons.ts";
import { detailStatus, failureStatus, loadingStatus } from "./space-status.ts";
import { SpaceStore } from "./space-store.ts";
import { backdrop, SpaceView } from "./space-view.ts";

export interface SpacePageOptions {
  /** The visitor came by a link and has no library to go back to. */
  guest: boolean;
  /** The live session to open. */
  liveCode?: string | null;
}

export function spacePage(app: App, id: string, { guest, liveCode = null }: SpacePageOptions = { guest: false }): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const scan = signal<ScanPanel | null>(null);
  const stage = el("div", { class: "stage" });
  const area = el(
    "main",
    { id: "main", class: "place", tabindex: -1, "aria-busy": "true", "data-state": "loading" },
    stage,
  );
  const sheets = new Sheets(area);
  const view: SpaceView = new SpaceView({
    id,
    area,
    stage,
    sheets,
    bar: () => bar.element,
    isOwner: () => store.isOwner.peek(),
    mayPin: () => {
      const visitor = store.visitor.peek();
      return visitor !== null && mayPin(visitor, id);
    },
    liveCode,
    scanPanel: () => scan.peek(),
  }, owner);
  const store: SpaceStore = new SpaceStore(id, view, owner);
  const bar = spaceBar(app, store, view.model, { guest }, owner);
  const [canvas, veil, hint] = view.elements;
  stage.append(
    backdrop(store.space, owner),
    canvas!,
    veil!,
    loadingStatus(store, owner),
    detailStatus(store, owner),
    failureStatus(store, owner),
    hint!,
  );
  effect(() => {
    const { state } = store.phase.value;
    area.dataset.state = state;
    area.setAttribute("aria-busy", String(state === "loading"));
  }, owner);
  effect(() => {
    const { state } = store.detail.value;
    if (state === "coarse" || state === "finest") area.dataset.detail = state;
  }, owner);
  const report = computed(() => store.space.value?.report ?? null);
  effect(() => {
    if (!report.value || scan.peek()) return;
    const panel = scanPanel(report.value, () => view.updateInsets(), owner);
    scan.value = panel;
    area.append(panel.panel);
    bar.actions.prepend(panel.button);
  }, owner);
  const isReady = computed(() => store.phase.value.state === "ready");
  effect(() => {
    if (isReady.value) untracked(() => showReady(store, view, sheets, area, bar.actions, owner));
  }, owner);
  return {
    element: el("div", { class: "place-page" }, bar.element, area),
    title: t("Space"),
    shown: () => void store.load(),
    dispose: () => controller.abort(),
  };
}

/** Adds what needs the 3D view: memories, and the buttons of the bar. */
function showReady(
  store: SpaceStore,
  view: SpaceView,
  sheets: Sheets,
  area: HTMLElement,
  actions: HTMLElement,
  owner: AbortSignal,
): void {
  const name = (): string => store.space.peek()?.name ?? t("This space");
  announce(t("{name} is open.", { name: name() }));
  view.focus();
  const { table } = view;
  effect(() => void area.classList.toggle("has-sheet", sheets.current.value !== null), owner);
  const visitor = store.visitor.peek();
  const memories = new SpaceMemories({
    ...{ space: store.id, table, sheets, visitor },
    replay: (address, title) => view.replay(address, title),
  }, owner);
  const openList = (): void => memories.openList();
  const pins = (): readonly Pin[] => memories.store.pins.peek();
  const things = thingsOf(store, view, { sheets, memories }, owner);
  actions.prepend(
    outboxButton(sheets, owner),
    ...(things?.button ? [things.button] : []),
    partsButton(view.model, sheets, () => view.redraw(), owner),
    ...spaceButtons({ space: store.id, name, visitor, sheets, table, openList, pins }, owner),
  );
}

/** Things and objects, for those who may add something to them. */
function thingsOf(
  { id: space, visitor }: SpaceStore,
  { table }: SpaceView,
  parts: { sheets: Sheets; memories: SpaceMemories },
  owner: AbortSignal,
): SpaceThings | null {
  const who = visitor.peek();
  if (who === null || exportedToken !== null || !mayPin(who, space)) return null;
  return new SpaceThings({ space, table, ...parts, isOwner: who.kind === "owner", mayPin: true }, owner);
}
