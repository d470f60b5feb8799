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
import { t } from "../i18n/messages.ts";
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
  if (sync.isDemo) return status("idle", t("The demo library doesn't synchronize"), t("Your own libraries do."));
  if (!sync.isIncluded) {
    const detail = t("The {tier} tier doesn't include synchronization. Change the tier on the command line:", {
      tier: sync.tier,
    });
    return status("idle", t("This library stays on this device"), detail, "diorama library account --tier premium");
  }
  if (!sync.bucket) {
    const detail = t("Use a folder or an S3 bucket. Set it on the command line:");
    return status("idle", t("No bucket yet"), detail, "diorama sync --bucket file:///folder");
  }
  if (sync.run) {
    const { fraction, what, remaining, isCancelled } = sync.run;
    if (isCancelled) return status("busy", t("Stopping"), t("The next synchronization resumes it."));
    const left = remaining === null ? "" : `, ${formatRemaining(remaining)}`;
    return status("busy", t("Synchronizing {percent}", { percent: formatPercent(fraction) }), `${what}${left}`);
  }
  const { last } = sync;
  if (last && last.outcome === "failed") {
    const tried = t("Tried {date}.", { date: formatAgo(new Date(last.ended), now) });
    const again = last.isTransient ? t(" Try again later.") : "";
    return status("warning", t("Synchronization failed"), `${sentence(last.error ?? "")} ${tried}${again}`);
  }
  const missing = sync.behind[0];
  if (missing) {
    const more = sync.behind.length > 1
      ? plural(sync.behind.length - 1, { one: " And {count} changeset more.", other: " And {count} changesets more." })
      : "";
    const title = t("Behind: changes of {device} are missing", { device: deviceName(missing.device) });
    return status("warning", title, `${sentence(missing.reason)} ${sentence(missing.remedy)}${more}`);
  }
  if (last?.outcome === "cancelled" && !isLater(sync.synced, last.ended)) {
    return status("idle", t("Stopped"), t("The next synchronization resumes it."));
  }
  if (sync.synced === null) {
    return status("idle", t("Not synchronized yet"), t("Nothing has been sent from this device."));
  }
  const when = t("Synchronized {date}", { date: formatAgo(new Date(sync.synced), now) });
  if (sync.unsentWrites > 0) return status("idle", when, t("This device has changes since then."));
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
      return status("good", t("Good"), t("Sync, clock, backups, disk and files are in order."));
    case "warning":
      return status(
        "idle",
        plural(findings.length, { one: "{count} warning", other: "{count} warnings" }),
        t("Nothing is lost yet."),
      );
    case "bad":
      return status("warning", t("Needs attention"), findings.length > 1 ? t("The most urgent first.") : "");
  }
}

/** What a run transferred. */
export function runText(run: NonNullable<Sync["last"]>): string {
  const parts: string[] = [];
  if (run.changed > 0) {
    parts.push(
      t("applied {changes}", { changes: plural(run.changed, { one: "{count} change", other: "{count} changes" }) }),
    );
  }
  if (run.sent > 0) parts.push(t("sent this device's changes"));
  if (run.uploaded > 0) {
    parts.push(t("uploaded {files}", { files: plural(run.uploaded, { one: "{count} file", other: "{count} files" }) }));
  }
  if (run.downloaded > 0) {
    parts.push(
      t("downloaded {files}", { files: plural(run.downloaded, { one: "{count} file", other: "{count} files" }) }),
    );
  }
  return parts.length === 0 ? t("No changes.") : sentence(parts.join(", "));
}

/** One line for each problem: files that failed, changes that were rejected. */
export function syncProblems(sync: Sync): string[] {
  const lines: string[] = [];
  const { last } = sync;
  if (last && last.failureCount > 0) {
    const first = last.failures[0];
    lines.push(
      plural(last.failureCount, {
        one: "{count} file couldn't be transferred and will be retried{reason}",
        other: "{count} files couldn't be transferred and will be retried{reason}",
      }, { reason: first ? `: ${first.reason}` : "" }),
    );
  }
  if (last && last.held > 0) {
    lines.push(
      plural(last.held, {
        one: "{count} file waits for an unmetered network",
        other: "{count} files wait for an unmetered network",
      }),
    );
  }
  for (const { device, reason } of sync.refused.slice(-3)) {
    lines.push(t("Changes of {device} were rejected: {reason}", { device: deviceName(device), reason }));
  }
  if (sync.refused.length > 3) {
    lines.push(plural(sync.refused.length - 3, {
      one: "{count} earlier changeset was rejected, too",
      other: "{count} earlier changesets were rejected, too",
    }));
  }
  return lines.map(sentence);
}

/** Begins with a capital and ends with a full stop. */
export function sentence(text: string): string {
  if (text === "") return "";
  return text.replace(/^./u, (first) => first.toUpperCase()).replace(/(?<![.!?])$/u, ".");
}

/** A device's name in a sentence. */
export function deviceName(device: Device): string {
  return device.isThis ? t("this device") : device.name;
}

const nouns: Record<string, string> = {
  accounts: t("account"),
  captures: t("capture"),
  consents: t("consent"),
  media: t("file"),
  memories: t("memory"),
  places: t("place"),
  recordings: t("recording"),
  requests: t("request"),
  settings: t("setting"),
  shares: t("share"),
  space_assets: t("file of a space"),
  spaces: t("space"),
  things: t("thing"),
  workflows: t("workflow"),
};

const columns: Record<string, string> = {
  account: t("owner|a field"),
  area: t("floor area"),
  byte_count: t("size|a field"),
  content_type: t("file type"),
  file_name: t("file name"),
  is_private: t("privacy|a field"),
  price_currency: t("currency of the price"),
  trashed: t("trash|a field"),
  viewpoint: t("viewpoint|a field"),
  warranty_until: t("end of the warranty"),
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
      return word(column === "trashed" ? t("not in the trash") : t("empty|a value"));
    case "data":
      return word(t("data, {size}", { size: formatBytes(value.byteCount ?? 0) }));
    case "number": {
      const number = Number(value.text);
      if (column.startsWith("is_")) return word(number === 0 ? t("no") : t("yes"));
      if (times.has(column) && Math.abs(number) < 8.64e15) {
        const date = formatDate(new Date(number), now);
        return column === "trashed" ? word(t("in the trash since {date}", { date })) : plain(date);
      }
      return plain(value.text);
    }
    case "text":
      if (value.text === "") return word(t("empty|a value"));
      return plain(listText(value) + (value.isCut ? "…" : ""));
  }
}

/** A JSON list of strings, like tags, without its brackets. */
function listText(value: ConflictValue): string {
  if (!value.text.startsWith("[") || value.isCut) return value.text;
  try {
    const list = JSON.parse(value.text) as unknown;
    if (!Array.isArray(list) || !list.every((item) => typeof item === "string")) return value.text;
    return list.length === 0 ? t("none|an empty list") : list.join(", ");
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
  database: [t("Database"), t("all records")],
  originals: [t("Originals"), t("scans, models, photos")],
  previews: [t("Previews"), t("can be regenerated")],
  cache: [t("Cache"), t("can be downloaded again")],
  backups: [t("Backups"), t("copies of the database")],
  setAside: [t("Quarantine"), t("damaged files")],
  other: [t("Other"), t("transfers, data for paired devices")],
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
  if (backups.isRunning) return status("busy", t("Making a backup"), t("The database is copied, then verified."));
  if (backups.problem !== null) return status("warning", t("No backup could be made"), sentence(backups.problem));
  const automatic = backups.isAutomatic
    ? t(" Backups are made while the library is idle, and when the server stops.")
    : "";
  if (!latest) {
    const detail = t("A verified copy of the database is kept beside the library.{automatic}", { automatic });
    return status("idle", t("No backup yet"), detail);
  }
  const when = t("Backed up {date}", { date: formatAgo(new Date(latest.made), now) });
  switch (latest.state) {
    case "good":
      return status(
        "good",
        when,
        (backups.isChanged ? t("Verified. The library has changed since then.") : t("Verified.")) + automatic,
      );
    case "unchecked":
      return status("idle", when, t("Not verified yet. New backups are verified at once.{automatic}", { automatic }));
    case "bad": {
      const good = latestGood
        ? t(" The last verified backup is from {date}.", { date: formatDate(new Date(latestGood.made), now) })
        : t(" There is no verified backup.");
      return status(
        "warning",
        t("The latest backup is damaged"),
        `${sentence(latest.problem ?? t("it is damaged"))}${good}`,
      );
    }
  }
}
