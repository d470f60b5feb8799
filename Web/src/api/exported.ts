/** A space that was exported as a folder for any web host: the server's responses are in one file beside the page. */

import { t } from "../i18n/messages.ts";

/** That file: responses by method and path, as `GET /spaces/ID`. Lists are complete: they are searched and paged here. */
export interface Exported {
  answers: Record<string, unknown>;
}

/** The searchable fields of a memory. */
interface Listed {
  id: string;
  kind: string;
  title: string;
  text: string;
  mood: string | null;
  tags: string[];
  author: { id: string } | null;
}

/** The file's address, which the exporter writes into the page; null for the pages of a server. */
const address = globalThis.document?.querySelector('meta[name="diorama-export"]')?.getAttribute("content") ?? null;
let loading: Promise<Exported> | null = null;

/** The token by which an exported page opens its space, as by a link. */
export const exportedToken: string | null = address === null ? null : "exported";

/** The exhibit of an exported page; null where it shows a space, and for the pages of a server. */
export const exportedExhibit: string | null = address === null
  ? null
  : globalThis.document.querySelector('meta[name="diorama-exhibit"]')?.getAttribute("content") ?? null;

/** The server's response; null on the pages of a server. */
export function exportedAnswer(path: string, init: RequestInit): Promise<Response> | null {
  if (address === null) return null;
  loading ??= load(address);
  return loading.then((exported) => answer(exported, init.method ?? "GET", path));
}

async function load(from: string): Promise<Exported> {
  try {
    return await (await fetch(from)).json() as Exported;
  } catch (error) {
    loading = null; // so that trying again helps
    throw error;
  }
}

export function answer(exported: Exported, method: string, path: string): Response {
  const url = new URL(path, "http://exported");
  const found = exported.answers[`${method} ${url.pathname}`];
  if (found !== undefined) return Response.json(isList(found) ? page(found.memories, url.searchParams) : found);
  const memory = method === "GET" ? /^\/memories\/([0-9A-Za-z]{27})$/.exec(url.pathname)?.[1] : undefined;
  const listed = memory === undefined ? undefined : everyMemory(exported).find((one) => one.id === memory);
  if (listed) return Response.json(listed);
  const detail = method === "GET"
    ? (exportedExhibit === null
      ? t("This is not part of the exported space.")
      : t("This is not part of the exported exhibit."))
    : t("This is an exported copy, which can't be changed.");
  return Response.json({ detail }, { status: method === "GET" ? 404 : 403 });
}

function isList(found: unknown): found is { memories: Listed[] } {
  return typeof found === "object" && found !== null && "memories" in found && Array.isArray(found.memories);
}

function everyMemory(exported: Exported): Listed[] {
  return Object.values(exported.answers).filter(isList).flatMap((list) => list.memories);
}

/** A page of a list that is sorted newest first, by the query parameters of the server's list. */
function page(all: Listed[], query: URLSearchParams): { memories: Listed[]; next: string | null; total: number } {
  const words = (query.get("search") ?? "").toLocaleLowerCase().split(/\s+/).filter((word) => word !== "");
  const is = (name: string, value: string | null | undefined): boolean =>
    !query.has(name) || query.get(name) === (value ?? null);
  const found = all.filter((one) => {
    const said = [one.title, one.text, ...one.tags].join(" ").toLocaleLowerCase();
    return words.every((word) => said.includes(word)) && is("mood", one.mood) && is("kind", one.kind) &&
      is("author", one.author?.id) && (!query.has("tag") || one.tags.includes(query.get("tag") ?? ""));
  });
  if (query.get("trashed") === "true") found.length = 0;
  if (query.get("order") === "oldest") found.reverse();
  const after = query.get("after");
  const start = after === null ? 0 : found.findIndex((one) => one.id === after) + 1;
  const limit = Number(query.get("limit") ?? 50);
  const memories = found.slice(start, start + limit);
  const isLast = start + limit >= found.length;
  return { memories, next: isLast ? null : memories.at(-1)?.id ?? null, total: found.length };
}
