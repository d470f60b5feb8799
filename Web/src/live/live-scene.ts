/** Draws a live session: avatars, pointers, companions and effects, in each frame as the session's client has them. */

import * as THREE from "three";
import type { Companion, LiveMeasurement, Participant } from "../core/live.ts";
import type { ReadonlySignal, Signal } from "../reactive/signal.ts";
import type { Quaternion, Vec3 } from "../core/vectors.ts";
import type { Place } from "../scene/place.ts";
import { lookingAt } from "../scene/view.ts";
import { AvatarFigure, AvatarShapes } from "./figures/avatar.ts";
import { CompanionFigure, type Motion } from "./figures/companion-figure.ts";
import type { CompanionModels } from "./figures/companion-models.ts";
import type { EffectsLayer } from "./interfaces.ts";

/** Metres from the feet to the eyes of the visitor on the sand table. */
const eyeHeight = 1.5;
/** Milliseconds between frames while companions only rest. */
const restInterval = 33;
/** Metres before the eyes of a followed participant that are in the centre of the image. */
const followDistance = 2.5;

/** What a scene draws: a running session or a recorded one. */
export interface SceneSource {
  /** Called before each frame: what is shown is that of the time that it returns. */
  frame(): number;
  participants(time: number): Participant[];
  companionsAt(time: number): Companion[];
  measurements(): LiveMeasurement[];
  /** The id of the selected companion. */
  readonly selected: ReadonlySignal<string | null>;
  /** The participant whose camera is followed. */
  readonly followed: Signal<number | null>;
  /** Where the visitor is; not in a recording. */
  setPresence?(position: Vec3, rotation: Quaternion, pointer: Vec3 | null): void;
}

export interface LiveSceneProps {
  source: SceneSource;
  place: Place;
  effects: EffectsLayer;
  models: CompanionModels;
  /** The point that the visitor points at. */
  pointer?(): Vec3 | null;
  reducedMotion(): boolean;
}

export class LiveScene {
  private readonly object = new THREE.Group();
  private readonly shapes = new AvatarShapes();
  private readonly avatars = new Map<number, AvatarFigure>();
  private readonly figures = new Map<string, CompanionFigure>();
  private request = 0;
  private last = 0;
  /** When a frame was last requested. */
  private drawn = 0;
  private shown: {
    time: number;
    participants: Participant[];
    companions: Companion[];
    measurements: LiveMeasurement[];
  } = { time: 0, participants: [], companions: [], measurements: [] };
  private signature = "";
  private accent = "#ffb454";

  constructor(private readonly props: LiveSceneProps) {}

  /** Draws until the signal aborts. */
  start(owner: AbortSignal): void {
    const { viewer } = this.props.place;
    viewer.add(this.object);
    this.tint();
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.tint(), { signal: owner });
    const run = (now: number): void => {
      this.advance(now);
      this.request = requestAnimationFrame(run);
    };
    this.request = requestAnimationFrame(run);
    owner.addEventListener("abort", () => {
      cancelAnimationFrame(this.request);
      viewer.remove(this.object);
      for (const figure of [...this.avatars.values(), ...this.figures.values()]) figure.dispose();
      this.shapes.dispose();
      viewer.invalidate();
    }, { once: true });
  }

  /** The participants of the last frame. */
  get participants(): readonly Participant[] {
    return this.shown.participants;
  }

  /** The companions of the last frame. */
  get companions(): readonly Companion[] {
    return this.shown.companions;
  }

  /** The measurements of the last frame. */
  get measurements(): readonly LiveMeasurement[] {
    return this.shown.measurements;
  }

  /** The time of the last frame: milliseconds since 1970 by this device's clock; in a recording, of its session clock. */
  get frameTime(): number {
    return this.shown.time;
  }

  figure(id: string): CompanionFigure | null {
    return this.figures.get(id) ?? null;
  }

  /** The position of a companion in the last frame. */
  positionOf(id: string): Vec3 | null {
    return this.shown.companions.find((each) => each.id === id)?.position ?? null;
  }

  /** The visitor's eyes: those of the camera, or of the figure on the sand table. */
  get eyes(): { position: Vec3; rotation: Quaternion } {
    const { place } = this.props;
    const visitor = place.explorer?.visitor ?? null;
    if (!visitor) return place.viewer.cameraPose;
    return { position: raised(visitor.position), rotation: heading(visitor.heading) };
  }

  private advance(now: number): void {
    const { source, place, effects } = this.props;
    const seconds = this.last > 0 ? Math.min(0.1, (now - this.last) / 1000) : 0;
    this.last = now;
    const time = source.frame();
    this.shown = {
      time,
      participants: source.participants(time),
      companions: source.companionsAt(time),
      measurements: source.measurements(),
    };
    this.follow();
    this.sendPresence();
    const hasChanged = this.showAvatars();
    const moves = this.showCompanions(seconds, now);
    effects.frame(seconds);
    const isDue = moves === "fast" || (moves === "resting" && now - this.drawn >= restInterval - 1);
    if (!hasChanged && !isDue) return;
    this.drawn = now;
    place.viewer.invalidate();
  }

  /** Returns whether anything differs from the last frame. */
  private showAvatars(): boolean {
    const camera = this.props.place.viewer.cameraPose.position;
    const seen = new Set<number>();
    const parts: (string | number)[] = [];
    for (const { id, pose, pointer, isPresent, isSelf, color } of this.shown.participants) {
      if (!pose || !isPresent || isSelf) continue;
      seen.add(id);
      let avatar = this.avatars.get(id);
      if (!avatar) {
        avatar = new AvatarFigure(this.shapes);
        this.avatars.set(id, avatar);
        this.object.add(avatar.object);
      }
      avatar.tint(color);
      avatar.pose(pose.position, pose.rotation, pointer, camera);
      parts.push(id, color, ...pose.position, ...pose.rotation, ...(pointer ?? []));
    }
    for (const [id, avatar] of this.avatars) if (!seen.has(id)) this.removeAvatar(id, avatar);
    for (const { id } of this.shown.measurements) parts.push(id);
    const signature = parts.join(" ");
    const hasChanged = signature !== this.signature;
    this.signature = signature;
    return hasChanged;
  }

  private removeAvatar(id: number, avatar: AvatarFigure): void {
    this.object.remove(avatar.object);
    avatar.dispose();
    this.avatars.delete(id);
  }

  private showCompanions(seconds: number, now: number): Motion {
    const { source, models, reducedMotion, place } = this.props;
    const seen = new Set<string>();
    const isStill = reducedMotion();
    const selected = source.selected.peek();
    let motion: Motion = "none";
    for (const companion of this.shown.companions) {
      seen.add(companion.id);
      let figure = this.figures.get(companion.id);
      if (!figure) {
        figure = new CompanionFigure(companion.model, models, () => place.viewer.invalidate());
        this.figures.set(companion.id, figure);
        this.object.add(figure.object);
      }
      figure.mark(companion.id === selected ? this.accent : null);
      const own = figure.show(companion, seconds, now, isStill);
      if (own !== "none" && motion !== "fast") motion = own;
    }
    for (const [id, figure] of this.figures) {
      if (seen.has(id)) continue;
      this.object.remove(figure.object);
      figure.dispose();
      this.figures.delete(id);
      motion = "fast";
    }
    return motion;
  }

  private sendPresence(): void {
    const { source, pointer } = this.props;
    if (!source.setPresence) return;
    const { position, rotation } = this.eyes;
    source.setPresence(position, rotation, pointer?.() ?? null);
  }

  /** The camera of the followed participant becomes that of the free look. */
  private follow(): void {
    const { source, place } = this.props;
    const followed = source.followed.peek();
    if (followed === null || place.mode.peek() !== "look") return;
    const pose = this.shown.participants.find(({ id }) => id === followed)?.pose;
    if (!pose) return;
    const ahead = new THREE.Vector3(0, 0, -followDistance).applyQuaternion(new THREE.Quaternion(...pose.rotation));
    const [x, y, z] = pose.position;
    place.viewer.set(lookingAt(pose.position, [x + ahead.x, y + ahead.y, z + ahead.z]));
  }

  private tint(): void {
    this.accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim() || this.accent;
  }
}

function raised([x, y, z]: Vec3): Vec3 {
  return [x, y + eyeHeight, z];
}

function heading(angle: number): Quaternion {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}
