/** What shows itself around the visitor: lines beside near cues, pictures that hang, little cameras where tellers stood. */

import { nextTask } from "../core/next-task.ts";
import type { Frame, Vec3 } from "../scene/rig.ts";
import type { FloatingScreen, Pin, PinDetails, SandTableHost } from "./interface.ts";
import { apart, kindWord, Labels } from "./labels.ts";
import { moodWords } from "./moods.ts";
import { nearest, whereabouts } from "./near-order.ts";
import type { Reachable } from "./reach-list.ts";
import { mostScreens } from "./screens.ts";
import type { TableScene } from "./table-scene.ts";

/** Labels are there within this distance, and whole within that. Metres. */
const labelReach = 2.2;
const labelWhole = 1.3;
const mostLabels = 3;
const mostCameras = 3;
/** Pictures and cameras are drawn within this. */
const screenReach = 7;
/** The surroundings are looked at anew after so many metres. */
const pace = 0.4;
const mostKept = 400;

export class Surroundings {
  readonly labels: Labels;
  private pins: readonly Pin[] = [];
  private places: Float32Array = new Float32Array(0);
  private around: number[] = [];
  private lookedFrom: Vec3 | null = null;
  private readonly known = new Map<string, PinDetails | null>();
  private asking = new AbortController();
  private hanging: { id: string; screen: FloatingScreen; picture: string | null } | null = null;

  constructor(
    private readonly scene: TableScene,
    private readonly host: () => SandTableHost | null,
    private readonly wake: () => void,
    open: (id: string) => void,
  ) {
    this.labels = new Labels(open);
  }

  set(pins: readonly Pin[]): void {
    this.pins = pins;
    this.places = new Float32Array(pins.length * 3);
    pins.forEach((pin, i) => this.places.set(pin.position, 3 * i));
    this.known.clear();
    this.asking.abort();
    this.asking = new AbortController();
    this.lookedFrom = null;
    this.labels.clear();
  }

  /** Indices of the nearest. */
  nearest(from: Vec3, count: number): number[] {
    return nearest(this.places, from, count);
  }

  /** The nearest in words, for the list. */
  reachable(avatar: { position: Vec3; heading: number }, count: number, isFound: (id: string) => boolean): Reachable[] {
    return this.nearest(avatar.position, count).map((i) => {
      const pin = this.pins[i]!;
      const words = [
        pin.title || kindWord(pin.kind),
        kindWord(pin.kind).toLowerCase(),
        ...(pin.mood ? [moodWords[pin.mood].toLowerCase()] : []),
        whereabouts(avatar.position, avatar.heading, pin.position),
        ...(isFound(pin.id) ? ["found"] : []),
      ];
      return { id: pin.id, words: words.join(", ") };
    });
  }

  /** Shows one screen beside those that hang: the one that is being hung. */
  hang(hanging: { id: string; screen: FloatingScreen; picture: string | null } | null): void {
    this.hanging = hanging;
    this.showScreens();
  }

  /** Before each picture. `chosen` is the pin under the pointer or focus, −1 for none; `quiet` leaves labels out. */
  advance(avatar: Vec3, frame: Frame, chosen: number, quiet: boolean): void {
    const moved = this.lookedFrom ? Math.hypot(...avatar.map((value, i) => value - this.lookedFrom![i]!)) : Infinity;
    if (moved > pace) {
      this.lookedFrom = avatar;
      this.around = this.nearest(avatar, 16);
      // Beside this picture, not before it.
      void nextTask().then(() => this.askAround(avatar));
      this.showScreens();
    }
    if (quiet) return this.labels.clear();
    const distance = (i: number): number =>
      Math.hypot(...this.pins[i]!.position.map((value, a) => value - avatar[a]! - (a === 1 ? 1 : 0)));
    const near = this.around.filter((i) => i !== chosen && distance(i) < labelReach);
    if (chosen >= 0 && chosen < this.pins.length) {
      near.unshift(chosen);
      this.ask(this.pins[chosen]!);
    }
    const spots = near.flatMap((i) => {
      const at = this.scene.project(this.pins[i]!.position, frame);
      return at ? [{ ...at, i }] : [];
    });
    const inside = spots.filter(({ x, y }) =>
      x > 0 && x < frame.width && y > frame.top && y < frame.height - frame.bottom
    );
    const shown = apart(inside).slice(0, mostLabels).map(({ i, x, y }) => {
      const nearness = (labelReach - distance(i)) / (labelReach - labelWhole);
      const opacity = i === chosen ? 1 : Math.min(1, Math.max(0, nearness));
      return { pin: this.pins[i]!, spot: { x, y, opacity, left: x > 0.5 * frame.width } };
    });
    this.labels.show(shown, (id) => this.known.get(id) ?? null);
  }

  dispose(): void {
    this.asking.abort();
  }

  private askAround(avatar: Vec3): void {
    for (const i of this.around) {
      const pin = this.pins[i];
      if (!pin) continue;
      const far = Math.hypot(...pin.position.map((value, a) => value - avatar[a]!));
      const hangs = pin.kind === "photo" || pin.kind === "video";
      if (far < labelReach + pace || (hangs && far < screenReach)) this.ask(pin);
    }
  }

  private ask(pin: Pin): void {
    const host = this.host();
    if (!host || this.known.has(pin.id)) return;
    this.known.set(pin.id, null);
    const { signal } = this.asking;
    host.details(pin.id, signal).then((details) => {
      if (signal.aborted) return;
      this.known.set(pin.id, details);
      for (const id of this.known.keys()) {
        if (this.known.size <= mostKept) break;
        this.known.delete(id);
      }
      this.showScreens();
      this.wake();
    }).catch(() => {
      // Asked again when one comes by the next time.
      if (!signal.aborted) this.known.delete(pin.id);
    });
  }

  private showScreens(): void {
    const hung = new Map<string, { screen: FloatingScreen; picture: string | null }>();
    const viewpoints = [];
    for (const i of this.around) {
      const pin = this.pins[i];
      const details = pin && this.known.get(pin.id);
      if (!pin || !details) continue;
      if (details.screen && hung.size < mostScreens) {
        hung.set(pin.id, { screen: details.screen, picture: details.thumbnail });
      }
      if (details.viewpoint) viewpoints.push(details.viewpoint);
    }
    if (this.hanging) hung.set(this.hanging.id, this.hanging);
    this.scene.screens.show(hung);
    this.scene.markers.showCameras(viewpoints.slice(0, mostCameras));
  }
}
