/** The places to choose from, and making one by its path. State and requests, no DOM. */

import type { Id, PlaceItem } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";

export class PlaceChoices {
  private readonly current = signal<readonly PlaceItem[]>([]);
  private loading: Promise<void> | null = null;

  readonly places: ReadonlySignal<readonly PlaceItem[]> = this.current;

  constructor(private readonly source: Pick<ThingsApi, "places" | "addPlace"> = thingsApi) {}

  /** Fetches the places; without a connection those known stay. */
  load(): Promise<void> {
    this.loading ??= this.source.places().then(
      (places) => void (this.current.value = places),
      () => {},
    ).finally(() => this.loading = null);
    return this.loading;
  }

  find(id: Id): PlaceItem | undefined {
    return this.current.value.find((place) => place.id === id);
  }

  /** Places whose path has all words, those with the words in their own name first. */
  matching(text: string, limit = 8): PlaceItem[] {
    const words = text.toLowerCase().split(/[\s/›]+/).filter((word) => word !== "");
    const has = (place: string): boolean => words.every((word) => place.toLowerCase().includes(word));
    const fitting = this.current.peek().filter(({ path }) => has(path.join(" ")));
    const rank = ({ name }: PlaceItem): number => words.length > 0 && has(name) ? 0 : 1;
    return fitting.map((place, at) => ({ place, at })).sort((a, b) => rank(a.place) - rank(b.place) || a.at - b.at)
      .slice(0, limit).map(({ place }) => place);
  }

  /** The place with exactly this path. */
  atPath(path: readonly string[]): PlaceItem | undefined {
    const wanted = path.map((name) => name.toLowerCase());
    return this.current.peek().find((place) =>
      place.path.length === wanted.length && place.path.every((name, at) => name.toLowerCase() === wanted[at])
    );
  }

  /** The place with a name that no other has. */
  named(name: string): PlaceItem | undefined {
    const found = this.current.peek().filter((place) => place.name.toLowerCase() === name.trim().toLowerCase());
    return found.length === 1 ? found[0] : undefined;
  }

  /** The place with a path; the places of it that are missing are added. */
  async create(path: readonly string[]): Promise<PlaceItem> {
    let parent: PlaceItem | undefined;
    for (let length = 1; length <= path.length; length += 1) {
      const known = this.atPath(path.slice(0, length));
      const name = path[length - 1]!;
      const place = known ?? await this.source.addPlace({ name, ...(parent ? { parent: parent.id } : {}) });
      if (!known) this.current.value = [...this.current.peek(), place];
      parent = place;
    }
    if (!parent) throw new Error(t("A place needs a name."));
    return parent;
  }
}

/** `Cellar/Shelf 2` or `Cellar › Shelf 2` as names. */
export function pathNames(text: string): string[] {
  return text.split(/[/›]/).map((name) => name.trim()).filter((name) => name !== "");
}

export function pathText(path: readonly string[]): string {
  return path.join(" › ");
}

/** The places of this page. */
export const placeChoices = new PlaceChoices();
