/**
 * The interface between the sand table and the panels of memories. The sand table draws and moves; the panels have the
 * memories. Metres, y up; matrices are column-major and camera-to-world; rotations are quaternions x, y, z, w.
 */

import type { MemoryKind } from "../api/generated.ts";
import type { Vec3 } from "../scene/view.ts";
import type { Mood } from "../ui/moods.ts";

export type Quaternion = readonly [number, number, number, number];

/** The part of a memory that is known for all of a space: enough to draw its cue. */
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

/** Details of a memory, requested when the avatar comes near. */
export interface PinDetails {
  /** A line or two to read beside the cue. */
  snippet: string;
  /** Address of a thumbnail, and its alternative text. */
  thumbnail: string | null;
  alternative: string;
  viewpoint: Viewpoint | null;
  screen: FloatingScreen | null;
}

/** An object in the room, from RoomPlan: a box with its centre, full size and rotation. */
export interface SceneObject {
  id: string;
  category: string;
  name: string;
  center: Vec3;
  size: Vec3;
  rotation: Quaternion;
}

/** A thing with a position in the space. */
export interface ThingPin {
  id: string;
  name: string;
  position: Vec3;
}

/** The position of a new memory. Its cue is at point + offset, `height` metres above it. */
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

/** What the sand table requests from the panels and reports to them. */
export interface SandTableHost {
  /** The details beside a cue; requested once for each memory that the avatar comes near, and again after the pins changed. */
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

/** What the sand table reports about things and objects. */
export interface SandTableThingsHost {
  /** The pin of a thing was pressed. The panels call `openThing` then. */
  thingOpened(id: string): void;
  /** An object was pressed. The panels call `selectObject` then. */
  objectOpened(id: string): void;
  /** The visitor wants to close what is selected: by Escape or the gamepad. */
  closing(): void;
}

/** What the panels may do with the sand table. */
export interface SandTable {
  /** The element for the strip of memories in the lower panel; the panels fill it. */
  readonly strip: HTMLElement;
  /** Gets requests and reports; null: nobody. */
  host: SandTableHost | null;
  /** Replaces all cues. */
  setPins(pins: readonly Pin[]): void;
  /** Objects whose boxes are shown under the pointer and to which memories can be pinned. */
  showObjects(objects: readonly SceneObject[]): void;
  /** Gets what is pressed of things and objects; null: they can't be pressed. */
  thingsHost: SandTableThingsHost | null;
  /** Replaces the pins of things. */
  setThings(things: readonly ThingPin[]): void;
  /** Selects a thing, whose name stays beside its pin; `fly`: the avatar goes there, and the camera flies to it. */
  openThing(id: string, fly?: boolean): Promise<void>;
  /** Selects an object, whose box stays; `go`: the avatar goes there. */
  selectObject(id: string, go?: boolean): Promise<void>;
  /** Nothing is selected any more; the camera returns to the sand table. */
  deselect(): Promise<void>;
  /** The ids of the `count` memories nearest to the avatar, the nearest first. */
  byDistance(count: number): readonly string[];
  /** Found by this visitor, now or on earlier visits. */
  isDiscovered(id: string): boolean;
  /** Highlights a memory, for example the one under the pointer in the list; null: none. */
  highlight(id: string | null): void;
  /** Moves the avatar to a memory without opening it. */
  goTo(id: string): void;
  /**
   * The memory is open: the atmosphere changes to its mood, and where there is a viewpoint (and `fly` is true) the
   * camera flies there. Resolves when it has arrived, at once when it is interrupted.
   */
  openMemory(id: string, viewpoint: Viewpoint | null, fly?: boolean): Promise<void>;
  /** The camera returns to exactly where it was. */
  closeMemory(): Promise<void>;
  /**
   * Lets the visitor choose the position of a memory and the viewpoint from which it is seen. Null when it was
   * cancelled. `label`: of the confirming button; `start`: the position that is changed; `choosesView`: whether the
   * viewpoint is chosen as well, which is so by default.
   */
  place(options?: { label?: string; start?: Anchor; choosesView?: boolean }): Promise<Placement | null>;
  cancelPlacing(): void;
  /**
   * Shows a screen with its handles. Without `start` it is placed before the anchor's point at a default size;
   * `aspect` is the image's width by height, which scaling keeps. Resolves with its position, or null when it was
   * cancelled.
   */
  adjustScreen(options: { image: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen }): Promise<
    FloatingScreen | null
  >;
}
