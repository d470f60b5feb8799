/** Names and reactions of participants, and the memories, over the image. */

import type { LiveMeasurement, LiveSymbol, Participant } from "../core/live.ts";
import { t } from "../i18n/messages.ts";
import { effect, untracked } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/view.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { avatarTop } from "./figures/avatar.ts";
import { symbolIcons } from "./live-text.ts";
import { SharedLines } from "./shared-lines.ts";

/** Milliseconds for which a reaction is shown. */
const reactionTime = 2600;
/** Metres between the head and its name. */
const gap = 0.1;
/** Metres from the camera up to which names are shown. */
const nameReach = 40;

export interface LiveLabelsProps {
  place: Place;
  participants(): readonly Participant[];
  measurements(): readonly LiveMeasurement[];
}

export class LiveLabels {
  readonly element = el("div", { class: "live-overlay" });
  private readonly names = new Map<number, HTMLElement>();
  private readonly pins = new Map<string, HTMLButtonElement>();
  private readonly lines = new SharedLines();
  private readonly own = el("div", { class: "live-own-reaction", "aria-hidden": "true" });

  constructor(private readonly props: LiveLabelsProps) {
    this.element.append(this.lines.element, this.own);
  }

  /** Follows the frames until the signal aborts. */
  start(owner: AbortSignal): void {
    effect(() => {
      void this.props.place.viewer.frames.value;
      untracked(() => this.update());
    }, owner);
    owner.addEventListener("abort", () => this.element.remove(), { once: true });
  }

  /** Shows a reaction above its participant's head. */
  react(participant: Participant | null, symbol: LiveSymbol): void {
    const parent = participant?.isSelf ? this.own : this.names.get(participant?.id ?? 0);
    if (!parent) return;
    const bubble = el("span", { class: "live-reaction", "data-symbol": symbol }, icon(symbolIcons[symbol]));
    bubble.style.setProperty("--drift", `${Math.round(16 * Math.random() - 8)}px`);
    parent.append(bubble);
    setTimeout(() => bubble.remove(), reactionTime);
  }

  private update(): void {
    const { place } = this.props;
    const { eye } = place.viewer;
    const seen = new Set<number>();
    for (const { id, name, color, pose, isSelf, isPresent } of this.props.participants()) {
      if (!pose || isSelf || !isPresent) continue;
      seen.add(id);
      const label = this.names.get(id) ?? this.addName(id);
      setText(label.firstElementChild!, name);
      label.style.setProperty("--color", color);
      const [x, y, z] = pose.position;
      this.put(label, [x, y + avatarTop + gap, z], distance(eye.position, pose.position) < nameReach);
    }
    for (const [id, label] of this.names) {
      if (seen.has(id)) continue;
      label.remove();
      this.names.delete(id);
    }
    this.lines.draw(eye, this.props.measurements());
    this.updatePins();
  }

  /** The free look has no cues of its own: the memories are shown as buttons. */
  private updatePins(): void {
    const { place } = this.props;
    const pins = place.mode.peek() === "look" ? place.explorer?.pins ?? [] : [];
    const seen = new Set<string>();
    for (const { id, title, position } of pins) {
      seen.add(id);
      const button = this.pins.get(id) ?? this.addPin(id);
      const label = title === "" ? t("Memory") : title;
      if (button.title !== label) {
        button.title = label;
        button.setAttribute("aria-label", t("Memory: {name}", { name: label }));
      }
      this.put(button, position, true);
    }
    for (const [id, button] of this.pins) {
      if (seen.has(id)) continue;
      button.remove();
      this.pins.delete(id);
    }
  }

  private put(element: HTMLElement, point: Vec3, isNear: boolean): void {
    const { eye, frame } = this.props.place.viewer;
    const { x, y, w } = eye.see(point);
    const [left, top] = [x / w, y / w];
    const isSeen = isNear && w > 0 && left > -40 && left < frame.width + 40 && top > 0 && top < frame.height;
    element.hidden = !isSeen;
    if (isSeen) element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  }

  private addName(id: number): HTMLElement {
    const label = el("div", { class: "live-name", "aria-hidden": "true" }, el("span", { class: "live-name-text" }));
    this.names.set(id, label);
    this.element.append(label);
    return label;
  }

  private addPin(id: string): HTMLButtonElement {
    const open = (): void => this.props.place.explorer?.openPin(id);
    const button = el("button", { class: "live-pin", type: "button", onclick: open }, icon("memory"));
    this.pins.set(id, button);
    this.element.append(button);
    return button;
  }
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
