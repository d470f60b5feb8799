/** A session that the page is in: its store, drawing, gestures, keys and reports. */

import { loadCore } from "../core/core.ts";
import { type LiveCore, type LiveEvent, type LiveMeasurement, loadLiveCore } from "../core/live.ts";
import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal, untracked } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/view.ts";
import { ApiError } from "../api/client.ts";
import { announce } from "../ui/announce.ts";
import { LiveAnnouncer } from "./announcer.ts";
import { liveApi, type LiveSession } from "./api.ts";
import type { ConnectionServices } from "./connection.ts";
import { ParticleEffects } from "./effects/effects-layer.ts";
import { CompanionModels } from "./figures/companion-models.ts";
import { LiveGestures } from "./gestures.ts";
import type { LiveHaptics } from "./haptics.ts";
import { HideGame, type HideReports } from "./hide-game.ts";
import { claimKey, type LiveProfile } from "./identity.ts";
import { announceLive } from "./inspection.ts";
import type { LiveSounds } from "./interfaces.ts";
import { LiveLabels } from "./labels.ts";
import { LiveCommands } from "./live-commands.ts";
import { handleLiveKey } from "./live-keys.ts";
import { LiveScene } from "./live-scene.ts";
import { LiveStore, pumpInterval } from "./live-store.ts";
import { sessionTriggers } from "./session-triggers.ts";
import { standardMapping, type TriggerMapping } from "./triggers/responses.ts";
import type { LiveSettings } from "./settings/live-settings.ts";
import type { TriggerSwitches } from "./settings/trigger-switches.ts";
import { shareMeasurements } from "./measurement-sharing.ts";
import { LiveSurface } from "./surface.ts";

export interface OpenSessionProps {
  area: HTMLElement;
  stage: HTMLElement;
  canvas: HTMLCanvasElement;
  place: Place;
  settings: LiveSettings;
  /** Parents switched microphone and camera off on this device. */
  sensorsOff: ReadonlySignal<boolean>;
  sounds: LiveSounds;
  haptics: LiveHaptics;
  /** It ended for good; `reason` is for users, empty after leaving. */
  ended(reason: string): void;
}

export class OpenSession {
  readonly store: LiveStore;
  readonly models: CompanionModels;
  readonly commands: LiveCommands;
  readonly triggers: TriggerSwitches;
  /** What follows triggers until the visitor chooses. */
  readonly responses: TriggerMapping;
  private readonly controller: AbortController;
  private readonly surface: LiveSurface;
  private readonly effects: ParticleEffects;
  private readonly scene: LiveScene;
  private readonly labels: LiveLabels;
  private readonly gestures: LiveGestures;
  private pointer: Vec3 | null = null;

  private constructor(
    readonly session: LiveSession,
    store: LiveStore,
    controller: AbortController,
    private readonly core: LiveCore,
    private readonly props: OpenSessionProps,
  ) {
    const { place, settings } = props;
    const { viewer } = place;
    this.store = store;
    this.controller = controller;
    const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.models = new CompanionModels(controller.signal);
    this.surface = new LiveSurface(place);
    this.effects = new ParticleEffects({
      add: (object) => viewer.add(object),
      remove: (object) => viewer.remove(object),
      invalidate: viewer.invalidate,
      companionPosition: (id) => this.scene.positionOf(id),
      surfaceBelow: ([x, y, z]) => this.surface.below([x, y + 0.05, z])?.[1] ?? null,
      reducedMotion,
      density: settings.density,
    });
    const pointer = (): Vec3 | null => this.pointer;
    this.scene = new LiveScene({
      source: store,
      place,
      effects: this.effects,
      models: this.models,
      pointer,
      reducedMotion,
    });
    this.labels = new LiveLabels({
      place,
      participants: () => this.scene.participants,
      measurements: () => this.othersMeasurements(),
    });
    this.commands = new LiveCommands(
      store,
      place,
      this.surface,
      this.models,
      () => this.gestures,
      (id, reports) => this.makeGame(id, reports),
    );
    this.gestures = new LiveGestures({
      store,
      place,
      scene: this.scene,
      surface: this.surface,
      canvas: props.canvas,
      isActive: () => this.hasPointer,
      tapped: (x, y) => void this.commands.tap(x, y),
      remove: (id) => {
        props.haptics.play("press");
        this.commands.remove(id);
      },
      began: () => store.followed.value = null,
      pointed: (point) => this.pointer = point,
    });
    this.responses = standardMapping(core.triggers);
    this.triggers = sessionTriggers({
      core: core.triggers,
      responses: this.responses,
      settings,
      sensorsOff: props.sensorsOff,
      store,
      commands: this.commands,
      eyes: () => this.scene.eyes,
      distance: (origin, direction) => this.surface.distance(origin, direction),
    }, controller.signal);
  }

  /** Connects and joins. Throws where the name isn't permitted or the page can't be loaded. */
  static async open(session: LiveSession, profile: LiveProfile, props: OpenSessionProps): Promise<OpenSession> {
    const controller = new AbortController();
    try {
      // Lengths are shown in the visitor's units by the core.
      const [core, key] = await Promise.all([loadLiveCore(), claimKey(session.code, controller.signal), loadCore()]);
      const store = new LiveStore(core.client(key), servicesFor(session));
      const open = new OpenSession(session, store, controller, core, props);
      if (!store.start(profile)) throw new Error(t("This name can't be used. Choose another one."));
      open.start();
      return open;
    } catch (error) {
      controller.abort();
      throw error;
    }
  }

  /** Leaves; the others see that. */
  leave(): void {
    this.store.leave();
    this.end("");
  }

  /** Ends without leaving: after a reload, the page is the same participant. */
  dispose(): void {
    if (this.controller.signal.aborted) return;
    this.controller.abort();
    this.commands.dispose();
    this.effects.dispose();
    this.models.dispose();
    this.store.dispose();
    delete this.props.area.dataset.live;
  }

  private end(reason: string): void {
    this.dispose();
    this.props.ended(reason);
  }

  private start(): void {
    const { signal } = this.controller;
    const { area, stage, place, canvas } = this.props;
    const { store } = this;
    const announcer = new LiveAnnouncer(store, this.props.sounds, this.props.haptics);
    stage.append(this.labels.element);
    this.labels.start(signal);
    this.scene.start(signal);
    this.gestures.listen(signal);
    canvas.addEventListener("pointerleave", () => this.pointer = null, { signal });
    place.tools.add({ tap: (x, y) => this.hasPointer && this.commands.tap(x, y) }, signal);
    area.addEventListener("keydown", (event) => this.handleKey(event), { capture: true, signal });
    store.listen((event) => {
      announcer.report(event);
      this.show(event);
    }, signal);
    void this.surface.prepare().catch(() => announce(t("The surface couldn't be loaded; companions can't be placed.")));
    const timer = setInterval(() => store.pump(), pumpInterval);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    addEventListener("online", () => store.retryNow(), { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      store.retryNow();
      store.pump();
    }, { signal });
    effect(() => {
      const state = store.connectionState.value;
      area.dataset.live = state.kind;
      if (state.kind === "ended") untracked(() => queueMicrotask(() => this.end(state.reason)));
    }, signal);
    effect(() => {
      void [store.selected.value, store.companions.value, store.people.value];
      place.viewer.invalidate();
    }, signal);
    shareMeasurements(store, signal);
    announceLive(store, this.scene, this.effects);
  }

  /** While the visitor measures, own lines are drawn by the measure tool. */
  private othersMeasurements(): readonly LiveMeasurement[] {
    const all = this.scene.measurements;
    if (!this.props.area.classList.contains("has-measure")) return all;
    return all.filter(({ author }) => author !== this.store.ownID);
  }

  private makeGame(id: string, reports: HideReports): HideGame {
    const { store, surface, scene } = this;
    return new HideGame({
      ...{ id, store, surface },
      rule: this.core.hideAndSeek(),
      camera: () => this.props.place.viewer.cameraPose,
      participants: () => scene.participants,
      size: () => scene.figure(id) ?? { height: 0.3, radius: 0.15 },
      found: (person) => {
        this.props.sounds.play("found");
        this.props.haptics.play("found");
        reports.found(person);
      },
      nowhere: reports.nowhere,
      ended: reports.ended,
    });
  }

  /** The sand table and measuring have gestures and keys of their own. */
  private get hasPointer(): boolean {
    const { place, area } = this.props;
    return place.mode.peek() === "look" && !area.classList.contains("has-measure");
  }

  private show(event: LiveEvent): void {
    if (event.kind === "effect") {
      const [x, y, z] = event.position;
      const { id, style, companion, duration, age } = event;
      this.effects.play({ id, style, position: [x, y, z], durationSeconds: duration, companion }, age);
    }
    if (event.kind === "reaction") this.labels.react(this.store.person(event.participant), event.symbol);
    if (event.kind === "kicked" && event.participant === this.store.state.peek().participant) {
      queueMicrotask(() => this.end(t("A host removed you from the session.")));
    }
  }

  private handleKey(event: KeyboardEvent): void {
    const { store, commands } = this;
    if (!this.hasPointer) return;
    const selected = (body: (id: string) => void): void => {
      const id = store.selected.peek();
      if (id !== null) body(id);
    };
    const isHandled = handleLiveKey(event, {
      hasSelection: () => store.selected.peek() !== null,
      select: (step) => commands.select(step),
      deselect: () => store.selected.value = null,
      spawn: () => commands.useInMiddle(),
      move: (right, ahead) => selected((id) => commands.step(id, right, ahead)),
      turn: (step) => selected((id) => commands.turn(id, step)),
      scale: (factor) => selected((id) => commands.scale(id, factor)),
      act: (action) => selected((id) => commands.act(id, action)),
      remove: () => selected((id) => commands.remove(id)),
    });
    if (isHandled) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key.startsWith("Arrow")) store.followed.value = null;
  }
}

function servicesFor({ code, role }: LiveSession): ConnectionServices {
  const ended = t("The session has ended.");
  return {
    ended,
    open: () => new WebSocket(liveApi.socket(code, role)) as unknown as ReturnType<ConnectionServices["open"]>,
    // Continues while the device sleeps, as the session does.
    now: () => Date.now(),
    setTimeout: (body, milliseconds) => setTimeout(body, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer),
    async ending(): Promise<string | null> {
      try {
        await liveApi.session(code);
        return null;
      } catch (error) {
        return error instanceof ApiError && error.status === 404 ? ended : null;
      }
    },
  };
}
