/** The plan tool: its pane, and the room that is lit in the pane and in the place at once. Loaded when it is first opened. */

import type { Place } from "../scene/place.ts";
import { roomLight } from "../scene/room-light.ts";
import { announce } from "../ui/announce.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type Units, units } from "../ui/units.ts";
import { cutHeight, inScene, roomAt } from "./mapping.ts";
import { planPane } from "./plan-pane.ts";
import { PlanStore } from "./plan-store.ts";
import type { PlanAnswer, Storey } from "./types.ts";
import { roomName } from "./words.ts";

export interface PlanTool {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** The plan that is there now, for others that ask for rooms. */
  readonly store: PlanStore;
}

export interface PlanParts {
  space: string;
  area: HTMLElement;
  place: Place;
  answer: PlanAnswer;
  /** The units of the answer's sheets. */
  drawnIn: Units;
  /** The pane came or went. */
  changed(open: boolean): void;
  signal: AbortSignal;
}

export async function openPlan(parts: PlanParts): Promise<PlanTool> {
  const { area, place, signal } = parts;
  await Promise.all([loadStyle("tools.css"), loadStyle("plan.css")]);
  const store = new PlanStore(parts.space, parts.answer, parts.drawnIn);
  const pane = planPane(store, close, signal);
  const light = roomLight();
  place.viewer.add(light.object);
  const scheme = matchMedia("(prefers-color-scheme: light)");
  const tint = (): void => {
    light.tint(getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
    place.viewer.invalidate();
  };
  scheme.addEventListener("change", tint, { signal });
  tint();
  signal.addEventListener("abort", () => {
    place.viewer.remove(light.object);
    light.dispose();
  });
  let isOpen = false;
  let asking = 0;

  /** The lit room, or else the selected one, glows in the place. */
  function showLight(): void {
    const { storey, lit, selected } = store;
    const id = isOpen ? lit ?? (selected?.kind === "room" ? selected.id : null) : null;
    const room = id === null ? null : store.room(id);
    const { origin } = place;
    const corners = room && room.polygon.map((corner) => {
      const [x, , z] = inScene(corner, 0, origin);
      return [x, z] as const;
    });
    light.show(corners, (storey?.elevation ?? 0) - origin[1]);
    area.dataset.lit = room ? roomName(room) : "";
    place.viewer.invalidate();
  }

  /** The place is cut open at the storey that the plan shows: at once where it is cut, and else once it is. */
  function cutAtStorey(): void {
    if (store.storey) place.navigator?.setCut({ height: cutHeight(store.storey) - place.origin[1] });
  }

  store.listen((change) => {
    if (change !== "work") showLight();
    if (change === "storey") cutAtStorey();
  });

  // Page and scale of the sheets follow from the units.
  units.listen(() => {
    if (!store.answer.plan) return;
    void store.reload().catch((error) => notify(`The drawing stays in its units: ${messageOf(error)}`));
  }, signal);

  place.watch({
    hover(at): void {
      if (!isOpen || !store.storey) return;
      asking += 1;
      if (!at) return store.light(null);
      void find(at.x, at.y, asking);
    },
    tap(x, y): boolean {
      if (!isOpen || !store.storey || place.mode !== "look") return false;
      void roomUnder(x, y, store.storeys).then((id) => id !== null && store.show({ kind: "room", id }));
      return false;
    },
  }, signal);

  async function find(x: number, y: number, mine: number): Promise<void> {
    const room = await roomUnder(x, y, store.storey ? [store.storey] : []).catch(() => null);
    if (mine === asking && isOpen) store.light(room);
  }

  async function roomUnder(x: number, y: number, storeys: readonly Storey[]): Promise<string | null> {
    const hit = await place.pick(x, y);
    if (!hit) return null;
    const { direction: [dx, dy, dz] } = place.viewer.eye.ray(x, y);
    for (const storey of storeys) {
      const room = roomAt(storey, hit.point, [-dx, -dy, -dz], place.origin);
      if (room) return room.id;
    }
    return null;
  }

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    area.append(pane.element);
    area.classList.add("has-plan");
    parts.changed(true);
    pane.focus();
    announce("Plan.");
    showLight();
    // What others changed meanwhile; without a connection there is what was loaded.
    if (store.answer.plan) void store.reload().catch(() => {});
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    pane.element.remove();
    area.classList.remove("has-plan");
    store.light(null);
    parts.changed(false);
    showLight();
  }

  return {
    get isOpen(): boolean {
      return isOpen;
    },
    open,
    close,
    store,
  };
}
