/**
 * What the sand table and the panels of memories say to each other. The sand table draws and moves; the panels know
 * what the memories are. Metres, y up; matrices are column-major and camera-to-context; rotations are quaternions x,
 * y, z, w.
 */

import type { MemoryKind } from "../api/generated.ts";
import type { Vec3 } from "../scene/view.ts";
import type { Mood } from "../ui/moods.ts";

export type Quaternion = readonly [number, number, number, number];

/** What is known of every memory of a place: enough to draw its cue. */
export interface Pin {
  id: string;
  position: Vec3;
  mood: Mood | null;
  kind: MemoryKind;
  title: string;
}

/** The camera of its author. `fieldOfView` is vertical, in radians; `aspect` width by height. */
export interface Viewpoint {
  matrix: readonly number[];
  fieldOfView: number;
  aspect: number;
}

/** A photo or video as a screen in the space: centre, rotation (it faces its own +z), width and height. */
export interface FloatingScreen {
  position: Vec3;
  rotation: Quaternion;
  size: readonly [number, number];
}

/** What is asked for only when somebody comes near. */
export interface PinDetails {
  /** A line or two to read beside the cue. */
  snippet: string;
  /** Address of a thumbnail, and its alternative text. */
  thumbnail: string | null;
  alternative: string;
  viewpoint: Viewpoint | null;
  screen: FloatingScreen | null;
}

/** A thing in the room, as its data tells it: a box with its middle, full size and turn. */
export interface SceneObject {
  id: string;
  category: string;
  name: string;
  center: Vec3;
  size: Vec3;
  rotation: Quaternion;
}

/** Where a new memory belongs. The cue stands at point + offset, `height` metres above it. */
export interface Anchor {
  point: Vec3;
  normal: Vec3;
  object: { id: string; name: string } | null;
  offset: Vec3;
  height: number;
}

export interface Placement {
  anchor: Anchor;
  /** The camera when the position was confirmed. */
  viewpoint: Viewpoint;
}

/** What the sand table asks of the panels and tells them. */
export interface SandTableHost {
  /** What stands beside a cue; asked once for each memory that somebody comes near, and again after the pins changed. */
  details(id: string, signal: AbortSignal): Promise<PinDetails>;
  /** The visitor wants to open it: by a press, Enter, or the gamepad. The panels call `openMemory` then. */
  opened(id: string): void;
  /** The visitor wants to close the open memory: by Escape or the gamepad. The panels call `closeMemory` then. */
  closing(id: string): void;
  /** The nearest within reach, or none. */
  near(id: string | null): void;
  /** The pointer is over it, or over none. */
  hovered(id: string | null): void;
  /** Found for the first time by this visitor. */
  discovered(ids: readonly string[]): void;
}

/** What the panels may do with the sand table. */
export interface SandTable {
  /** The lower window's slot for the strip of memories; the panels fill it. */
  readonly strip: HTMLElement;
  /** Who listens; null: nobody. */
  host: SandTableHost | null;
  /** All cues, in place of those before. */
  setPins(pins: readonly Pin[]): void;
  /** Boxes that show themselves under the pointer and can be pinned to. */
  showObjects(objects: readonly SceneObject[]): void;
  /** The ids of so many, by their distance from the avatar, the nearest first. */
  byDistance(count: number): readonly string[];
  /** Found by this visitor, now or on earlier visits. */
  isDiscovered(id: string): boolean;
  /** Marks a memory under the pointer, say in the list; null: none. */
  highlight(id: string | null): void;
  /** Walks the avatar's view to a memory without opening it. */
  goTo(id: string): void;
  /**
   * The memory is open: the air takes its mood, and where there is a viewpoint (and `fly` isn't false) the camera flies there.
   * Resolves when it has arrived, at once when it is interrupted.
   */
  openMemory(id: string, viewpoint: Viewpoint | null, fly?: boolean): Promise<void>;
  /** Back to exactly where the visitor was. */
  closeMemory(): Promise<void>;
  /**
   * Lets the visitor choose where a new memory belongs and from where it is seen. Null when it was given up. `label` stands on the
   * button, `start` is where a present memory's place is being changed.
   */
  place(options?: { label?: string; start?: Anchor }): Promise<Placement | null>;
  cancelPlacing(): void;
  /**
   * Shows a screen with its handles. Without `start` it is placed before the anchor's point at a default size;
   * `aspect` is the image's width by height, which scaling keeps. Resolves with where it hangs then, or null when it
   * was given up.
   */
  adjustScreen(options: { picture: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen }): Promise<
    FloatingScreen | null
  >;
}
