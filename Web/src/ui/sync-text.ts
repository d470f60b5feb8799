/** The state of synchronization, devices, conflicts, storage and backups as text. Pure functions. */

import type {
  Backups,
  Conflict,
  ConflictSide,
  ConflictValue,
  Device,
  HealthFinding,
  LibraryHealth,
  Storage,
  Sync,
} from "../api/generated.ts";
import { formatAgo, formatBytes, formatDate, formatPercent, formatRemaining, plural } from "./format.ts";

export interface StatusText {
  /** Chooses the icon. */
  level: "good" | "busy" | "idle" | "warning";
  title: string;
  detail: string;
  /** A command to run, if one is needed. */
  command: string | null;
}

/** The state of synchronization, and the next step if one is needed. */
export function syncStatus(sync: Sync, now: Date = new Date()): StatusText {
  const status = (
    level: StatusText["level"],
    title: string,
    detail = "",
    command: string | null = null,
  ): StatusText => ({
    level,
    title,
    detail,
    command,
  });
  if (sync.isDemo) return status("idle", "The demo library doesn't synchronize", "Your own libraries do.");
  if (!sync.isIncluded) {
    const detail = `The ${sync.tier} tier doesn't include synchronization. Change the tier on the command line:`;
    return status("idle", "This library stays on this device", detail, "diorama library account --tier premium");
  }
  if (!sync.bucket) {
    const detail = "Use a folder or an S3 bucket. Set it on the command line:";
    return status("idle", "No bucket yet", detail, "diorama sync --bucket file:///folder");
  }
  if (sync.run) {
    const { fraction, what, remaining, isCancelled } = sync.run;
    if (isCancelled) return status("busy", "Stopping", "The next synchronization resumes it.");
    const left = remaining === null ? "" : `, ${formatRemaining(remaining)}`;
    return status("busy", `Synchronizing ${formatPercent(fraction)}`, `${what}${left}`);
  }
  const { last } = sync;
  if (last && last.outcome === "failed") {
    const tried = `Tried ${formatAgo(new Date(last.ended), now)}.`;
    const again = last.isTransient ? " Try again later." : "";
    return status("warning", "Synchronization failed", `${sentence(last.error ?? "")} ${tried}${again}`);
  }
  const missing = sync.behind[0];
  if (missing) {
    const more = sync.behind.length > 1 ? ` And ${plural(sync.behind.length - 1, "changeset")} more.` : "";
    const title = `Behind: changes of ${deviceName(missing.device)} are missing`;
    return status("warning", title, `${sentence(missing.reason)} ${sentence(missing.remedy)}${more}`);
  }
  if (last?.outcome === "cancelled" && !isLater(sync.synced, last.ended)) {
    return status("idle", "Stopped", "The next synchronization resumes it.");
  }
  if (sync.synced === null) return status("idle", "Not synchronized yet", "Nothing has been sent from this device.");
  const when = `Synchronized ${formatAgo(new Date(sync.synced), now)}`;
  if (sync.unsentWrites > 0) return status("idle", when, "This device has changes since then.");
  return status("good", when, last ? runText(last) : "");
}

function isLater(time: string | null, than: string): boolean {
  return time !== null && new Date(time) > new Date(than);
}

/** A status that is not better than what the library's health says on its topic. */
export function withHealth(
  status: StatusText,
  health: LibraryHealth | null,
  topic: HealthFinding["topic"],
): StatusText {
  if (status.level !== "good" && status.level !== "idle") return status;
  const states = new Set(health?.findings.filter((finding) => finding.topic === topic).map(({ state }) => state));
  if (states.has("bad")) return { ...status, level: "warning" };
  return states.has("warning") ? { ...status, level: "idle" } : status;
}

/** The health of the library in one line. */
export function healthStatus({ state, findings }: LibraryHealth): StatusText {
  const status = (level: StatusText["level"], title: string, detail: string): StatusText => ({
    level,
    title,
    detail,
    command: null,
  });
  switch (state) {
    case "good":
      return status("good", "Good", "Sync, clock, backups, disk and files are in order.");
    case "warning":
      return status("idle", plural(findings.length, "warning"), "Nothing is lost yet.");
    case "bad":
      return status("warning", "Needs attention", findings.length > 1 ? "The most urgent first." : "");
  }
}

/** What a run transferred. */
export function runText(run: NonNullable<Sync["last"]>): string {
  const parts: string[] = [];
  if (run.changed > 0) parts.push(`applied ${plural(run.changed, "change")}`);
  if (run.sent > 0) parts.push("sent this device's changes");
  if (run.uploaded > 0) parts.push(`uploaded ${plural(run.uploaded, "file")}`);
  if (run.downloaded > 0) parts.push(`downloaded ${plural(run.downloaded, "file")}`);
  return parts.length === 0 ? "No changes." : sentence(parts.join(", "));
}

/** One line for each problem: files that failed, changes that were rejected. */
export function syncProblems(sync: Sync): string[] {
  const lines: string[] = [];
  const { last } = sync;
  if (last && last.failureCount > 0) {
    const first = last.failures[0];
    lines.push(
      `${plural(last.failureCount, "file")} couldn't be transferred and will be retried${
        first ? `: ${first.reason}` : ""
      }`,
    );
  }
  if (last && last.held > 0) {
    lines.push(`${plural(last.held, "file waits", "files wait")} for an unmetered network`);
  }
  for (const { device, reason } of sync.refused.slice(-3)) {
    lines.push(`Changes of ${deviceName(device)} were rejected: ${reason}`);
  }
  if (sync.refused.length > 3) lines.push(`${sync.refused.length - 3} earlier changesets were rejected, too`);
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
  content_type: "file type",
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

/** A value as text. `isDescription`: the text describes the value instead of being it. */
export function valueText(
  column: string,
  value: ConflictValue,
  now: Date = new Date(),
): { text: string; isDescription: boolean } {
  const word = (text: string): { text: string; isDescription: boolean } => ({ text, isDescription: true });
  const plain = (text: string): { text: string; isDescription: boolean } => ({ text, isDescription: false });
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
      return plain(listText(value) + (value.isCut ? "…" : ""));
  }
}

/** A JSON list of strings, like tags, without its brackets. */
function listText(value: ConflictValue): string {
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
export function sideText(side: ConflictSide, now: Date = new Date()): string {
  return `${deviceName(side.device)}, ${formatDate(new Date(side.written), now)}`;
}

export interface StoragePart {
  kind: string;
  name: string;
  description: string;
  bytes: string;
  share: number;
}

const storageNames: Record<Storage["parts"][number]["kind"], [string, string]> = {
  database: ["Database", "all records"],
  originals: ["Originals", "scans, models, photos"],
  previews: ["Previews", "can be regenerated"],
  cache: ["Cache", "can be downloaded again"],
  backups: ["Backups", "copies of the database"],
  setAside: ["Quarantine", "damaged files"],
  other: ["Other", "transfers, data for paired devices"],
};

/** The parts of the library's folder; other files only if there are any. */
export function storageParts(storage: Storage): StoragePart[] {
  return storage.parts.filter((part) => part.kind !== "other" || part.byteCount > 0).map((part) => {
    const [name, description] = storageNames[part.kind];
    const share = storage.byteCount > 0 ? part.byteCount / storage.byteCount : 0;
    return { kind: part.kind, name, description, bytes: formatBytes(part.byteCount), share };
  });
}

/** The state of the backups. */
export function backupStatus(backups: Backups, now: Date = new Date()): StatusText {
  const { latest, latestGood } = backups;
  const status = (level: StatusText["level"], title: string, detail: string): StatusText => ({
    level,
    title,
    detail,
    command: null,
  });
  if (backups.isRunning) return status("busy", "Making a backup", "The database is copied, then verified.");
  if (backups.problem !== null) return status("warning", "No backup could be made", sentence(backups.problem));
  const automatic = backups.isAutomatic
    ? " Backups are made while the library is idle, and when the server stops."
    : "";
  if (!latest) {
    const detail = `A verified copy of the database is kept beside the library.${automatic}`;
    return status("idle", "No backup yet", detail);
  }
  const when = `Backed up ${formatAgo(new Date(latest.made), now)}`;
  switch (latest.state) {
    case "good":
      return status(
        "good",
        when,
        (backups.isChanged ? "Verified. The library has changed since then." : "Verified.") + automatic,
      );
    case "unchecked":
      return status("idle", when, `Not verified yet. New backups are verified at once.${automatic}`);
    case "bad": {
      const good = latestGood
        ? ` The last verified backup is from ${formatDate(new Date(latestGood.made), now)}.`
        : " There is no verified backup.";
      return status(
        "warning",
        "The latest backup is damaged",
        `${sentence(latest.problem ?? "it is damaged")}${good}`,
      );
    }
  }
}
