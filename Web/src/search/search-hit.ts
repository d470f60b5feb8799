/** What a hit is called, where it leads, and the state of a search in an address. Pure functions. */

import type { SearchHit } from "../api/generated.ts";
import { inSentence, t } from "../i18n/messages.ts";
import type { IconName } from "../ui/icons.ts";
import {
  placesPath,
  recordingPath,
  searchPath,
  spaceMemoryPath,
  spacePath,
  spaceThingPath,
  thingPath,
} from "../ui/routes.ts";
import type { SearchKind } from "./search-api.ts";

/** In the order of the chips. */
export const searchKinds: readonly SearchKind[] = ["thing", "place", "space", "memory", "recording", "media"];

/** One of a kind, and many. */
export const kindWords: Readonly<Record<SearchKind, readonly [string, string]>> = {
  thing: [t("Thing"), t("Things")],
  place: [t("Place"), t("Places")],
  space: [t("Space"), t("Spaces")],
  memory: [t("Memory"), t("Memories")],
  recording: [t("Recording"), t("Recordings")],
  media: [t("File"), t("Files")],
};

export const kindIcons: Readonly<Record<SearchKind, IconName>> = {
  thing: "thing",
  place: "shelves",
  space: "place",
  memory: "memory",
  recording: "record",
  media: "file",
};

/** The page of a hit; null where it has none. */
export function hitPath(hit: SearchHit): string | null {
  if (hit.kind === "thing") return thingPath(hit.id);
  if (hit.kind === "place") return placesPath(hit.id);
  if (hit.kind === "space") return spacePath(hit.id);
  if (hit.kind === "memory") return hit.space && spaceMemoryPath(hit.space, hit.id);
  if (hit.kind === "recording") return recordingPath(hit.id);
  // Files are shown where they belong.
  return hit.thing ? thingPath(hit.thing) : hit.space ? spacePath(hit.space) : null;
}

/** Where a thing is shown in its space; null for what is no thing in a space. */
export function showInSpacePath(hit: SearchHit): string | null {
  return hit.kind === "thing" && hit.space !== null ? spaceThingPath(hit.space, hit.id) : null;
}

/** The title, or what it is where it has none. */
export function hitTitle(hit: SearchHit): string {
  return hit.title.trim() === ""
    ? t("A {kind}|an item without a name", { kind: inSentence(kindWords[hit.kind][0]) })
    : hit.title;
}

/** Where it is: `Cellar › Shelf 2`. */
export function hitFacts(hit: SearchHit): string {
  return [kindWords[hit.kind][0], ...(hit.path.length > 0 ? [hit.path.join(" › ")] : [])].join(" · ");
}

/** Whether the snippet says more than the title. */
export function addsToTitle(hit: SearchHit): boolean {
  const text = hit.snippet.map((part) => part.text).join("").trim();
  return text !== "" && text !== hit.title.trim();
}

export interface Searched {
  text: string;
  /** Empty: everything. */
  kinds: readonly SearchKind[];
}

/** The search of an address; unknown kinds are ignored. */
export function searchedFromQuery(query: string): Searched {
  const values = new URLSearchParams(query);
  const kinds = (values.get("kinds") ?? "").split(",");
  return { text: values.get("text") ?? "", kinds: searchKinds.filter((kind) => kinds.includes(kind)) };
}

export function searchedPath({ text, kinds }: Searched): string {
  const path = searchPath(text);
  if (kinds.length === 0) return path;
  return `${path}${text === "" ? "?" : "&"}kinds=${kinds.join(",")}`;
}
