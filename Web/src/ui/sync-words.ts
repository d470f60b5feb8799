/** How sync, devices, conflicts, storage and backups stand, in words. Pure functions. */

import type { Backups, Conflict, ConflictSide, ConflictValue, Device, Storage, Sync } from "../api/generated.ts";
import { formatAgo, formatBytes, formatDate, formatPercent, formatRemaining, plural } from "./format.ts";

export interface StateWords {
  /** What the picture beside it is. */
  mood: "good" | "busy" | "idle" | "warning";
  title: string;
  detail: string;
  /** What to type on the command line, where that is what to do. */
  command: string | null;
}

/** How sync stands, and what to do about it. */
export function syncWords(sync: Sync, now: Date = new Date()): StateWords {
  const words = (mood: StateWords["mood"], title: string, detail = "", command: string | null = null): StateWords => ({
    mood,
    title,
    detail,
    command,
  });
  if (sync.isDemo) return words("idle", "The demo library doesn't sync", "Libraries of your own can.");
  if (!sync.isIncluded) {
    const detail = `Sync is not part of the ${sync.tier} tier. Choose another on the command line:`;
    return words("idle", "This library stays on this device", detail, "diorama library account --tier premium");
  }
  if (!sync.bucket) {
    const detail = "Any folder or S3 bucket will do. Choose one on the command line:";
    return words("idle", "No bucket yet", detail, "diorama sync --bucket file:///folder");
  }
  if (sync.run) {
    const { fraction, what, remaining, isCancelled } = sync.run;
    if (isCancelled) return words("busy", "Stopping", "It goes on where it stopped when you sync again.");
    const left = remaining === null ? "" : `, ${formatRemaining(remaining)}`;
    return words("busy", `Syncing ${formatPercent(fraction)}`, `${what}${left}`);
  }
  const { last } = sync;
  if (last && last.outcome === "failed") {
    const tried = `Tried ${formatAgo(new Date(last.ended), now)}.`;
    const again = last.isTransient ? " Nothing is lost; try again later." : "";
    return words("warning", "Couldn't sync", `${sentence(last.error ?? "")} ${tried}${again}`);
  }
  const held = last?.waiting[0];
  if (held) {
    const more = last.waiting.length > 1 ? ` And ${plural(last.waiting.length - 1, "device")} more.` : "";
    return words("warning", `Waiting for changes of ${deviceName(held.device)}`, `${sentence(held.reason)}${more}`);
  }
  if (last?.outcome === "cancelled" && !isLater(sync.synced, last.ended)) {
    return words("idle", "Stopped", "It goes on where it stopped when you sync again.");
  }
  if (sync.synced === null) return words("idle", "Not synced yet", "Nothing has been sent from this device.");
  const when = `In step ${formatAgo(new Date(sync.synced), now)}`;
  if (sync.unsentWrites > 0) return words("idle", when, "Something was written here since then.");
  return words("good", when, last ? runWords(last) : "");
}

function isLater(time: string | null, than: string): boolean {
  return time !== null && new Date(time) > new Date(than);
}

/** What a run moved. */
export function runWords(run: NonNullable<Sync["last"]>): string {
  const parts: string[] = [];
  if (run.changed > 0) parts.push(`${plural(run.changed, "change")} came in`);
  if (run.sent > 0) parts.push("this device's changes were sent");
  if (run.uploaded > 0) parts.push(`${plural(run.uploaded, "file")} went up`);
  if (run.downloaded > 0) parts.push(`${plural(run.downloaded, "file")} came down`);
  return parts.length === 0 ? "Nothing was new." : sentence(parts.join(", "));
}

/** What needs a look, a line each: files that failed, changes that were refused. */
export function syncTroubles(sync: Sync): string[] {
  const lines: string[] = [];
  const { last } = sync;
  if (last && last.failureCount > 0) {
    const first = last.failures[0];
    lines.push(
      `${plural(last.failureCount, "file")} couldn't be moved and will be tried again${
        first ? `: ${first.reason}` : ""
      }`,
    );
  }
  if (last && last.held > 0) {
    lines.push(`${plural(last.held, "file waits", "files wait")} for a network that costs nothing`);
  }
  for (const { device, reason } of sync.refused.slice(-3)) {
    lines.push(`Changes of ${deviceName(device)} were refused and set aside: ${reason}`);
  }
  if (sync.refused.length > 3) lines.push(`${sync.refused.length - 3} earlier ones were refused, too`);
  return lines.map(sentence);
}

/** Begins with a capital and ends with a full stop. */
export function sentence(text: string): string {
  if (text === "") return "";
  return text.replace(/^./u, (first) => first.toUpperCase()).replace(/(?<![.!?])$/u, ".");
}

/** A device's name in a sentence. */
export function deviceName(device: Device): string {
  return device.isThis ? "this device" : device.name;
}

const nouns: Record<string, string> = {
  accounts: "account",
  captures: "capture",
  consents: "consent",
  media: "file",
  memories: "memory",
  places: "place",
  recordings: "recording",
  requests: "request",
  settings: "setting",
  shares: "share",
  space_assets: "file of a space",
  spaces: "space",
  things: "thing",
  workflows: "workflow",
};

const columns: Record<string, string> = {
  account: "owner",
  area: "floor area",
  byte_count: "size",
  content_type: "kind of file",
  file_name: "file name",
  is_private: "privacy",
  price_currency: "currency of the price",
  trashed: "trash",
  viewpoint: "viewpoint",
  warranty_until: "end of the warranty",
};

/** What a conflict is about: the row by its name, and which of its values. */
export function conflictTitle(conflict: Conflict): { row: string; column: string } {
  const noun = nouns[conflict.table] ?? conflict.table.replaceAll("_", " ");
  return {
    row: conflict.name ?? sentence(noun).slice(0, -1),
    column: columns[conflict.column] ?? conflict.column.replaceAll("_", " "),
  };
}

/** Columns of milliseconds since 1970. */
const times = new Set([
  "answered",
  "created",
  "due",
  "ended",
  "expires",
  "given",
  "purchased",
  "started",
  "taken",
  "trashed",
  "warranty_until",
  "withdrawn",
]);

/** A value as people read it. `isWord` is true where it is said about the value instead of being it. */
export function valueWords(
  column: string,
  value: ConflictValue,
  now: Date = new Date(),
): { text: string; isWord: boolean } {
  const word = (text: string): { text: string; isWord: boolean } => ({ text, isWord: true });
  const plain = (text: string): { text: string; isWord: boolean } => ({ text, isWord: false });
  switch (value.kind) {
    case "empty":
      return word(column === "trashed" ? "not in the trash" : "empty");
    case "data":
      return word(`data, ${formatBytes(value.byteCount ?? 0)}`);
    case "number": {
      const number = Number(value.text);
      if (column.startsWith("is_")) return word(number === 0 ? "no" : "yes");
      if (times.has(column) && Math.abs(number) < 8.64e15) {
        const date = formatDate(new Date(number), now);
        return column === "trashed" ? word(`in the trash since ${date}`) : plain(date);
      }
      return plain(value.text);
    }
    case "text":
      if (value.text === "") return word("empty");
      return plain(listWords(value) + (value.isCut ? "…" : ""));
  }
}

/** A list of words, as tags are kept, without its brackets. */
function listWords(value: ConflictValue): string {
  if (!value.text.startsWith("[") || value.isCut) return value.text;
  try {
    const list = JSON.parse(value.text) as unknown;
    if (!Array.isArray(list) || !list.every((item) => typeof item === "string")) return value.text;
    return list.length === 0 ? "none" : list.join(", ");
  } catch {
    return value.text;
  }
}

/** By whom and when a value was written. */
export function sideWords(side: ConflictSide, now: Date = new Date()): string {
  return `${deviceName(side.device)}, ${formatDate(new Date(side.written), now)}`;
}

export interface StoragePart {
  kind: string;
  name: string;
  means: string;
  bytes: string;
  share: number;
}

const storageNames: Record<Storage["parts"][number]["kind"], [string, string]> = {
  database: ["Database", "all that was written"],
  originals: ["Originals", "scans, models, photos"],
  previews: ["Previews", "can be made again"],
  cache: ["Cache", "can be fetched again"],
  backups: ["Backups", "copies of the database"],
  setAside: ["Set aside", "damaged, kept unused"],
  other: ["Under way", "files on their way"],
};

/** The parts of the library's folder; what is under way only where there is something. */
export function storageParts(storage: Storage): StoragePart[] {
  return storage.parts.filter((part) => part.kind !== "other" || part.byteCount > 0).map((part) => {
    const [name, means] = storageNames[part.kind];
    const share = storage.byteCount > 0 ? part.byteCount / storage.byteCount : 0;
    return { kind: part.kind, name, means, bytes: formatBytes(part.byteCount), share };
  });
}

/** How the backups stand: a headline, and what is to be known about the latest. */
export function backupWords(backups: Backups, now: Date = new Date()): StateWords {
  const { latest, latestGood } = backups;
  const words = (mood: StateWords["mood"], title: string, detail: string): StateWords => ({
    mood,
    title,
    detail,
    command: null,
  });
  if (backups.isRunning) return words("busy", "Making a backup", "It is copied, then checked.");
  if (!latest) return words("idle", "No backup yet", "A copy of the database, kept beside the library and checked.");
  const when = `Backed up ${formatAgo(new Date(latest.made), now)}`;
  switch (latest.state) {
    case "good":
      return words(
        "good",
        when,
        backups.isChanged ? "Checked and sound. Something was written since." : "Checked and sound.",
      );
    case "unchecked":
      return words("idle", when, "Not checked yet. A new one is checked at once.");
    case "bad": {
      const good = latestGood
        ? ` The last good one is from ${formatDate(new Date(latestGood.made), now)}.`
        : " There is no good one.";
      return words(
        "warning",
        "The latest backup is not sound",
        `${sentence(latest.problem ?? "it is damaged")}${good}`,
      );
    }
  }
}
