/** The measure tool: ties pointer, fingers and keys over the place to what is measured, and draws it. Loaded when it is first opened. */

import type { FloorPlan } from "../plan/types.ts";
import type { Place } from "../scene/place.ts";
import { undoNotice } from "../memories/undo-notice.ts";
import { announce } from "../ui/announce.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { units } from "../ui/units.ts";
import { Aiming } from "./aiming.ts";
import { acceptsPoints, canFinish, type Draft, isEmpty, takesPoints } from "./draft.ts";
import { behindSurfaces, shownPoints } from "./behind.ts";
import type { Pixel } from "./figures.ts";
import { hintFor, kindOf, snapMarks } from "./kinds.ts";
import { measureApi } from "./measure-api.ts";
import { MeasureStore } from "./measure-store.ts";
import { type Drawn, MeasureOverlay } from "./overlay.ts";
import { measurePanel } from "./panel.ts";
import { lineOf, type Measurement, type MeasurementsAnswer, type MeasurePoint, shortText } from "./types.ts";

export interface MeasureTool {
  readonly isOpen: boolean;
  open(): Promise<void>;
  close(): void;
}

export interface MeasureParts {
  space: string;
  area: HTMLElement;
  /** Holds the picture; what is drawn lies over it. */
  stage: HTMLElement;
  place: Place;
  answer: MeasurementsAnswer;
  plan(): Promise<FloorPlan | null>;
  changed(open: boolean): void;
  signal: AbortSignal;
}

/** Milliseconds of rest before what stands before a value is looked for. */
const rest = 180;

export async function measureTool(parts: MeasureParts): Promise<MeasureTool> {
  const { area, stage, place, signal } = parts;
  await Promise.all([loadStyle("tools.css"), loadStyle("measure.css")]);
  const store = new MeasureStore(parts.space, parts.answer);
  const touch = matchMedia("(pointer: coarse)");
  let isOpen = false;
  let inner = new AbortController();
  let byKeys = false;
  let held: { id: string | null; index: number; before: Draft; points: MeasurePoint[] } | null = null;
  let hidden = new Set<string>();
  let resting = 0;
  let spoken = "";
  let offered = false;

  const aiming = new Aiming(store, place, () => isOpen, redraw, signal);

  const overlay = new MeasureOverlay({
    grab(id, index): void {
      const one = id === null ? null : store.selected;
      held = { id, index, before: store.draft, points: [...(one?.points ?? store.draft.points)] };
      aiming.leave();
    },
    drag: (x, y) => void drag(x, y),
    drop: () => void drop(),
    select: (id) => store.select(id),
  });
  const panel = measurePanel(store, {
    close,
    placePoint: () => void placeInMiddle(),
    undo: () => void step("undo"),
    redo: () => void step("redo"),
    save,
    fly,
    rename: (one, name) => store.rename(one, name),
    trash: (one) => void trash(one),
  }, signal);
  signal.addEventListener("abort", () => {
    inner.abort();
    store.dispose();
  });
  store.listen(() => {
    redraw();
    say();
    void offer();
  });
  units.listen(() => redraw(), signal);

  function middle(): Pixel {
    const { width, height, top, bottom } = place.viewer.frame;
    return [width / 2, (top + height - bottom) / 2];
  }

  const showsCross = (): boolean => (touch.matches || byKeys) && acceptsPoints(store.draft);

  const placeInMiddle = (): Promise<void> => aiming.put(...middle());

  // Dragging a point

  async function drag(x: number, y: number): Promise<void> {
    const now = held;
    const found = await aiming.under(x, y).catch(() => null);
    if (!now || held !== now || !found) return;
    store.radius = found.radius;
    const point: MeasurePoint = { at: found.at, snap: store.snap };
    now.points[now.index] = point;
    if (now.id === null) store.drag(now.index, point);
    else redraw();
  }

  async function drop(): Promise<void> {
    const now = held;
    held = null;
    if (!now) return;
    if (now.id === null) return store.dropped(now.before);
    const one = store.saved.find(({ id }) => id === now.id);
    if (!one) return;
    try {
      await store.move(one, now.points);
    } catch (error) {
      notify(`Couldn't move the point: ${messageOf(error)}`);
      redraw();
    }
  }

  // What is kept

  async function save(name: string): Promise<void> {
    try {
      const made = await store.save(name);
      announce(`Kept as ${made.name}.`);
    } catch (error) {
      notify(`Couldn't keep it: ${messageOf(error)}`);
    }
  }

  async function trash(one: Measurement): Promise<void> {
    try {
      const back = await store.trash(one);
      announce("Deleted.");
      undoNotice(`${one.name} is in the trash.`, back);
    } catch (error) {
      notify(`Couldn't delete it: ${messageOf(error)}`);
    }
  }

  function fly(one: Measurement): void {
    store.select(one.id);
    const points = shownPoints(one, place.origin);
    if (points.length > 0) place.navigator?.show(points);
    announce(`${one.name}: ${lineOf(one, units.current)}`);
  }

  async function step(way: "undo" | "redo"): Promise<void> {
    try {
      const done = await store.history[way]();
      if (done) announce(`${way === "undo" ? "Taken back" : "Done again"}: ${done.words}.`);
    } catch (error) {
      notify(`Couldn't ${way} it: ${messageOf(error)}`);
    }
  }

  // Keys

  function key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest(".plan-pane, .sheet-over, dialog")) return;
    const isField = target.closest("input:not([type=radio]), textarea, select") !== null;
    const isButton = target.closest("button, a, input") !== null;
    const name = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (name === "z" || name === "y")) {
      if (isField) return;
      void step(name === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.ctrlKey || event.metaKey) return;
    else if (event.key === "Escape") {
      if (isEmpty(store.draft)) close();
      else store.clear();
    } else if (isField) return;
    else if (event.key === "Backspace" || event.key === "Delete") store.removeLast();
    else if (event.key === "Enter" && !isButton) {
      if (canFinish(store.draft)) store.finish();
      else return;
    } else if (event.key === " " && !isButton) void placeInMiddle();
    else {
      if (event.key.startsWith("Arrow") && target.matches("canvas")) {
        byKeys = true;
        redraw();
      }
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Drawing

  function redraw(): void {
    if (isOpen) place.viewer.invalidate();
  }

  function draw(): void {
    // The sand table has other hands.
    if (place.mode !== "look") return close();
    const { eye } = place.viewer;
    const { draft, result, selected } = store;
    const cross = showsCross() ? middle() : null;
    const kept = store.saved.map((one): Drawn => ({
      id: one.id,
      kind: one.kind,
      points: held?.id === one.id ? held.points : one.points,
      label: held?.id === one.id ? "…" : shortText(one, units.current),
      selected: one.id === selected?.id,
      handles: one.id === selected?.id && store.canEdit && isEmpty(draft),
      behind: hidden.has(one.id),
    }));
    const made: Drawn[] = draft.points.length === 0 ? [] : [{
      id: null,
      kind: draft.kind,
      points: draft.points,
      label: result ? lineOf(result, units.current) : "",
      selected: false,
      handles: true,
      behind: false,
    }];
    overlay.element.classList.toggle("drafting", !isEmpty(draft) && !draft.finished);
    const last = takesPoints(draft) ? draft.points.at(-1) : undefined;
    overlay.draw({
      eye,
      origin: place.origin,
      drawn: [...kept, ...made],
      mark: aiming.mark,
      from: last?.at ?? null,
      crosshair: cross,
    });
    clearTimeout(resting);
    resting = setTimeout(() => void settled(cross), rest);
  }

  /** The picture rests: what lies under the crosshair, and which values have something before them. */
  async function settled(cross: Pixel | null): Promise<void> {
    if (!isOpen) return;
    if (cross && !held) await aiming.at(...cross);
    const found = await behindSurfaces(place, store.saved);
    if (!isOpen || (found.size === hidden.size && [...found].every((id) => hidden.has(id)))) return;
    hidden = found;
    redraw();
  }

  /** New values are heard, and what to do next. */
  function say(): void {
    const { draft, result } = store;
    const words = result
      ? `${kindOf(draft.kind).label}: ${lineOf(result, units.current)}`
      : store.problem !== ""
      ? store.problem
      : draft.points.length > 0
      ? `Point ${draft.points.length}, on a ${snapMarks[draft.points.at(-1)!.snap].word}. ${
        hintFor(draft.kind, draft.points.length)
      }`
      : "";
    if (words === spoken) return;
    spoken = words;
    if (words !== "" && isOpen) announce(words);
  }

  // The way in and out

  async function open(): Promise<void> {
    if (isOpen) return;
    if (place.mode !== "look") await place.setMode("look");
    isOpen = true;
    inner = new AbortController();
    stage.append(overlay.element);
    area.append(panel.element);
    area.classList.add("has-measure");
    place.viewer.afterDraw(draw, inner.signal);
    place.watch({
      hover(at): void {
        if (held) return;
        byKeys = false;
        if (at) return void aiming.at(at.x, at.y);
        aiming.leave();
      },
      tap(x, y): boolean {
        if (place.mode !== "look") return false;
        void aiming.put(x, y);
        return true;
      },
    }, inner.signal);
    area.addEventListener("keydown", key, { capture: true, signal: inner.signal });
    parts.changed(true);
    panel.focus();
    announce("Measuring.");
    redraw();
    void place.preparePicking().catch((error) => notify(`Measuring didn't start. ${messageOf(error)}`));
  }

  /** Rooms and things that can be measured as a whole, once a kind asks for them; without them there are still points. */
  async function offer(): Promise<void> {
    if (offered || !kindOf(store.draft.kind).rooms) return;
    offered = true;
    const [plan, objects] = await Promise.all([
      parts.plan().catch(() => null),
      measureApi.objects(parts.space).catch(() => []),
    ]);
    if (!signal.aborted) panel.offer(plan, objects);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    inner.abort();
    clearTimeout(resting);
    aiming.leave();
    overlay.element.remove();
    panel.element.remove();
    area.classList.remove("has-measure");
    parts.changed(false);
  }

  return {
    get isOpen(): boolean {
      return isOpen;
    },
    open,
    close,
  };
}
