/** What of the library can become a model. */

import { api } from "../../api/client.ts";
import { thingsApi } from "../../things/things-api.ts";

export interface LibraryItem {
  id: string;
  name: string;
}

/** The most things of a page. */
const pageSize = 200;

export async function allSpaces(): Promise<LibraryItem[]> {
  const spaces: LibraryItem[] = [];
  for (let after: string | null = null;;) {
    const page = await api.spaces(after);
    spaces.push(...page.spaces);
    after = page.next;
    if (after === null) return spaces;
  }
}

/** The things; those with a photo, which is their cover, come first. The server says where one has neither a model nor a photo. */
export async function allThings(): Promise<LibraryItem[]> {
  const things: LibraryItem[] = [];
  const others: LibraryItem[] = [];
  for (let after: string | null = null;;) {
    const page = await thingsApi.list({ order: "name", limit: pageSize, ...(after !== null && { after }) });
    things.push(...page.things.filter(({ cover }) => cover !== null));
    others.push(...page.things.filter(({ cover }) => cover === null));
    after = page.next;
    if (after === null) return [...things, ...others];
  }
}
