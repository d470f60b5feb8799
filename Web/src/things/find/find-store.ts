/** Which of the things a photo shows, and whether that was right. State and requests, no DOM. */

import type { Id, Identification, ThingMatch } from "../../api/generated.ts";
import { batch, type Signal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";

/** A thing that the photo could show. */
export interface FoundThing extends ThingMatch {
  /** Whether its label was read, which leaves no doubt. */
  isLabel: boolean;
}

export class FindStore {
  readonly photo: Signal<File | null> = signal<File | null>(null);
  /** The surest first; null until the answer is there. */
  readonly found: Signal<readonly FoundThing[] | null> = signal<readonly FoundThing[] | null>(null);
  readonly isLooking = signal(false);
  /** What limits the answer. */
  readonly notices: Signal<readonly string[]> = signal<readonly string[]>([]);
  readonly problem = signal("");
  private controller = new AbortController();

  constructor(private readonly source: Pick<ThingsApi, "identify" | "noteMatch"> = thingsApi) {}

  /** Looks for what a photo shows; an earlier photo is given up. */
  async look(photo: File): Promise<void> {
    this.stop();
    const { signal: stop } = this.controller;
    batch(() => {
      this.photo.value = photo;
      this.found.value = null;
      this.notices.value = [];
      this.problem.value = "";
      this.isLooking.value = true;
    });
    try {
      const answer = await this.source.identify(photo, stop);
      if (stop.aborted) return;
      batch(() => {
        this.found.value = foundThings(answer);
        this.notices.value = answer.notices;
      });
    } catch (error) {
      if (!stop.aborted) this.problem.value = messageOf(error);
    } finally {
      if (!stop.aborted) this.isLooking.value = false;
    }
  }

  /** Gives up what is under way. */
  stop(): void {
    this.controller.abort();
    this.controller = new AbortController();
  }

  /** Notes that the photo shows the thing. */
  async confirm(thing: Id): Promise<boolean> {
    return await this.note(thing, "right");
  }

  /** Notes that the photo doesn't show the thing, which then is no answer any more. */
  async reject(thing: Id): Promise<boolean> {
    if (!await this.note(thing, "wrong")) return false;
    this.found.value = (this.found.peek() ?? []).filter(({ id }) => id !== thing);
    return true;
  }

  private async note(thing: Id, match: "right" | "wrong"): Promise<boolean> {
    const photo = this.photo.peek();
    if (photo === null) return false;
    this.problem.value = "";
    try {
      await this.source.noteMatch(thing, match, photo);
      return true;
    } catch (error) {
      this.problem.value = messageOf(error);
      return false;
    }
  }
}

/** Things whose label is in the photo come first, then those that look like it. */
export function foundThings({ matches, barcodes }: Identification): FoundThing[] {
  const labels = new Set(barcodes.flatMap(({ thing }) => thing === null ? [] : [thing]));
  const found = matches.map((match) => ({ ...match, isLabel: labels.has(match.id) }));
  for (const id of labels) {
    if (!found.some((match) => match.id === id)) found.push({ id, name: "", cover: null, score: 1, isLabel: true });
  }
  return found.sort((a, b) => Number(b.isLabel) - Number(a.isLabel) || b.score - a.score);
}
