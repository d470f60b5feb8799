/** What the visitor's hands are on: keys, pointer and joystick, the tools over the place's edge, the list of memories, the lower window. */

import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { type Deck, deck, tools } from "./deck.ts";
import { Input } from "./input.ts";
import { joystick } from "./joystick.ts";
import { type Reachable, ReachList } from "./reach-list.ts";
import { Sound } from "./sound.ts";

export interface ControlsActions {
  /** Of a memory in the list. */
  open(id: string): void;
  /** Of the one that is marked or near. */
  openChosen(): void;
  back(): void;
  tap(x: number, y: number): void;
  hover(at: { x: number; y: number } | null): void;
  highlight(id: string | null): void;
  changeLens(): void;
  reset(): void;
  help(): void;
  /** The nearest `count` memories and how many there are. */
  reachable(count: number): { nearest: Reachable[]; total: number };
  isActive(): boolean;
  /** Asks for a picture. */
  wake(): void;
}

export class Controls {
  /** Tools and the list, over the place; labels lie there as well. */
  readonly overlay = el("div", { class: "explore-overlay", hidden: true });
  readonly lower: Deck;
  readonly input: Input;
  readonly list: ReachList;
  readonly sound = new Sound();

  constructor(area: HTMLElement, canvas: HTMLCanvasElement, act: ControlsActions, signal: AbortSignal) {
    const stick = joystick(act.wake);
    this.lower = deck(stick.element);
    const column = tools({
      zoom: (factor) => this.input.zoomBy(factor),
      reset: act.reset,
      sound: () => setSound(),
      help: act.help,
    });
    const setSound = (): void => {
      const on = !this.sound.on;
      this.sound.set(on);
      column.showSound(on);
      announce(on ? "Sound is on." : "Sound is off.");
    };
    column.showSound(this.sound.on);
    this.list = new ReachList(act.reachable, act.open, act.highlight, () => canvas.focus());
    this.input = new Input(
      area,
      stick,
      {
        open: act.openChosen,
        back: act.back,
        step: (way) => this.list.step(way),
        tap: act.tap,
        hover: act.hover,
        sound: setSound,
        lens: act.changeLens,
        reset: act.reset,
      },
      act.wake,
      act.isActive,
      signal,
    );
    this.overlay.append(this.list.element, column.element);
    // Sound that was left on may be heard after the first press.
    for (const kind of ["pointerdown", "keydown"]) {
      area.addEventListener(kind, () => this.sound.wake(), { once: true, signal });
    }
  }

  show(visible: boolean): void {
    this.lower.element.hidden = this.overlay.hidden = !visible;
  }
}
