/** What is said of memories, in words. Pure functions. */

import { moodWords } from "../explore/moods.ts";
import { formatBytes, formatDate } from "../ui/format.ts";
import { type Kind, type Media, type Memory, mostBytes, type Privacy } from "./types.ts";

export const kindWords: Record<Kind, string> = { text: "Text", photo: "Photo", audio: "Audio", video: "Video" };

export const privacyWords: Record<Privacy, { name: string; means: string }> = {
  private: {
    name: "Only me",
    means: "Nobody else sees it, not even who keeps this library's server, through its pages.",
  },
  public: { name: "Everyone here, with my name", means: "All who may visit this space." },
  anonymous: { name: "Everyone here, without my name", means: "All who may visit this space; none sees who told it." },
  shared: { name: "People I choose", means: "Only the people named below." },
};

/** The title, else the first words, else what it is. */
export function titleOf(memory: { title: string; text?: string; kind: Kind }): string {
  if (memory.title.trim() !== "") return memory.title.trim();
  const words = snippet(memory.text ?? "", 60);
  return words === "" ? `${kindWords[memory.kind]} without a title` : words;
}

/** The title that is kept: what was written, else the first words, else what it is and when it was told. */
export function givenTitle(memory: { title: string; text: string; kind: Kind }, now: Date = new Date()): string {
  const title = memory.title.trim();
  if (title !== "") return title;
  const words = snippet(memory.text, 60);
  const day = `${now.getDate()} ${monthNames[now.getMonth()]} ${now.getFullYear()}`;
  return words === "" ? `${kindWords[memory.kind]} of ${day}` : words;
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The beginning of a text on one line, cut between words. */
export function snippet(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:]+$/, "")}…`;
}

/** `Anna · 3 Feb 2026 · Calm` */
export function byline(memory: Memory, now: Date = new Date()): string {
  const who = memory.mine ? "You" : memory.author?.name ?? "Someone";
  const parts = [who, formatDate(new Date(memory.created), now)];
  if (memory.mood) parts.push(moodWords[memory.mood]);
  return parts.join(" · ");
}

/** Seconds as a player shows them: `0:07`, `12:40`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Words separated by commas become tags: no sign before them, each once, at most twenty. */
export function readTags(text: string): string[] {
  const tags: string[] = [];
  for (const part of text.split(/[,\n]/)) {
    const tag = part.trim().replace(/^#+/, "").replace(/\s+/g, " ").slice(0, 40);
    if (tag !== "" && !tags.some((other) => other.toLowerCase() === tag.toLowerCase())) tags.push(tag);
  }
  return tags.slice(0, 20);
}

/** Why this file can't be that kind of memory; null if it can. */
export function refusal(kind: Media["kind"], file: { type: string; size: number; name: string }): string | null {
  const family = { photo: "image/", audio: "audio/", video: "video/" }[kind];
  const name = file.name || "This file";
  if (file.type === "image/svg+xml") return `${name} is a drawing that may hold programs. Save it as PNG or JPEG.`;
  if (!file.type.startsWith(family)) return `${name} is no ${kindWords[kind].toLowerCase()}.`;
  if (file.size === 0) return `${name} is empty.`;
  if (file.size > mostBytes[kind]) {
    return `${name} has ${formatBytes(file.size)}; a ${kindWords[kind].toLowerCase()} may have ${
      formatBytes(mostBytes[kind])
    }.`;
  }
  return null;
}

/** What can't be sent yet, and why; null if all is there. */
export function missing(
  memory: { kind: Kind; title: string; text: string; privacy: Privacy; audience: string[] },
  hasMedia: boolean,
): string | null {
  if (memory.kind === "text" && memory.text.trim() === "" && memory.title.trim() === "") {
    return "Write something first.";
  }
  if (memory.kind !== "text" && !hasMedia) {
    return {
      photo: "Add a photo first.",
      audio: "Record or add a sound first.",
      video: "Record or add a video first.",
    }[
      memory.kind
    ];
  }
  if (memory.privacy === "shared" && memory.audience.length === 0) return "Choose who may see it.";
  return null;
}
