/** Each frame of the sand table: a step of the core, and the updates of drawing, labels and sound that follow. */

import type { OrthographicCamera, PerspectiveCamera } from "three";
import type { Exploration, State } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import type { Frame } from "../../scene/view.ts";
import type { Director } from "../../scene/viewer.ts";
import { announce } from "../../ui/announce.ts";
import { AtmosphereTransition } from "../atmosphere/atmosphere-transition.ts";
import type { CameraFlights } from "../viewpoints/camera-flights.ts";
import type { Input } from "../input/input.ts";
import { moodIndex } from "../../ui/moods.ts";
import type { MemoryList } from "../panels/memory-list.ts";
import type { TableFeedback } from "../atmosphere/table-feedback.ts";
import { NearestUndiscovered } from "../cues/nearest-undiscovered.ts";
import type { NearbyMemories } from "../cues/nearby-memories.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type { ThingLayer } from "../things/thing-layer.ts";
import type { ExplorerState } from "./explorer-state.ts";

/** Between frames while only cues pulse, and while a gamepad is polled. Milliseconds. */
const idleInterval = 33;

export interface FrameLoopParts {
  state: ExplorerState;
  scene: SandTableScene;
  nearby: NearbyMemories;
  tasks: PlacementTasks;
  things: ThingLayer;
  flights: CameraFlights;
  input: Input;
  list: MemoryList;
  feedback: TableFeedback;
  /** Its data attributes hold the camera's pose and the avatar's position at rest. */
  area: HTMLElement;
  reducedMotion(): boolean;
}

export class FrameLoop implements Director {
  readonly atmosphere = new AtmosphereTransition();
  private readonly undiscovered: NearestUndiscovered;
  private moved = true;

  constructor(private readonly parts: FrameLoopParts) {
    this.undiscovered = new NearestUndiscovered(parts.state);
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.parts.scene.camera;
  }

  advance(seconds: number, frame: Frame): number {
    const { state: shared, scene, nearby, tasks, flights, input } = this.parts;
    const { exploration } = shared;
    if (!exploration) return Infinity;
    shared.frame = frame;
    const calm = this.parts.reducedMotion();
    const state = exploration.step(seconds, input.read(seconds));
    scene.apply(exploration, frame, seconds, calm, shared.chosen);
    this.report(state);
    scene.cutaway.setAtmosphere(this.atmosphere.advance(calm ? 10 : seconds, state.atmosphere));
    this.ripple(exploration, calm);
    const away = state.away || tasks.current !== null;
    scene.cues.fade(away ? 0.35 : 1);
    nearby.advance(state.avatar.position, frame, {
      chosen: shared.chosen,
      showLabels: !away && shared.opened === null,
    });
    this.parts.things.advance(frame, away);
    tasks.current?.advance();
    flights.follow(state);
    const moving = state.moving || input.busy || this.atmosphere.moving;
    if (!moving && this.moved) this.publishPose(state);
    this.moved = moving;
    if (moving) return 0;
    return (shared.pins.length > 0 && !calm) || input.hasPad ? idleInterval : Infinity;
  }

  /** Reports newly discovered memories and the near one. */
  private report(state: State): void {
    const { state: shared, scene, feedback } = this.parts;
    if (state.discovered.length > 0) {
      scene.cues.markFound(state.discovered);
      const pins = [...state.discovered].flatMap((i) => shared.pins[i] ?? []);
      if (shared.discover(pins.map((pin) => pin.id)).length > 0) {
        feedback.discovered(pins.at(-1)?.mood ?? null);
        announce(t("Found: {map}.", { map: pins.map((pin) => pin.title || pin.kind).join(", ") }));
      }
    }
    // An open memory has its own atmosphere.
    feedback.near(shared.opened === null ? this.undiscovered.at(state.avatar.position) : null);
    const near = state.near[0]?.index ?? -1;
    if (near !== shared.near) {
      shared.near = near;
      shared.host?.near(shared.pins[near]?.id ?? null);
    }
  }

  private ripple({ cues, state }: Exploration, calm: boolean): void {
    const { state: shared, scene } = this.parts;
    const phase = shared.near < 0 ? 0 : cues[4 * shared.near + 3] ?? 0;
    const strength = phase > 0 ? Math.min(1, Math.max(0.25, 2 - (state.near[0]?.distance ?? 2))) : 0;
    scene.avatar.setRipple(strength, calm ? 0.6 : phase, scene.hueOf(moodIndex(shared.moodOf(shared.near))));
  }

  /** Called at rest: updates the list and the data attributes. */
  private publishPose(state: State): void {
    const { area, list } = this.parts;
    list.refresh();
    const { camera, avatar } = state;
    area.dataset.pose = [...camera.position, ...camera.rotation, camera.fov].join(" ");
    area.dataset.avatar = [...avatar.position, avatar.heading].map((value) => value.toFixed(3)).join(" ");
  }
}
