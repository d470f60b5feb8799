/** A memory as a button in a list or strip: small image, title, facts, mood. */

import { t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { moodMark } from "../ui/mood-mark.ts";
import { type Mood, moodNames } from "../ui/moods.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import type { Kind, Memory } from "./types.ts";
import { titleOf } from "./memory-text.ts";

export const kindIcons: Record<Kind, IconName> = {
  text: "text",
  photo: "photo",
  audio: "audio",
  video: "video",
  session: "live",
};

export interface MemoryRowProps {
  id: string;
  kind: Kind;
  mood: Mood | null;
  title: string;
  /** The whole memory where it has been fetched. */
  memory: Memory | undefined;
  /** Visible facts below the title. */
  facts: string;
  isDiscovered: boolean;
  /** Whether "not found yet" is shown rather than only read out. */
  showsUndiscovered: boolean;
  class: string;
  open(id: string): void;
  highlight(id: string | null): void;
}

export function memoryRow(props: MemoryRowProps): HTMLButtonElement {
  const { id, kind, mood, memory, isDiscovered } = props;
  const thumbnail = memory?.media[0]?.thumbnails?.small ?? null;
  const spoken = `, ${kindNames[kind]}${mood ? `, ${moodNames[mood]}` : ""}`;
  return el(
    "button",
    {
      class: props.class,
      type: "button",
      "data-memory": id,
      onclick: () => props.open(id),
      onmouseenter: () => props.highlight(id),
      onmouseleave: () => props.highlight(null),
      onfocus: () => props.highlight(id),
      onblur: () => props.highlight(null),
    },
    el(
      "span",
      { class: "row-picture" },
      thumbnail ? el("img", { src: thumbnail, alt: "", loading: "lazy" }) : icon(kindIcons[kind]),
    ),
    el(
      "span",
      { class: "row-words" },
      el("span", { class: "row-title" }, titleOf({ title: props.title, text: memory?.text ?? "", kind })),
      el(
        "span",
        { class: "row-facts" },
        props.facts,
        el("span", { class: "visually-hidden" }, spoken),
        undiscovered(isDiscovered, props.showsUndiscovered),
      ),
    ),
    mood && moodMark(mood),
  );
}

function undiscovered(isDiscovered: boolean, isVisible: boolean): Child {
  if (isDiscovered) return null;
  return isVisible
    ? el("span", { class: "row-new" }, t(" · not found yet"))
    : el("span", { class: "visually-hidden" }, t(", not found yet"));
}
