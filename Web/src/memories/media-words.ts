/** What is on a photo, or said in a recording, in words: for those who can't see or hear it. */

import { el, freshID } from "../ui/dom.ts";
import type { Media } from "./types.ts";

export interface Described {
  alternative: string;
  transcript: string;
}

/** The fields that a file of this kind has. They write into `words`, and say so. */
export function mediaWords(kind: Media["kind"], words: Described, changed: () => void): HTMLElement[] {
  const field = (name: keyof Described, label: string, help: string, rows: number): HTMLElement => {
    const id = freshID("words");
    const area = el("textarea", {
      id,
      rows,
      maxlength: name === "alternative" ? 1000 : 20_000,
      "aria-describedby": `${id}-help`,
      oninput: () => {
        words[name] = area.value;
        changed();
      },
    });
    area.value = words[name];
    return el(
      "div",
      { class: "field" },
      el("label", { for: id }, label),
      area,
      el("p", { id: `${id}-help`, class: "field-help" }, help),
    );
  };
  const seen = (): HTMLElement =>
    field("alternative", "What is on it", "For those who can't see it: who, where, what happens.", 2);
  const said = (help: string, rows: number): HTMLElement => field("transcript", "What is said", help, rows);
  if (kind === "photo") return [seen()];
  if (kind === "audio") return [said("For those who can't hear it; it can be searched too.", 3)];
  return [seen(), said("For those who can't hear it.", 2)];
}
