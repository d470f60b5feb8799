/**
 * The sheet as the server draws it, under transparent shapes of its rooms, walls and openings that can be selected.
 * It can be moved and zoomed.
 */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { listenToGestures } from "../scene/gestures.ts";
import { el, freshID, setAttribute } from "../ui/dom.ts";
import { pointList, svgEl } from "../ui/svg.ts";
import { acrossLine, acrossRooms } from "./across.ts";
import { footprint, onSheet, openingFootprint } from "./mapping.ts";
import { planFileURL } from "./plan-api.ts";
import type { PlanStore } from "./plan-store.ts";
import { SheetView } from "./sheet-view.ts";
import type { PartKind, PartRef, PlanPoint, Sheet, Storey } from "./types.ts";

export interface PlanDrawing {
  element: HTMLElement;
  /** Shows the whole sheet. */
  fit(): void;
  zoom(factor: number): void;
}

export function planDrawing(store: PlanStore, signal: AbortSignal): PlanDrawing {
  const view = new SheetView();
  const hint = freshID("plan-hint");
  const problem = el("p", { class: "plan-image-problem", role: "status", hidden: true });
  const surface = el("div", {
    class: "plan-surface",
    tabindex: 0,
    role: "application",
    "aria-label": t("The plan's drawing"),
    "aria-describedby": hint,
  }, sheetImage(store, view, problem, signal));
  listenToPlanGestures(surface, store, view, signal);
  listenToPlanKeys(surface, view, signal);
  const observer = new ResizeObserver(() =>
    view.setPane({ width: surface.clientWidth || 1, height: surface.clientHeight || 1 })
  );
  observer.observe(surface);
  signal.addEventListener("abort", () => observer.disconnect());
  const element = el(
    "div",
    { class: "plan-drawing" },
    surface,
    problem,
    el(
      "p",
      { id: hint, class: "visually-hidden" },
      t(
        "Arrow keys move the drawing, plus and minus zoom, Home shows the whole sheet. The list " +
          "beside it has all its parts.",
      ),
    ),
  );
  return { element, fit: () => view.fit(), zoom: (factor) => view.zoom(factor) };
}

function sheetImage(store: PlanStore, view: SheetView, problem: HTMLElement, signal: AbortSignal): SVGElement {
  const image = svgEl("image", { class: "plan-image" });
  const paper = svgEl("rect", { class: "plan-paper" });
  const parts = svgEl("g", { class: "plan-parts" });
  const distances = svgEl("g", { class: "plan-across" });
  const sheet = svgEl("svg", { class: "plan-picture", "aria-hidden": "true" }, paper, image, parts, distances);
  image.addEventListener("load", () => problem.hidden = true);
  image.addEventListener("error", () => {
    problem.textContent = t("The drawing didn't load; only the outlines of the parts are shown.");
    problem.hidden = false;
  });
  const partShapes = computed(() => {
    const sheet = store.sheet.value;
    const storey = store.storey.value;
    return sheet && storey ? shapes(storey, sheet) : [];
  });
  effect(() => parts.replaceChildren(...partShapes.value), signal);
  effect(() => {
    const sheet = store.sheet.value;
    view.setSheet(sheet);
    if (!sheet) return;
    const { sheetUnits, version } = store.loaded.value;
    const file = { format: "svg", storey: sheet.storey, units: sheetUnits, measurements: false } as const;
    const address = planFileURL(store.space, { ...file, download: false, version });
    if (image.getAttribute("href") !== address) image.setAttribute("href", address);
    for (const whole of [image, paper]) {
      setAttribute(whole, "width", sheet.width);
      setAttribute(whole, "height", sheet.height);
    }
  }, signal);
  effect(() => {
    const box = view.viewBox.value;
    if (box) sheet.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }, signal);
  effect(() => {
    markParts(partShapes.value, store);
    distances.replaceChildren(...distanceLines(store));
  }, signal);
  return sheet;
}

function markParts(parts: readonly SVGElement[], store: PlanStore): void {
  const selected = store.selected.value;
  const highlighted = store.highlighted.value;
  for (const shape of parts) {
    const id = shape.getAttribute("data-part");
    shape.classList.toggle("selected", id === selected?.id);
    shape.classList.toggle("lit", id === highlighted);
  }
}

/** From the selected wall to the walls across the rooms beside it. */
function distanceLines(store: PlanStore): SVGElement[] {
  const selected = store.selected.value;
  const sheet = store.sheet.value;
  const storey = store.storey.value;
  const wall = selected?.kind === "wall" ? store.wall(selected.id) : null;
  if (!wall || !sheet || !storey) return [];
  return acrossRooms(wall, storey.rooms).map((one) => {
    const [[x1, y1], [x2, y2]] = acrossLine(wall, one).map((point) => onSheet(sheet, point)) as [PlanPoint, PlanPoint];
    return svgEl("line", { x1, y1, x2, y2 });
  });
}

function listenToPlanGestures(surface: HTMLElement, store: PlanStore, view: SheetView, signal: AbortSignal): void {
  const partAt = (x: number, y: number): PartRef | null => {
    const area = surface.getBoundingClientRect();
    const target = document.elementFromPoint(area.left + x, area.top + y)?.closest("[data-part]");
    const id = target?.getAttribute("data-part");
    return id ? { kind: target?.getAttribute("data-kind") as PartKind, id } : null;
  };
  const gestures = {
    turn: (dx: number, dy: number): void => view.pan(dx, dy),
    move: (dx: number, dy: number): void => view.pan(dx, dy),
    zoom: (factor: number, x: number, y: number): void => view.zoom(factor, x, y),
    twist(): void {},
    hold(): void {},
    release(): void {},
    tap: (x: number, y: number): void => store.select(partAt(x, y)),
    hover(at: { x: number; y: number } | null): void {
      const part = at && partAt(at.x, at.y);
      surface.classList.toggle("over-part", part !== null);
      store.highlight(part?.kind === "room" ? part.id : null);
    },
  };
  listenToGestures(surface, () => gestures, signal);
}

/** Pixels per press of an arrow key. */
const keyStep = 48;

function listenToPlanKeys(surface: HTMLElement, view: SheetView, signal: AbortSignal): void {
  const actions: Record<string, () => void> = {
    ArrowLeft: () => view.pan(keyStep, 0),
    ArrowRight: () => view.pan(-keyStep, 0),
    ArrowUp: () => view.pan(0, keyStep),
    ArrowDown: () => view.pan(0, -keyStep),
    "+": () => view.zoom(0.8),
    "=": () => view.zoom(0.8),
    "-": () => view.zoom(1.25),
    "−": () => view.zoom(1.25),
    Home: () => view.fit(),
    "0": () => view.fit(),
  };
  surface.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    action();
    event.preventDefault();
  }, { signal });
}

/** Walls are above rooms and openings above walls, so that smaller parts can be selected. */
function shapes(storey: Storey, sheet: Sheet): SVGElement[] {
  const shape = (kind: PartKind, id: string, polygon: readonly PlanPoint[], isUnseen = false): SVGElement =>
    svgEl("polygon", {
      class: `plan-part plan-${kind}${isUnseen ? " unseen" : ""}`,
      "data-part": id,
      "data-kind": kind,
      points: pointList(polygon.map((corner) => onSheet(sheet, corner))),
    });
  const walls = new Map(storey.walls.map((wall) => [wall.id, wall]));
  return [
    ...storey.rooms.map((room) => shape("room", room.id, room.polygon, room.isUnseen)),
    ...storey.walls.map((wall) => shape("wall", wall.id, footprint(wall), wall.isUnseen)),
    ...storey.openings.flatMap((opening) => {
      const wall = walls.get(opening.wall);
      return wall ? [shape("opening", opening.id, openingFootprint(opening, wall), opening.isUnseen)] : [];
    }),
  ];
}
