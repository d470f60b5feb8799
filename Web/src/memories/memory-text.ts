/** Texts about memories. Pure functions. */

import { t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { moodNames } from "../ui/moods.ts";
import { formatBytes, formatDay } from "../ui/format.ts";
import { limits } from "../api/generated.ts";
import type { FileKind, Kind, Memory, MemoryQuery, Privacy } from "./types.ts";

export const privacyLevels: Record<Privacy, { name: string; help: string }> = {
  private: {
    name: t("Only me"),
    help: t("Nobody else sees it in Diorama, not even the owner of this library."),
  },
  public: { name: t("Everyone here, with my name"), help: t("Everyone who may visit this space.") },
  anonymous: {
    name: t("Everyone here, without my name"),
    help: t("Everyone who may visit this space; nobody sees the author."),
  },
  shared: { name: t("People I choose"), help: t("Only the people selected below.") },
};

/** The name of a memory's author, as this visitor sees it. */
export function authorName(memory: Pick<Memory, "mine" | "author">): string {
  return memory.mine ? t("You") : memory.author?.name ?? t("Someone");
}

/** The active filters: `: Joy, photo`; empty without filters. */
export function queryText(query: MemoryQuery): string {
  const parts = [
    query.mood && moodNames[query.mood],
    query.kind && kindNames[query.kind],
    query.tag.trim() !== "" && query.tag.trim(),
    query.author && t("one author"),
    query.order === "oldest" && t("oldest first"),
    query.trashed && t("trash"),
  ].filter((part): part is string => typeof part === "string");
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** The title, else the first words of the text, else the type. */
export function titleOf(memory: { title: string; text?: string; kind: Kind }): string {
  if (memory.title.trim() !== "") return memory.title.trim();
  const words = snippet(memory.text ?? "", 60);
  return words === "" ? t("{kindNames} without a title", { kindNames: kindNames[memory.kind] }) : words;
}

/** The title that is saved, because the server requires one: as written, else the first words of the text, else type and date. */
export function savedTitle(memory: { title: string; text: string; kind: Kind }, now: Date = new Date()): string {
  const title = memory.title.trim();
  if (title !== "") return title;
  const words = snippet(memory.text, 60);
  return words === "" ? t("{kindNames} of {date}", { kindNames: kindNames[memory.kind], date: formatDay(now) }) : words;
}

/** The beginning of a text on one line, cut between words. */
export function snippet(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength);
  const space = cut.lastIndexOf(" ");
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:]+$/, "")}…`;
}

/** A duration in seconds as media players show it: `0:07`, `12:40`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Tags separated by commas or line breaks, without a leading `#`. The server removes repetitions. */
export function parseTags(text: string): string[] {
  return text.split(/[,\n]/).map((tag) => tag.trim().replace(/^#+/, "").replace(/\s+/g, " ")).filter((tag) =>
    tag !== ""
  );
}

/** Why a file can't be attached as this type; null if it can. The server decides by the file's content. */
export function fileProblem(kind: FileKind, file: { type: string; size: number; name: string }): string | null {
  const name = file.name || t("This file");
  const maxBytes = limits.MediaKind.maxBytes[kind];
  if (file.type === "image/svg+xml") {
    return t("{name} is a vector drawing, which can contain scripts. Save it as PNG or JPEG.", { name });
  }
  if (!file.type.startsWith({ photo: "image/", audio: "audio/", video: "video/" }[kind])) {
    return notOfKind[kind](name);
  }
  if (file.size === 0) return t("{name} is empty.", { name });
  if (file.size > maxBytes) {
    return tooLarge[kind]({ name, size: formatBytes(file.size), limit: formatBytes(maxBytes) });
  }
  return null;
}

const notOfKind: Record<FileKind, (name: string) => string> = {
  photo: (name) => t("{name} is not a photo.", { name }),
  audio: (name) => t("{name} is not an audio file.", { name }),
  video: (name) => t("{name} is not a video.", { name }),
};

const tooLarge: Record<FileKind, (values: { name: string; size: string; limit: string }) => string> = {
  photo: (values) => t("{name} has {size}; the limit for photo files is {limit}.", values),
  audio: (values) => t("{name} has {size}; the limit for audio files is {limit}.", values),
  video: (values) => t("{name} has {size}; the limit for video files is {limit}.", values),
};

const mediaPrompts: Record<FileKind, string> = {
  photo: t("Add a photo first."),
  audio: t("Record or add audio first."),
  video: t("Record or add a video first."),
};

/** What a memory lacks before it can be sent; null if nothing. Lengths and values are checked by the server. */
export function missingPart(
  memory: { kind: Kind; title: string; text: string; privacy: Privacy; audience: readonly string[] },
  hasMedia: boolean,
): string | null {
  if (memory.kind === "text" && memory.text.trim() === "" && memory.title.trim() === "") {
    return t("Write something first.");
  }
  if (memory.kind !== "text" && memory.kind !== "session" && !hasMedia) return mediaPrompts[memory.kind];
  return memory.privacy === "shared" && memory.audience.length === 0 ? t("Choose who may see it.") : null;
}
