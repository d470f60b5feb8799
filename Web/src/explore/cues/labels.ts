/**
 * Labels beside the nearest cues: a line of the memory, or its thumbnail. They fade in with decreasing distance and
 * open the memory.
 */

import { el, setText } from "../../ui/dom.ts";
import type { MemoryKind } from "../../api/generated.ts";
import { kindNames } from "../../ui/memory-kinds.ts";
import type { PinDetails } from "../sand-table.ts";
import { type Mood, moodNames } from "../../ui/moods.ts";
import { moodMark } from "../../ui/mood-mark.ts";

export interface LabelPin {
  id: string;
  title: string;
  kind: MemoryKind;
  mood: Mood | null;
}

/** The position on the canvas, in pixels, and the opacity. */
export interface LabelSpot {
  x: number;
  y: number;
  opacity: number;
  /** It is to the left of its cue, where there is no room to the right. */
  left: boolean;
}

interface Label {
  element: HTMLElement;
  filled: boolean;
}

/** The approximate size of a label in pixels: labels that would overlap a nearer one are omitted. */
const labelWidth = 250;
const labelHeight = 72;

/** Those of the spots, the most important first, whose labels don't overlap. */
export function apart<Spot extends { x: number; y: number }>(spots: readonly Spot[]): Spot[] {
  const kept: Spot[] = [];
  for (const spot of spots) {
    const free = kept.every(({ x, y }) => Math.abs(spot.x - x) > labelWidth || Math.abs(spot.y - y) > labelHeight);
    if (free) kept.push(spot);
  }
  return kept;
}

/** The labels repeat the buttons of the list for sight and touch: assistive technology reads the list. */
export class Labels {
  readonly element = el("div", { class: "cue-labels", "aria-hidden": "true" });
  private readonly labels = new Map<string, Label>();

  constructor(private readonly open: (id: string) => void) {}

  /** Shows these labels and no others. `detailsOf` returns the details known so far. */
  show(shown: readonly { pin: LabelPin; spot: LabelSpot }[], detailsOf: (id: string) => PinDetails | null): void {
    const ids = new Set(shown.map(({ pin }) => pin.id));
    for (const [id, label] of this.labels) {
      if (ids.has(id)) continue;
      label.element.remove();
      this.labels.delete(id);
    }
    for (const { pin, spot } of shown) {
      let label = this.labels.get(pin.id);
      if (!label) {
        label = this.make(pin);
        this.labels.set(pin.id, label);
        this.element.append(label.element);
      }
      const details = label.filled ? null : detailsOf(pin.id);
      if (details) this.fill(label, pin, details);
      label.element.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;
      label.element.style.opacity = spot.opacity.toFixed(2);
      label.element.classList.toggle("faint", spot.opacity < 0.3);
      label.element.classList.toggle("left", spot.left);
    }
  }

  clear(): void {
    this.show([], () => null);
  }

  private make(pin: LabelPin): Label {
    const words = el("span", { class: "cue-words" }, el("strong", {}, pin.title || kindNames[pin.kind]));
    const button = el(
      "button",
      { class: "cue-label", type: "button", tabindex: -1, onclick: () => this.open(pin.id) },
      pin.mood && moodMark(pin.mood),
      words,
    );
    if (pin.mood) button.title = moodNames[pin.mood];
    return { element: el("div", { class: "cue-spot" }, button), filled: false };
  }

  private fill(label: Label, pin: LabelPin, details: PinDetails): void {
    label.filled = true;
    const button = label.element.firstElementChild!;
    if (details.thumbnail) {
      button.prepend(el("img", { class: "cue-picture", src: details.thumbnail, alt: "", decoding: "async" }));
    }
    if (details.snippet && details.snippet !== pin.title) {
      const snippet = el("span", { class: "cue-snippet" });
      setText(snippet, details.snippet);
      button.querySelector(".cue-words")?.append(snippet);
    }
  }
}
