/**
 * The parts of memories that are shown around the avatar: labels beside near cues, floating screens, camera symbols
 * at viewpoints.
 */

import { inSentence, t } from "../../i18n/messages.ts";
import { kindNames } from "../../ui/memory-kinds.ts";
import { nextTask } from "../../core/next-task.ts";
import { moodNames } from "../../ui/moods.ts";
import type { Frame, Vec3 } from "../../scene/view.ts";
import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { ListedMemory } from "../panels/memory-list.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import { maxScreens } from "../rendering/screens.ts";
import type { FloatingScreen, Pin } from "../sand-table.ts";
import { apart, Labels } from "./labels.ts";
import { PinDetailsCache } from "./pin-details.ts";
import { relativePosition } from "./relative-position.ts";

/** Labels appear within this distance, and are opaque within that. Metres. */
const labelRange = 2.2;
const labelOpaqueRange = 1.3;
const maxLabels = 3;
const maxCameras = 3;
/** Screens and camera symbols are drawn within this distance. */
const screenRange = 7;
/** The nearest pins are determined again after the avatar has moved this far. */
const updateDistance = 0.4;
const maxNearby = 16;

export interface EditedScreen {
  id: string;
  screen: FloatingScreen;
  image: string | null;
}

export class NearbyMemories {
  readonly labels: Labels;
  private readonly details: PinDetailsCache;
  /** Indices of the nearest pins. */
  private nearby: number[] = [];
  private updatedAt: Vec3 | null = null;
  private edited: EditedScreen | null = null;

  constructor(
    private readonly state: ExplorerState,
    private readonly scene: SandTableScene,
    invalidate: () => void,
    open: (id: string) => void,
  ) {
    this.labels = new Labels(open);
    this.details = new PinDetailsCache(() => state.host, () => {
      this.showScreens();
      invalidate();
    });
  }

  /** Starts again after the pins changed. */
  reset(): void {
    this.details.clear();
    this.nearby = [];
    this.updatedAt = null;
    this.labels.clear();
  }

  /** The nearest memories, each described in a line. */
  listed(avatar: { position: Vec3; heading: number }, count: number): ListedMemory[] {
    return this.state.nearest(avatar.position, count).map((i) => {
      const pin = this.state.pins[i]!;
      const words = [
        pin.title || kindNames[pin.kind],
        inSentence(kindNames[pin.kind]),
        ...(pin.mood ? [inSentence(moodNames[pin.mood])] : []),
        relativePosition(avatar.position, avatar.heading, pin.position),
        ...(this.state.found.has(pin.id) ? [t("found|of a memory")] : []),
      ];
      return { id: pin.id, words: words.join(", ") };
    });
  }

  /** Shows the screen that is being placed, beside those of the memories; null removes it. */
  showEditedScreen(edited: EditedScreen | null): void {
    this.edited = edited;
    this.showScreens();
  }

  /** Before each frame. `chosen` is the pin under the pointer or focus, −1 for none. */
  advance(avatar: Vec3, frame: Frame, options: { chosen: number; showLabels: boolean }): void {
    if (this.updatedAt === null || distance(avatar, this.updatedAt) > updateDistance) this.update(avatar);
    if (options.showLabels) this.showLabels(avatar, frame, options.chosen);
    else this.labels.clear();
  }

  dispose(): void {
    this.details.dispose();
  }

  private update(avatar: Vec3): void {
    this.updatedAt = avatar;
    this.nearby = this.state.nearest(avatar, maxNearby);
    // Not within this frame.
    void nextTask().then(() => this.requestDetails(avatar));
    this.showScreens();
  }

  private requestDetails(avatar: Vec3): void {
    for (const pin of this.nearbyPins()) {
      const range = pin.kind === "photo" || pin.kind === "video" ? screenRange : labelRange + updateDistance;
      if (distance(pin.position, avatar) < range) this.details.request(pin);
    }
  }

  private nearbyPins(): Pin[] {
    return this.nearby.flatMap((i) => this.state.pins[i] ?? []);
  }

  private showLabels(avatar: Vec3, frame: Frame, chosen: number): void {
    const { pins } = this.state;
    const chest: Vec3 = [avatar[0], avatar[1] + 1, avatar[2]];
    const distanceTo = (i: number): number => distance(pins[i]!.position, chest);
    const near = this.nearby.filter((i) => i !== chosen && pins[i] && distanceTo(i) < labelRange);
    if (pins[chosen]) {
      near.unshift(chosen);
      this.details.request(pins[chosen]!);
    }
    const spots = near.flatMap((i) => {
      const spot = this.scene.project(pins[i]!.position, frame);
      return spot && isVisible(spot, frame) ? [{ ...spot, i }] : [];
    });
    const shown = apart(spots).slice(0, maxLabels).map(({ i, x, y }) => {
      const nearness = (labelRange - distanceTo(i)) / (labelRange - labelOpaqueRange);
      const opacity = i === chosen ? 1 : Math.min(1, Math.max(0, nearness));
      return { pin: pins[i]!, spot: { x, y, opacity, left: x > 0.5 * frame.width } };
    });
    this.labels.show(shown, (id) => this.details.get(id));
  }

  private showScreens(): void {
    const screens = new Map<string, { screen: FloatingScreen; image: string | null }>();
    const viewpoints = [];
    for (const pin of this.nearbyPins()) {
      const details = this.details.get(pin.id);
      if (!details) continue;
      const { screen, thumbnail, viewpoint } = details;
      if (screen && screens.size < maxScreens) screens.set(pin.id, { screen, image: thumbnail });
      if (viewpoint) viewpoints.push(viewpoint);
    }
    if (this.edited) screens.set(this.edited.id, this.edited);
    this.scene.screens.show(screens);
    this.scene.markers.showCameras(viewpoints.slice(0, maxCameras));
  }
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function isVisible({ x, y }: { x: number; y: number }, frame: Frame): boolean {
  return x > 0 && x < frame.width && y > frame.top && y < frame.height - frame.bottom;
}
