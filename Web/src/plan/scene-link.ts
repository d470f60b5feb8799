/**
 * Links the plan to the 3D view: the same room is highlighted in both, a tap on the floor selects its room, and the
 * cut follows the storey.
 */

import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { roomHighlight } from "../scene/room-highlight.ts";
import { cutHeight, inScene, roomAt } from "./mapping.ts";
import type { PlanStore } from "./plan-store.ts";
import type { Storey } from "./types.ts";
import { roomName } from "./plan-text.ts";

export interface SceneLinkProps {
  store: PlanStore;
  place: Place;
  /** Its `data-lit` names the highlighted room. */
  area: HTMLElement;
  isOpen: ReadonlySignal<boolean>;
  signal: AbortSignal;
}

export function linkPlanToScene(props: SceneLinkProps): void {
  const { store, place, signal } = props;
  highlightRoom(props);
  let shownStorey = store.storeyIndex.peek();
  effect(() => {
    const index = store.storeyIndex.value;
    const storey = store.storey.peek();
    if (index !== shownStorey && storey) place.navigator?.setCut({ height: cutHeight(storey) - place.origin[1] });
    shownStorey = index;
  }, signal);
  watchPointer(props);
}

/** Highlights the room under the pointer, or else the selected one, in the scene. */
function highlightRoom({ store, place, area, isOpen, signal }: SceneLinkProps): void {
  const light = roomHighlight();
  place.viewer.add(light.object);
  const tint = (): void => {
    light.tint(getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
    place.viewer.invalidate();
  };
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", tint, { signal });
  tint();
  effect(() => {
    const storey = store.storey.value;
    const highlighted = store.highlighted.value;
    const selected = store.selected.value;
    const id = isOpen.value ? highlighted ?? (selected?.kind === "room" ? selected.id : null) : null;
    const room = id === null ? null : store.room(id);
    const { origin } = place;
    const corners = room && room.polygon.map((corner) => {
      const [x, , z] = inScene(corner, 0, origin);
      return [x, z] as const;
    });
    light.show(corners, (storey?.elevation ?? 0) - origin[1]);
    area.dataset.lit = room ? roomName(room) : "";
    place.viewer.invalidate();
  }, signal);
  signal.addEventListener("abort", () => {
    place.viewer.remove(light.object);
    light.dispose();
  });
}

function watchPointer({ store, place, isOpen, signal }: SceneLinkProps): void {
  /** Counts hovers, so that an answer for an earlier one is dropped. */
  let generation = 0;

  async function hover(x: number, y: number): Promise<void> {
    const mine = generation;
    const storey = store.storey.peek();
    const room = await roomUnder(place, x, y, storey ? [storey] : []).catch(() => null);
    if (mine === generation && isOpen.peek()) store.highlight(room);
  }

  place.tools.add({
    hover(at): void {
      if (!isOpen.peek() || !store.storey.peek()) return;
      generation += 1;
      if (at) void hover(at.x, at.y);
      else store.highlight(null);
    },
    tap(x, y): boolean {
      if (!isOpen.peek() || !store.storey.peek() || place.mode.peek() !== "look") return false;
      void roomUnder(place, x, y, store.storeys.peek()).then((id) => id !== null && store.show({ kind: "room", id }));
      return false;
    },
  }, signal);
}

/** The id of the room whose surface is at a pixel of the image. */
async function roomUnder(place: Place, x: number, y: number, storeys: readonly Storey[]): Promise<string | null> {
  const hit = await place.pick(x, y);
  if (!hit) return null;
  const { direction: [dx, dy, dz] } = place.viewer.eye.ray(x, y);
  for (const storey of storeys) {
    const room = roomAt(storey, hit.point, [-dx, -dy, -dz], place.origin);
    if (room) return room.id;
  }
  return null;
}
