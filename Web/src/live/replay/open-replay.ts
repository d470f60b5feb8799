/** Replays the recorded session of a memory in its space: the figures, effects and lines that people saw, by the same code. */

import { loadCore } from "../../core/core.ts";
import { loadLiveCore } from "../../core/live.ts";
import { LiveReplay } from "../../core/live-replay.ts";
import { t } from "../../i18n/messages.ts";
import type { Place } from "../../scene/place.ts";
import { announce } from "../../ui/announce.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import { messageOf } from "../../ui/notice.ts";
import { LiveAnnouncer } from "../announcer.ts";
import { ParticleEffects } from "../effects/effects-layer.ts";
import { CompanionModels } from "../figures/companion-models.ts";
import { LiveHaptics } from "../haptics.ts";
import { announceLive } from "../inspection.ts";
import { LiveLabels } from "../labels.ts";
import { LiveScene } from "../live-scene.ts";
import { LiveSettings } from "../settings/live-settings.ts";
import { SynthesizedSounds } from "../sounds/live-sounds.ts";
import { LiveSurface } from "../surface.ts";
import { replayBar } from "./replay-bar.ts";
import { ReplayStore } from "./replay-store.ts";

export interface ReplayProps {
  area: HTMLElement;
  stage: HTMLElement;
  place: Place;
  signal: AbortSignal;
}

/** The replay that runs: there is one at a time. */
let running: AbortController | null = null;

/** Begins to replay; `address` is that of the file. Throws a text for users where it can't be loaded or is damaged. */
export async function openReplay(address: string, title: string, props: ReplayProps): Promise<void> {
  running?.abort();
  const controller = running = new AbortController();
  const { signal } = controller;
  props.signal.addEventListener("abort", () => controller.abort(), { signal });
  const [core, bytes] = await Promise.all([
    loadLiveCore(),
    recording(address, signal),
    loadCore(),
    loadStyle("live.css"),
  ]);
  if (signal.aborted) return;
  let client: LiveReplay;
  try {
    client = LiveReplay.open(core, bytes);
  } catch (error) {
    throw new Error(t("The recording is damaged: {problem}", { problem: messageOf(error) }));
  }
  const store = new ReplayStore(client, () => performance.now());
  if (props.place.mode.peek() !== "look") await props.place.setMode("look");
  show(store, title, props, controller);
  store.play();
}

async function recording(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(t("The recording isn't available at the moment; try again later."));
  return new Uint8Array(await response.arrayBuffer());
}

function show(store: ReplayStore, title: string, props: ReplayProps, controller: AbortController): void {
  const { area, stage, place } = props;
  const { signal } = controller;
  const { viewer } = place;
  const settings = new LiveSettings();
  const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const models = new CompanionModels(signal);
  const surface = new LiveSurface(place);
  const effects: ParticleEffects = new ParticleEffects({
    add: (object) => viewer.add(object),
    remove: (object) => viewer.remove(object),
    invalidate: viewer.invalidate,
    companionPosition: (id) => scene.positionOf(id),
    surfaceBelow: ([x, y, z]) => surface.below([x, y + 0.05, z])?.[1] ?? null,
    reducedMotion,
    density: settings.density,
  });
  const scene: LiveScene = new LiveScene({ source: store, place, effects, models, reducedMotion });
  const labels = new LiveLabels({
    place,
    participants: () => scene.participants,
    measurements: () => scene.measurements,
  });
  const sounds = new SynthesizedSounds(settings, area, signal);
  const announcer = new LiveAnnouncer(store, sounds, new LiveHaptics(settings.haptics));
  const bar = replayBar(store, title, () => controller.abort(), signal);
  const before = document.activeElement;
  stage.append(labels.element);
  area.append(bar);
  area.classList.add("has-replay");
  labels.start(signal);
  scene.start(signal);
  store.listen((event) => {
    announcer.report(event);
    if (event.kind === "effect") {
      const [x, y, z] = event.position;
      const { id, style, companion, duration, age } = event;
      effects.play({ id, style, position: [x, y, z], durationSeconds: duration, companion }, age);
    }
    if (event.kind === "reaction") labels.react(store.person(event.participant), event.symbol);
  }, signal);
  void surface.prepare().catch(() => {});
  signal.addEventListener("abort", () => {
    bar.remove();
    area.classList.remove("has-replay");
    delete area.dataset.replay;
    effects.dispose();
    models.dispose();
    store.dispose();
    if (running === controller) running = null;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    announce(t("The replay has ended."));
  }, { once: true });
  area.dataset.replay = "open";
  announceLive(store, scene, effects);
  bar.querySelector<HTMLElement>(".replay-play")?.focus({ preventScroll: true });
  announce(t("Replay of {title}. The space key plays and pauses, J and L go five seconds, Escape ends it.", { title }));
}
