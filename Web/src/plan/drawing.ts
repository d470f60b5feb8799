/** The sheet as the server drew it, with a transparent layer over it whose rooms, walls and openings can be touched. It is moved and zoomed. */

import { listenToGestures } from "../scene/gestures.ts";
import { el, freshID, setAttribute } from "../ui/dom.ts";
import { pointList, svgEl } from "../ui/svg.ts";
import { acrossLine, acrossRooms } from "./across.ts";
import { footprint, onSheet, openingFootprint } from "./mapping.ts";
import { planFileURL } from "./plan-api.ts";
import type { PlanStore } from "./plan-store.ts";
import type { PartKind, PartRef, PlanPoint, Sheet, Storey } from "./types.ts";
import { panned, resized, type Size, type ViewBox, wholeSheet, zoomed } from "./viewport.ts";

export interface Drawing {
  element: HTMLElement;
  /** The whole sheet. */
  fit(): void;
  zoom(factor: number): void;
  refresh(): void;
}

export function planDrawing(store: PlanStore, signal: AbortSignal): Drawing {
  const hint = freshID("plan-hint");
  const image = svgEl("image", { class: "plan-image" });
  const paper = svgEl("rect", { class: "plan-paper" });
  const parts = svgEl("g", { class: "plan-parts" });
  const measures = svgEl("g", { class: "plan-across" });
  const picture = svgEl("svg", { class: "plan-picture", "aria-hidden": "true" }, paper, image, parts, measures);
  const failed = el("p", { class: "plan-image-problem", role: "status", hidden: true });
  const surface = el("div", {
    class: "plan-surface",
    tabindex: 0,
    role: "application",
    "aria-label": "The plan's drawing",
    "aria-describedby": hint,
  }, picture);
  const element = el(
    "div",
    { class: "plan-drawing" },
    surface,
    failed,
    el(
      "p",
      { id: hint, class: "visually-hidden" },
      "Arrow keys move the drawing, plus and minus zoom, Home shows all of it. The list beside it holds all its parts.",
    ),
  );
  let box: ViewBox | null = null;
  let pane: Size = { width: 1, height: 1 };
  let shown: Sheet | null = null;
  let moved = false; // by a person; until then the whole sheet stays in sight

  function refresh(): void {
    const { sheet, storey } = store;
    const another = sheet?.storey !== shown?.storey || sheet?.width !== shown?.width || sheet?.height !== shown?.height;
    shown = sheet;
    if (!sheet || !storey) {
      parts.replaceChildren();
      return;
    }
    const file = { format: "svg", storey: sheet.storey, units: store.units, measurements: false } as const;
    const address = planFileURL(store.space, { ...file, download: false, version: store.version });
    if (image.getAttribute("href") !== address) image.setAttribute("href", address);
    for (const whole of [image, paper]) {
      setAttribute(whole, "width", sheet.width);
      setAttribute(whole, "height", sheet.height);
    }
    parts.replaceChildren(...shapes(storey, sheet));
    if (another || !moved) fit();
    mark();
  }

  image.addEventListener("load", () => failed.hidden = true);
  image.addEventListener("error", () => {
    failed.textContent = "The drawing didn't load; the plan's parts are shown without it.";
    failed.hidden = false;
  });

  /** Which part is selected, which room is lit, and how far it is across. */
  function mark(): void {
    const { selected, lit } = store;
    for (const shape of parts.children) {
      const id = shape.getAttribute("data-part");
      shape.classList.toggle("selected", id === selected?.id);
      shape.classList.toggle("lit", id === lit);
    }
    const wall = selected?.kind === "wall" ? store.wall(selected.id) : null;
    const { sheet, storey } = store;
    const lines = wall && sheet && storey ? acrossRooms(wall, storey.rooms).map((one) => acrossLine(wall, one)) : [];
    measures.replaceChildren(
      ...lines.map((line) => {
        const [[x1, y1], [x2, y2]] = line.map((point) => onSheet(sheet!, point)) as [PlanPoint, PlanPoint];
        return svgEl("line", { x1, y1, x2, y2 });
      }),
    );
  }

  function show(next: ViewBox): void {
    box = next;
    picture.setAttribute("viewBox", `${next.x} ${next.y} ${next.width} ${next.height}`);
  }

  function fit(): void {
    moved = false;
    if (shown) show(wholeSheet(shown, pane));
  }

  function zoom(factor: number, x = 0.5, y = 0.5): void {
    if (!box || !shown) return;
    moved = true;
    show(zoomed(box, factor, x, y, shown));
  }

  /** Pixels. */
  function pan(dx: number, dy: number): void {
    if (!box || !shown) return;
    moved = true;
    show(panned(box, dx / pane.width, dy / pane.height, shown));
  }

  const partAt = (x: number, y: number): PartRef | null => {
    const area = surface.getBoundingClientRect();
    const target = document.elementFromPoint(area.left + x, area.top + y)?.closest("[data-part]");
    const id = target?.getAttribute("data-part");
    return id ? { kind: target?.getAttribute("data-kind") as PartKind, id } : null;
  };
  const gestures = {
    turn: pan,
    move: pan,
    zoom: (factor: number, x: number, y: number): void => zoom(factor, x / pane.width, y / pane.height),
    twist(): void {},
    hold(): void {},
    release(): void {},
    tap: (x: number, y: number): void => store.select(partAt(x, y)),
    hover(at: { x: number; y: number } | null): void {
      const part = at && partAt(at.x, at.y);
      surface.classList.toggle("over-part", part !== null);
      store.light(part?.kind === "room" ? part.id : null);
    },
  };
  listenToGestures(surface, () => gestures, signal);

  surface.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 48;
    const [x, y] = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) pan((x ?? 0) * step, (y ?? 0) * step);
    else if (event.key === "+" || event.key === "=") zoom(0.8);
    else if (event.key === "-" || event.key === "−") zoom(1.25);
    else if (event.key === "Home" || event.key === "0") fit();
    else return;
    event.preventDefault();
  }, { signal });

  const observer = new ResizeObserver(() => {
    pane = { width: surface.clientWidth || 1, height: surface.clientHeight || 1 };
    if (!box || !moved) fit();
    else show(resized(box, pane));
  });
  observer.observe(surface);
  signal.addEventListener("abort", () => observer.disconnect());
  store.listen((change) => {
    if (change === "plan" || change === "storey") refresh();
    else if (change === "selection" || change === "light") mark();
  });
  refresh();
  return { element, fit, zoom, refresh };
}

/** Rooms lie below walls, walls below openings: what is smaller can be touched. */
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
