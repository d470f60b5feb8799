/** The controls of the sand table: keys, pointer and joystick, the toolbar, the list of memories, the lower panel. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { type LowerPanel, lowerPanel, toolbar } from "./lower-panel.ts";
import { Input } from "../input/input.ts";
import { joystick } from "../input/joystick.ts";
import { type ListedMemory, MemoryList } from "./memory-list.ts";
import { TableFeedback } from "../atmosphere/table-feedback.ts";
import { openFeedbackDialog } from "./feedback-dialog.ts";

export interface ControlsActions {
  /** Opens a memory of the list. */
  open(id: string): void;
  /** Opens the marked or near memory. */
  openChosen(): void;
  back(): void;
  tap(x: number, y: number): void;
  hover(at: { x: number; y: number } | null): void;
  highlight(id: string | null): void;
  changeLens(): void;
  reset(): void;
  help(): void;
  /** The nearest `count` memories and how many there are. */
  listed(count: number): { nearest: ListedMemory[]; total: number };
  isActive(): boolean;
  /** Requests a frame. */
  invalidate(): void;
}

export interface ControlsContext {
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
}

export class Controls {
  /** Toolbar, list and labels, over the space. */
  readonly overlay = el("div", { class: "explore-overlay", hidden: true });
  readonly lowerPanel: LowerPanel;
  readonly input: Input;
  readonly list: MemoryList;
  readonly feedback = new TableFeedback();

  constructor({ area, canvas, signal }: ControlsContext, act: ControlsActions) {
    const stick = joystick(act.invalidate);
    this.lowerPanel = lowerPanel(stick.element);
    const column = toolbar({
      zoom: (factor) => this.input.zoomBy(factor),
      reset: act.reset,
      sound: () => toggleSound(),
      feedback: () => openFeedbackDialog(this.feedback, setSound),
      help: act.help,
    });
    const setSound = (on: boolean): void => {
      this.feedback.setSound(on);
      announce(on ? t("Sound is on.") : t("Sound is off."));
    };
    const toggleSound = (): void => setSound(!this.feedback.sound.peek());
    effect(() => column.showSound(this.feedback.sound.value), signal);
    this.list = new MemoryList(act.listed, act.open, act.highlight, () => canvas.focus());
    this.input = new Input(
      area,
      stick,
      {
        open: act.openChosen,
        back: act.back,
        step: (way) => this.list.step(way),
        tap: act.tap,
        hover: act.hover,
        sound: toggleSound,
        lens: act.changeLens,
        reset: act.reset,
      },
      act.invalidate,
      act.isActive,
      signal,
    );
    this.overlay.append(this.list.element, column.element);
    this.feedback.wakeOnGesture(area, signal);
  }

  show(visible: boolean): void {
    this.lowerPanel.element.hidden = this.overlay.hidden = !visible;
  }
}
