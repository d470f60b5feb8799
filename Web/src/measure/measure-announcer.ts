/** Reads new values, problems and the next step aloud while the tool is open. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { units } from "../ui/units.ts";
import { hintFor, kindOf, snapMarks } from "./kinds.ts";
import type { MeasureStore } from "./measure-store.ts";
import { lineOf } from "./types.ts";

/** What a screen reader hears of the draft; empty where there is nothing to say. */
export function draftAnnouncement({ draft }: MeasureStore): string {
  const { kind, points } = draft.current.value;
  const result = draft.result.value;
  if (result) return `${kindOf(kind).label}: ${lineOf(result, units.lengths.value)}`;
  if (draft.problem.value !== "") return draft.problem.value;
  const last = points.at(-1);
  if (!last) return "";
  return t("Point {count}, on a {word}. {hintFor}", {
    count: points.length,
    word: snapMarks[last.snap].word,
    hintFor: hintFor(kind, points.length),
  });
}

export function announceDraft(store: MeasureStore, signal: AbortSignal): void {
  let before = draftAnnouncement(store);
  effect(() => {
    const text = draftAnnouncement(store);
    if (text === before) return;
    before = text;
    if (text !== "") announce(text);
  }, signal);
}
