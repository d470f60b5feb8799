/**
 * Hide-and-seek: a companion of this client hides behind the scanned surfaces from everyone in the session, and is happy when it
 * is found. The others see ordinary movements, actions and effects.
 */

import * as THREE from "three";
import type { HideAndSeek, Seeker, Spot } from "../core/hide-and-seek.ts";
import type { Companion, Participant } from "../core/live.ts";
import type { Quaternion, Vec3 } from "../core/vectors.ts";
import { facing } from "./gestures.ts";
import type { LiveStore } from "./live-store.ts";
import type { LiveSurface } from "./surface.ts";

/** Milliseconds between two steps. */
const interval = 100;
/** Milliseconds without a hiding place after which the game ends. */
const patience = 1500;
/** Metres: the radii of the circles around the companion on which it looks for a place, denser near it. */
const radii = [0.5, 0.75, 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6];
const directions = 24;
/** Metres of a step that it climbs. */
const rise = 0.45;

export interface HideGameProps {
  rule: HideAndSeek;
  id: string;
  store: LiveStore;
  surface: LiveSurface;
  /** The own camera. */
  camera(): { position: Vec3; rotation: Quaternion };
  participants(): readonly Participant[];
  /** The companion's height and radius in metres. */
  size(): { height: number; radius: number };
  found(by: Participant | null): void;
  /** There is no place to hide; the game has ended. */
  nowhere(): void;
  ended(): void;
}

/** What happens in a game. */
export type HideReports = Pick<HideGameProps, "found" | "nowhere" | "ended">;

export class HideGame {
  private timer = 0;
  /** Milliseconds; null before the first step. */
  private choosingSince: number | null = null;

  constructor(private readonly props: HideGameProps) {}

  start(): void {
    this.timer = setInterval(() => this.step(), interval);
  }

  stop(): void {
    if (this.timer === 0) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.props.rule.dispose();
    this.props.ended();
  }

  private step(): void {
    const { rule, store, id } = this.props;
    const companion = store.companionNow(id);
    if (!companion?.mayChange) return this.stop();
    const now = Date.now();
    const seekers = this.seekers(this.middle(companion.position));
    if (rule.phase !== "choosing") this.choosingSince = now;
    else if (!rule.choose(this.spots(companion), companion.position, seekers, now) && this.hasWaited(now)) {
      this.stop();
      return this.props.nowhere();
    }
    const goal = rule.position(now);
    if (goal) this.walk(companion, goal);
    const finder = rule.advance(this.middle(companion.position), seekers, now);
    if (finder !== null) this.celebrate(finder, companion);
  }

  /** Whether there has been no hiding place for long enough. */
  private hasWaited(now: number): boolean {
    this.choosingSince ??= now;
    return now - this.choosingSince > patience;
  }

  private walk({ id, position }: Companion, goal: Vec3): void {
    const { store, surface } = this.props;
    const point = surface.standingNear(goal, rise) ?? goal;
    const moved = Math.hypot(point[0] - position[0], point[2] - position[2]);
    store.move(id, moved > 0.01 ? { position: point, rotation: facing(position, point) } : { position: point });
  }

  private celebrate(finder: number, { id, position }: Companion): void {
    const { store, participants, found } = this.props;
    const person = participants().find((each) => each.id === finder) ?? null;
    store.act(id, "jump", 3000);
    store.startEffect("hearts", position, id, 4000);
    found(person);
  }

  /** Everyone who looks into the space, this client too. */
  private seekers(middle: Vec3): Seeker[] {
    const { camera, participants, store, surface } = this.props;
    const eyes = participants().flatMap(({ id, pose, isSelf, isPresent }) =>
      pose && !isSelf && isPresent ? { id, ...pose } : []
    );
    return [{ id: store.state.peek().participant, ...camera() }, ...eyes].map(({ id, position, rotation }) => {
      const ahead = new THREE.Vector3(0, 0, -1).applyQuaternion(new THREE.Quaternion(...rotation));
      return {
        id,
        position,
        direction: [ahead.x, ahead.y, ahead.z],
        isUnobstructed: surface.isClear(position, middle),
      };
    });
  }

  /** Points around the companion that it can walk to in a straight line. */
  private spots({ position: [x, y, z] }: Companion): Spot[] {
    const { surface } = this.props;
    const start = this.middle([x, y, z]);
    const found: Spot[] = [];
    const whole = new Set<Vec3>();
    for (const [ring, radius] of radii.entries()) {
      for (let i = 0; i < directions; i += 1) {
        const angle = 2 * Math.PI * (i + 0.5 * (ring % 2)) / directions;
        const point = surface.standingNear([x + radius * Math.cos(angle), y, z + radius * Math.sin(angle)], rise);
        if (!point || Math.abs(point[1] - y) > rise) continue;
        const middle = this.middle(point);
        if (!surface.isClear(start, middle)) continue;
        const seekers = this.seekers(middle);
        const isVisible = seekers.some(({ isUnobstructed }) => isUnobstructed);
        found.push({ position: point, isVisible });
        if (!isVisible && seekers.every(({ position: eye }) => this.areSidesHidden(eye, middle))) whole.add(point);
      }
    }
    // Where it can, it hides completely.
    return whole.size === 0 ? found : found.map(({ position }) => ({ position, isVisible: !whole.has(position) }));
  }

  private areSidesHidden(eye: Vec3, [x, y, z]: Vec3): boolean {
    const length = Math.hypot(x - eye[0], z - eye[2]) || 1;
    const half = this.props.size().radius / length;
    return [-half, half].every((side) =>
      !this.props.surface.isClear(eye, [x - side * (z - eye[2]), y, z + side * (x - eye[0])])
    );
  }

  private middle([x, y, z]: Vec3): Vec3 {
    return [x, y + this.props.size().height / 2, z];
  }
}
