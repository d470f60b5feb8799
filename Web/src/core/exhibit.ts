/** The motion of an exhibit: the Swift of Sources/ExhibitMotion in exhibit.wasm, which is loaded when an exhibit is opened. */

import { assetURL } from "./assets.ts";
import type { ExhibitExports } from "./exhibit-exports.ts";
import {
  exhibitCardEvents,
  exhibitCardLayout as cardAt,
  exhibitCardPhases,
  exhibitFlags,
  exhibitLabelLayout as labelAt,
  exhibitLabelSides,
  exhibitOrbitLayout as orbitAt,
} from "./generated.ts";
import type { Box, Vec3 } from "./vectors.ts";
import { CoreError, instantiate, type Wasm } from "./wasm.ts";

export { exhibitMotion } from "./generated.ts";

export type CardPhase = keyof typeof exhibitCardPhases;
export type CardEvent = keyof typeof exhibitCardEvents;
export type LabelSide = keyof typeof exhibitLabelSides;
/** The side to which a card flies. */
export type SwipeSide = -1 | 1;

export interface CardState {
  phase: CardPhase;
  isMoving: boolean;
  showsBack: boolean;
  /** From the card's place, in pixels. */
  x: number;
  y: number;
  /** Clockwise, in radians. */
  rotation: number;
  /** 0 shows the front, π the back. */
  flip: number;
  /** How far the next card has come forward, 0 to 1. */
  nextProgress: number;
}

/** A camera around a model; metres and radians. */
export interface OrbitPose {
  yaw: number;
  pitch: number;
  distance: number;
  target: Vec3;
}

export interface OrbitState extends OrbitPose {
  isMoving: boolean;
  eye: Vec3;
}

/** A label to be placed: the projected anchor and its size, in pixels. A negative priority hides it. */
export interface LabelInput {
  x: number;
  y: number;
  width: number;
  height: number;
  priority: number;
}

export interface LabelPosition {
  side: LabelSide;
  x: number;
  y: number;
}

/** A rectangle in pixels. */
export interface Area {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

type Module = Wasm<ExhibitExports>;

let loading: Promise<Module> | null = null;

/** Loads exhibit.wasm once. */
export async function loadExhibitCore(
  load: () => Promise<Response | BufferSource> = () => fetch(assetURL("exhibit.wasm")),
): Promise<ExhibitCore> {
  loading ??= load().then((source) => instantiate<ExhibitExports>(source)).catch((error) => {
    loading = null; // so that trying again helps
    throw new CoreError("The motion of exhibits couldn't be loaded.", { cause: error });
  });
  return new ExhibitCore(await loading);
}

export class ExhibitCore {
  constructor(private readonly wasm: Module) {}

  card(): CardMotion {
    return new CardMotion(this.wasm);
  }

  orbit(box: Box, floor: number, pose: OrbitPose): Orbit {
    return new Orbit(this.wasm, box, floor, pose);
  }

  labels(): LabelLayout {
    return new LabelLayout(this.wasm);
  }
}

function nameOf<Names extends Record<string, number>>(names: Names, number: number): keyof Names {
  return Object.keys(names).find((name) => names[name] === number)!;
}

/** The top card of a stack under a finger. Times are milliseconds of `performance.now()` and of events. */
export class CardMotion {
  private readonly handle: number;

  constructor(private readonly wasm: Module) {
    this.handle = wasm.call((core) => core.dio_exhibit_card_new());
  }

  get state(): CardState {
    const at = this.wasm.call((core) => core.dio_exhibit_card_state(this.handle));
    const values = this.wasm.floats(at, cardAt.words);
    const words = this.wasm.integers(at, cardAt.words);
    const flags = words[cardAt.flags]!;
    return {
      phase: nameOf(exhibitCardPhases, words[cardAt.phase]!),
      isMoving: (flags & exhibitFlags.moving) !== 0,
      showsBack: (flags & exhibitFlags.showsBack) !== 0,
      x: values[cardAt.x]!,
      y: values[cardAt.y]!,
      rotation: values[cardAt.rotation]!,
      flip: values[cardAt.flip]!,
      nextProgress: values[cardAt.nextProgress]!,
    };
  }

  resize(width: number, exitDistance: number): void {
    this.wasm.call((core) => core.dio_exhibit_card_resize(this.handle, width, exitDistance));
  }

  press(x: number, y: number, isLowerHalf: boolean, time: number): void {
    this.wasm.call((core) => core.dio_exhibit_card_press(this.handle, x, y, isLowerHalf ? 1 : 0, time));
  }

  move(x: number, y: number, time: number): void {
    this.wasm.call((core) => core.dio_exhibit_card_move(this.handle, x, y, time));
  }

  release(x: number, y: number, time: number): CardEvent {
    return this.event((core) => core.dio_exhibit_card_release(this.handle, x, y, time));
  }

  cancel(): void {
    this.wasm.call((core) => core.dio_exhibit_card_cancel(this.handle));
  }

  swipe(side: SwipeSide): void {
    this.wasm.call((core) => core.dio_exhibit_card_swipe(this.handle, side));
  }

  /** The next card is at the top, without a movement. */
  next(): void {
    this.wasm.call((core) => core.dio_exhibit_card_next(this.handle));
  }

  comeBack(side: SwipeSide): void {
    this.wasm.call((core) => core.dio_exhibit_card_come_back(this.handle, side));
  }

  turnOver(isAnimated: boolean): void {
    this.wasm.call((core) => core.dio_exhibit_card_turn_over(this.handle, isAnimated ? 1 : 0));
  }

  advance(seconds: number, time: number): CardEvent {
    return this.event((core) => core.dio_exhibit_card_advance(this.handle, seconds, time));
  }

  free(): void {
    this.wasm.call((core) => core.dio_exhibit_card_free(this.handle));
  }

  private event(body: (core: ExhibitExports) => number): CardEvent {
    return nameOf(exhibitCardEvents, this.wasm.call(body));
  }
}

/** The camera around a model. */
export class Orbit {
  private readonly handle: number;

  constructor(private readonly wasm: Module, box: Box, floor: number, pose: OrbitPose) {
    const limits = wasm.write(limitValues(box, floor), 0);
    const start = wasm.write(poseValues(pose), 1);
    this.handle = wasm.call((core) => core.dio_exhibit_orbit_new(limits, start));
  }

  get state(): OrbitState {
    const at = this.wasm.call((core) => core.dio_exhibit_orbit_state(this.handle));
    const values = this.wasm.floats(at, orbitAt.words);
    const flags = this.wasm.integers(at, orbitAt.words)[orbitAt.flags]!;
    const point = (offset: number): Vec3 => [values[offset]!, values[offset + 1]!, values[offset + 2]!];
    return {
      isMoving: (flags & exhibitFlags.moving) !== 0,
      yaw: values[orbitAt.yaw]!,
      pitch: values[orbitAt.pitch]!,
      distance: values[orbitAt.distance]!,
      target: point(orbitAt.target),
      eye: point(orbitAt.eye),
    };
  }

  limit(box: Box, floor: number): void {
    const limits = this.wasm.write(limitValues(box, floor));
    this.wasm.call((core) => core.dio_exhibit_orbit_limit(this.handle, limits));
  }

  /** The distance from which the whole model is in the image; tangents of half the fields of view. */
  fit(yaw: number, pitch: number, tangentX: number, tangentY: number): number {
    return this.wasm.call((core) => core.dio_exhibit_orbit_fit(this.handle, yaw, pitch, tangentX, tangentY));
  }

  hold(): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_hold(this.handle));
  }

  /** Pixels. */
  drag(dx: number, dy: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_drag(this.handle, dx, dy));
  }

  /** Pixels; `metresPerPixel` at a distance of one metre. */
  pan(dx: number, dy: number, metresPerPixel: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_pan(this.handle, dx, dy, metresPerPixel));
  }

  pinch(factor: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_pinch(this.handle, factor));
  }

  twist(angle: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_twist(this.handle, angle));
  }

  /** Pixels per second. */
  release(vx: number, vy: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_release(this.handle, vx, vy));
  }

  zoom(factor: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_zoom(this.handle, factor));
  }

  turn(yaw: number, pitch: number): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_turn(this.handle, yaw, pitch));
  }

  /** A duration of 0 jumps. */
  fly(pose: OrbitPose, seconds: number): void {
    const values = this.wasm.write(poseValues(pose));
    this.wasm.call((core) => core.dio_exhibit_orbit_fly(this.handle, values, seconds));
  }

  /** Returns whether the camera moved. */
  advance(seconds: number): boolean {
    return this.wasm.call((core) => core.dio_exhibit_orbit_advance(this.handle, seconds)) === 1;
  }

  free(): void {
    this.wasm.call((core) => core.dio_exhibit_orbit_free(this.handle));
  }
}

/** Positions of labels beside a model. */
export class LabelLayout {
  private readonly handle: number;

  constructor(private readonly wasm: Module) {
    this.handle = wasm.call((core) => core.dio_exhibit_labels_new());
  }

  /** The labels are always in the same order. */
  place(labels: readonly LabelInput[], area: Area, model: Area): LabelPosition[] {
    if (labels.length === 0) return [];
    const values = new Float32Array(5 * labels.length);
    labels.forEach(({ x, y, width, height, priority }, i) => values.set([x, y, width, height, priority], 5 * i));
    return this.wasm.lend([values], (address = 0) => {
      const areas = this.wasm.write([...areaValues(area), ...areaValues(model)]);
      const at = this.wasm.call((core) => core.dio_exhibit_labels_place(this.handle, address, labels.length, areas));
      const count = labels.length * labelAt.words;
      const numbers = this.wasm.floats(at, count);
      const words = this.wasm.integers(at, count);
      return labels.map((_, i) => ({
        side: nameOf(exhibitLabelSides, words[i * labelAt.words + labelAt.side]!),
        x: numbers[i * labelAt.words + labelAt.x]!,
        y: numbers[i * labelAt.words + labelAt.y]!,
      }));
    });
  }

  free(): void {
    this.wasm.call((core) => core.dio_exhibit_labels_free(this.handle));
  }
}

function limitValues(box: Box, floor: number): number[] {
  return [...box.min, ...box.max, floor];
}

function poseValues(pose: OrbitPose): number[] {
  return [pose.yaw, pose.pitch, pose.distance, ...pose.target];
}

function areaValues({ minX, minY, maxX, maxY }: Area): number[] {
  return [minX, minY, maxX, maxY];
}
