/** What buttons, keys and taps do in a session, with announcements and undo. */

import type { LiveAction, LiveStyle } from "../core/live.ts";
import type { Vec3 } from "../core/vectors.ts";
import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { notify } from "../ui/notice.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import type { CompanionModels } from "./figures/companion-models.ts";
import { facing, type LiveGestures, scaled, turned } from "./gestures.ts";
import type { HideGame, HideReports } from "./hide-game.ts";
import type { LiveStore } from "./live-store.ts";
import { actionDuration, actionVerbs, companionName, styles } from "./live-text.ts";
import type { LiveSurface } from "./surface.ts";

/** Metres of a step by an arrow key. */
const step = 0.15;
/** Metres of a stair or sill that a companion climbs in a step. */
const rise = 0.45;
const turnStep = Math.PI / 12;
/** Metres above the surface at which an effect that was tapped there begins. */
const effectHeight = 0.4;

/** Makes a game of hide-and-seek with a companion. */
export type MakeHideGame = (id: string, reports: HideReports) => HideGame;

export class LiveCommands {
  /** The companions that play hide-and-seek. */
  private readonly games = signal<ReadonlyMap<string, HideGame>>(new Map());

  constructor(
    private readonly store: LiveStore,
    private readonly place: Place,
    private readonly surface: LiveSurface,
    private readonly models: CompanionModels,
    private readonly gestures: () => LiveGestures | null,
    private readonly makeGame: MakeHideGame,
  ) {}

  /** A tap on the image, in CSS pixels. Returns whether it is consumed. */
  tap(x: number, y: number): boolean {
    const { store } = this;
    const armed = store.armed.peek();
    const companion = this.gestures()?.companionAt(x, y) ?? null;
    if (armed?.kind === "effect") {
      this.surface.whenReady(() => {
        const point = this.surface.at(x, y)?.point;
        if (companion) this.startEffect(armed.style, companion.position, companion.id);
        else if (point) this.startEffect(armed.style, above(point), null);
      });
      return true;
    }
    if (companion) {
      store.selected.value = companion.id;
      return true;
    }
    if (armed?.kind === "companion") {
      this.surface.whenReady(() => {
        const point = this.surface.standingAt(x, y);
        if (point) this.spawn(armed.model, point);
      });
      return true;
    }
    const hadSelection = store.selected.peek() !== null;
    store.selected.value = null;
    return hadSelection;
  }

  /** Creates the chosen companion, or starts the chosen effect, in the middle of the image. */
  useInMiddle(): void {
    const armed = this.store.armed.peek();
    if (armed?.kind === "effect") return this.effectInMiddle();
    if (armed?.kind !== "companion") return announce(t("Choose a companion or an effect first."));
    this.surface.whenReady(() => {
      const point = this.surface.standingAt(...this.middle);
      if (point) this.spawn(armed.model, point);
      else announce(t("There is no surface in the middle of the image."));
    });
  }

  effectInMiddle(): void {
    const armed = this.store.armed.peek();
    if (armed?.kind !== "effect") return;
    this.surface.whenReady(() => {
      const point = this.surface.at(...this.middle)?.point;
      if (point) this.startEffect(armed.style, above(point), null);
    });
  }

  effectOnSelected(): void {
    const armed = this.store.armed.peek();
    const companion = this.store.companion(this.store.selected.peek());
    if (armed?.kind === "effect" && companion) this.startEffect(armed.style, companion.position, companion.id);
  }

  select(direction: number): void {
    const { store } = this;
    const all = store.companions.peek();
    if (all.length === 0) return announce(t("There are no companions yet."));
    const at = all.findIndex(({ id }) => id === store.selected.peek());
    const next = all[at < 0 ? (direction > 0 ? 0 : all.length - 1) : (at + direction + all.length) % all.length]!;
    store.selected.value = next.id;
    const owner = store.person(next.owner);
    const belongs = owner ? owner.isSelf ? t(", yours") : t(", belongs to {name}", { name: owner.name }) : "";
    const hint = next.mayChange ? t(" Arrows move it, 1 to 5 start actions, Delete removes it.") : "";
    announce(t("{companion} selected{belongs}.{hint}", { companion: companionName(next.model), belongs, hint }));
  }

  act(id: string, action: LiveAction): void {
    const companion = this.store.companion(id);
    if (!companion) return;
    const duration = actionDuration(action, this.models.duration(companion.model, action));
    if (this.store.act(id, action, duration)) announce(`${companionName(companion.model)} ${actionVerbs[action]}.`);
    else this.reportProblem();
  }

  /** Whether a companion plays hide-and-seek. */
  isHiding(id: string): boolean {
    return this.games.value.has(id);
  }

  /** Begins or ends hide-and-seek with a companion. */
  toggleHiding(id: string): void {
    const game = this.games.peek().get(id);
    if (game) return game.stop();
    const companion = this.store.companion(id);
    if (!companion) return;
    const name = companionName(companion.model);
    const next = this.makeGame(id, {
      found: (person) =>
        announce(
          person?.isSelf
            ? t("You found {name}!", { name })
            : t("{person} found {name}!", { person: person?.name ?? t("Somebody"), name }),
        ),
      nowhere: () =>
        notify(t("{name} finds no place to hide. Move it nearer to something it can hide behind.", { name })),
      ended: () => this.games.value = new Map([...this.games.peek()].filter(([each]) => each !== id)),
    });
    this.games.value = new Map(this.games.peek()).set(id, next);
    next.start();
    announce(t("{name} hides. Look for it.", { name }));
  }

  dispose(): void {
    for (const game of this.games.peek().values()) game.stop();
  }

  /** A step on the surface: to the right, and away from the camera. */
  step(id: string, right: number, ahead: number): void {
    const companion = this.store.companionNow(id);
    if (!companion) return;
    const { position: eye } = this.place.viewer.cameraPose;
    const [x, y, z] = companion.position;
    const length = Math.hypot(x - eye[0], z - eye[2]) || 1;
    const away = [(x - eye[0]) / length, (z - eye[2]) / length] as const;
    const to: Vec3 = [
      x + step * (ahead * away[0] - right * away[1]),
      y,
      z + step * (ahead * away[1] + right * away[0]),
    ];
    const point = this.surface.standingNear(to, rise);
    if (!point) return announce(t("There is no surface there."));
    if (!this.store.move(id, { position: point, rotation: facing(companion.position, to) })) this.reportProblem();
  }

  turn(id: string, steps: number): void {
    const companion = this.store.companionNow(id);
    if (companion && !this.store.move(id, { rotation: turned(companion.rotation, steps * turnStep) })) {
      this.reportProblem();
    }
  }

  scale(id: string, factor: number): void {
    const companion = this.store.companionNow(id);
    if (companion && !this.store.move(id, { scale: scaled(companion, factor) })) this.reportProblem();
  }

  /** Removes a companion; ten seconds long it can be created again. */
  remove(id: string): void {
    const removed = this.store.remove(id);
    if (!removed) return this.reportProblem();
    const name = companionName(removed.model);
    announce(t("{name} removed.", { name }));
    undoNotice(t("{name} removed.", { name }), () => {
      const { model, position, rotation, scale } = removed;
      if (this.store.spawn(model, position, rotation, scale) === null) throw new Error(this.store.problem.peek());
      return Promise.resolve();
    });
  }

  private spawn(model: number, point: Vec3): void {
    const id = this.store.spawn(model, point, facing(point, this.place.viewer.cameraPose.position));
    if (id === null) this.reportProblem();
    else announce(t("{companion} is here.", { companion: companionName(model) }));
  }

  /** Starts an effect on a companion, or else at a position. */
  startEffect(style: LiveStyle, position: Vec3, companion: string | null): void {
    const { label, seconds } = styles.find((each) => each.style === style)!;
    if (this.store.startEffect(style, position, companion, 1000 * seconds)) announce(`${label}.`);
    else this.reportProblem();
  }

  /** The panel shows the reason; where it is hidden, a notice does. */
  private reportProblem(): void {
    const problem = this.store.problem.peek();
    if (problem !== "" && !document.querySelector(".live-panel")) notify(problem);
  }

  private get middle(): [number, number] {
    const { width, height, top, bottom } = this.place.viewer.frame;
    return [width / 2, (top + height - bottom) / 2];
  }
}

/** Where an effect begins that was tapped at a point of the surface. */
function above([x, y, z]: Vec3): Vec3 {
  return [x, y + effectHeight, z];
}
