/** Each picture of the sand table: a step of the core, and all that follows from where figure and camera are then. */

import type { OrthographicCamera, PerspectiveCamera } from "three";
import type { Exploration, State } from "../core/core.ts";
import type { Frame } from "../scene/rig.ts";
import type { Director } from "../scene/viewer.ts";
import { announce } from "../ui/announce.ts";
import { Air } from "./air-mix.ts";
import type { Flights } from "./flights.ts";
import type { Input } from "./input.ts";
import { moodIndex } from "./moods.ts";
import type { ReachList } from "./reach-list.ts";
import type { Sound } from "./sound.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TableScene } from "./table-scene.ts";
import type { Tasks } from "./tasks.ts";
import type { Visit } from "./visit.ts";

/** Between pictures while only cues breathe, and while a gamepad is listened to. Milliseconds. */
const breath = 33;

export interface PicturesParts {
  visit: Visit;
  scene: TableScene;
  surroundings: Surroundings;
  tasks: Tasks;
  flights: Flights;
  input: Input;
  list: ReachList;
  sound: Sound;
  /** Where it is written how one stands, once nothing moves. */
  area: HTMLElement;
  /** Whether the visitor asked for little motion. */
  stillness(): boolean;
}

export class Pictures implements Director {
  readonly air = new Air();
  private moved = true;

  constructor(private readonly parts: PicturesParts) {}

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.parts.scene.camera;
  }

  advance(seconds: number, frame: Frame): number {
    const { visit, scene, surroundings, tasks, flights, input } = this.parts;
    const { exploration } = visit;
    if (!exploration) return Infinity;
    visit.frame = frame;
    const calm = this.parts.stillness();
    const state = exploration.step(seconds, input.read(seconds));
    scene.apply(exploration, frame, seconds, calm, visit.chosen);
    this.notice(state);
    scene.cutaway.breathe(this.air.advance(calm ? 10 : seconds, state.atmosphere));
    this.ripple(exploration, calm);
    const away = state.away || tasks.current !== null;
    scene.cues.fade(away ? 0.35 : 1);
    surroundings.advance(state.avatar.position, frame, visit.chosen, away || visit.opened !== null);
    tasks.current?.advance();
    flights.follow(state);
    const moving = state.moving || input.busy || this.air.moving;
    if (!moving && this.moved) this.rest(state);
    this.moved = moving;
    if (moving) return 0;
    return (visit.pins.length > 0 && !calm) || input.hasPad ? breath : Infinity;
  }

  /** What was found, and what is near. */
  private notice(state: State): void {
    const { visit, scene, sound } = this.parts;
    if (state.discovered.length > 0) {
      scene.cues.markFound(state.discovered);
      const pins = [...state.discovered].flatMap((i) => visit.pins[i] ?? []);
      if (visit.discover(pins.map((pin) => pin.id)).length > 0) {
        sound.play(pins.at(-1)?.mood ?? null);
        announce(`Found: ${pins.map((pin) => pin.title || pin.kind).join(", ")}.`);
      }
    }
    const near = state.near[0]?.index ?? -1;
    if (near !== visit.near) {
      visit.near = near;
      visit.host?.near(visit.pins[near]?.id ?? null);
    }
  }

  private ripple({ cues, state }: Exploration, calm: boolean): void {
    const { visit, scene } = this.parts;
    const phase = visit.near < 0 ? 0 : cues[4 * visit.near + 3] ?? 0;
    const strength = phase > 0 ? Math.min(1, Math.max(0.25, 2 - (state.near[0]?.distance ?? 2))) : 0;
    scene.avatar.setRipple(strength, calm ? 0.6 : phase, scene.hueOf(moodIndex(visit.moodOf(visit.near))));
  }

  /** Nothing moves any more: the list may follow, and where the visitor is can be told. */
  private rest(state: State): void {
    const { area, list } = this.parts;
    list.refresh();
    const { camera, avatar } = state;
    area.dataset.pose = [...camera.position, ...camera.rotation, camera.fov].join(" ");
    area.dataset.avatar = [...avatar.position, avatar.heading].map((value) => value.toFixed(3)).join(" ");
  }
}
