import type { Backups, Conflict, ConflictValue, EndedSyncRun, LibraryHealth, Sync } from "../src/api/generated.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { formatAgo } from "../src/ui/format.ts";
import {
  backupStatus,
  conflictTitle,
  deviceName,
  healthStatus,
  sentence,
  storageParts,
  syncProblems,
  syncStatus,
  valueText,
  withHealth,
} from "../src/ui/sync-text.ts";

const now = new Date(2026, 2, 1, 12, 0);
const before = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();

const quiet: Sync = {
  tier: "premium",
  isIncluded: true,
  isDemo: false,
  bucket: { address: "file:///disk", kind: "folder", name: "/disk" },
  synced: before(2),
  unsentWrites: 0,
  refused: [],
  behind: [],
  devices: [],
  run: null,
  last: null,
  storage: { byteCount: 0, freeByteCount: null, parts: [] },
  backups: {
    count: 0,
    latest: null,
    latestGood: null,
    isChanged: null,
    isRunning: false,
    isAutomatic: false,
    problem: null,
  },
};

const run: EndedSyncRun = {
  began: before(3),
  ended: before(2),
  outcome: "done",
  error: null,
  isTransient: false,
  sent: 0,
  received: 0,
  changed: 0,
  conflicts: 0,
  uploaded: 0,
  downloaded: 0,
  byteCount: 0,
  held: 0,
  failureCount: 0,
  failures: [],
  waiting: [],
};

function said(change: Partial<Sync>): string {
  const words = syncStatus({ ...quiet, ...change }, now);
  return [words.level, words.title, words.detail, words.command ?? ""].filter((part) => part !== "").join(" | ");
}

Deno.test("the state of synchronization", () => {
  strictEqual(said({}), "good | Synchronized 2 minutes ago");
  strictEqual(said({ last: run }), "good | Synchronized 2 minutes ago | No changes.");
  strictEqual(
    said({ last: { ...run, changed: 1, uploaded: 3 } }),
    "good | Synchronized 2 minutes ago | Applied 1 change, uploaded 3 files.",
  );
  strictEqual(
    said({ unsentWrites: 4 }),
    "idle | Synchronized 2 minutes ago | This device has changes since then.",
  );
  strictEqual(said({ synced: null }), "idle | Not synchronized yet | Nothing has been sent from this device.");
  strictEqual(
    said({ run: { began: before(0), fraction: 0.4, what: "Looking for changes", remaining: 3, isCancelled: false } }),
    "busy | Synchronizing 40 % | Looking for changes, a few seconds left",
  );
  ok(
    said({ run: { began: before(0), fraction: 0.4, what: "", remaining: null, isCancelled: true } }).includes(
      "Stopping",
    ),
  );
});

Deno.test("where synchronization isn't possible, the text says what to do", () => {
  ok(said({ bucket: null }).endsWith("| diorama sync --bucket file:///folder"));
  ok(said({ isIncluded: false, tier: "free" }).endsWith("| diorama library account --tier premium"));
  ok(said({ isIncluded: false, tier: "free" }).includes("The free tier"));
  ok(said({ isDemo: true, isIncluded: false }).startsWith("idle | The demo library doesn't synchronize"));
});

Deno.test("a run that failed says why and when; one that was stopped, that it goes on", () => {
  const failed = { ...run, outcome: "failed" as const, error: "couldn't reach s3://x: timed out", isTransient: true };
  strictEqual(
    said({ last: failed }),
    "warning | Synchronization failed | Couldn't reach s3://x: timed out. Tried 2 minutes ago. Try again later.",
  );
  const stopped = { ...run, outcome: "cancelled" as const };
  ok(said({ last: stopped, synced: before(9) }).startsWith("idle | Stopped"));
  // Another program has synced since.
  ok(said({ last: stopped, synced: before(1) }).startsWith("good | Synchronized a minute ago"));
});

Deno.test("it says whose changes are missing, also before the first run since the server was started", () => {
  const device = { id: "x", name: "Anna's tablet", isThis: false };
  const missing = {
    device,
    sequence: 4,
    cause: "damaged" as const,
    reason: "its checksum does not match",
    remedy: "synchronize the other devices once",
    since: before(5),
  };
  const text = "Its checksum does not match. Synchronize the other devices once.";
  strictEqual(said({ behind: [missing] }), `warning | Behind: changes of Anna's tablet are missing | ${text}`);
  strictEqual(
    said({ behind: [missing, missing], last: { ...run, outcome: "behind" } }),
    `warning | Behind: changes of Anna's tablet are missing | ${text} And 1 changeset more.`,
  );
  strictEqual(deviceName({ ...device, isThis: true }), "this device");
});

Deno.test("the health is as bad as its worst finding", () => {
  const finding = {
    topic: "sync" as const,
    state: "bad" as const,
    message: "the last sync failed",
    remedy: "try again",
  };
  const health = (state: LibraryHealth["state"]): string => {
    const { level, title } = healthStatus({ state, checked: before(0), findings: state === "good" ? [] : [finding] });
    return `${level} ${title}`;
  };
  strictEqual(health("good"), "good Good");
  strictEqual(health("warning"), "idle 1 warning");
  strictEqual(health("bad"), "warning Needs attention");
  const state = { level: "good" as const, title: "Synchronized 20 days ago", detail: "", command: null };
  const bad: LibraryHealth = { state: "bad", checked: before(0), findings: [finding] };
  strictEqual(withHealth(state, bad, "sync").level, "warning");
  strictEqual(withHealth(state, bad, "backup").level, "good");
  strictEqual(withHealth(state, null, "sync").level, "good");
});

Deno.test("each problem is a line", () => {
  const device = { id: "x", name: "Tablet", isThis: false };
  deepStrictEqual(
    syncProblems({
      ...quiet,
      refused: [{ device, sequence: 3, reason: "it names a trigger" }],
      last: { ...run, failureCount: 2, failures: [{ file: "images/a", reason: "the bucket is full" }], held: 1 },
    }),
    [
      "2 files couldn't be transferred and will be retried: the bucket is full.",
      "1 file waits for an unmetered network.",
      "Changes of Tablet were rejected: it names a trigger.",
    ],
  );
  deepStrictEqual(syncProblems(quiet), []);
  strictEqual(sentence("it’s so!"), "It’s so!");
});

Deno.test("values are shown as people read them", () => {
  const value = (kind: ConflictValue["kind"], text = "", byteCount: number | null = null): ConflictValue => ({
    kind,
    text,
    isCut: false,
    byteCount,
  });
  const show = (column: string, of: ConflictValue): string => {
    const { text, isDescription } = valueText(column, of, now);
    return isDescription ? `(${text})` : text;
  };
  strictEqual(show("name", value("text", "Anna's room")), "Anna's room");
  strictEqual(show("name", { ...value("text", "Once"), isCut: true }), "Once…");
  strictEqual(show("notes", value("text", "")), "(empty)");
  strictEqual(show("brand", value("empty")), "(empty)");
  strictEqual(show("viewpoint", value("data", "", 2048)), "(data, 2.0 kB)");
  strictEqual(show("quantity", value("number", "9007199254740993")), "9007199254740993");
  strictEqual(show("is_private", value("number", "1")), "(yes)");
  strictEqual(show("tags", value("text", '["lend","tool"]')), "lend, tool");
  strictEqual(show("tags", value("text", "[]")), "none");
  strictEqual(show("notes", value("text", "[x] done")), "[x] done");
  strictEqual(show("trashed", value("empty")), "(not in the trash)");
  strictEqual(show("trashed", value("number", String(now.getTime()))), "(in the trash since today 12:00)");
});

Deno.test("a conflict is named by its row, or by what kind of row it is", () => {
  const side = {
    value: { kind: "empty" as const, text: "", isCut: false, byteCount: null },
    written: "",
    device: { id: "", name: "", isThis: true },
  };
  const conflict: Conflict = {
    number: 1,
    noticed: "",
    table: "things",
    id: "",
    name: "Drill",
    column: "warranty_until",
    won: side,
    lost: side,
    isUndone: false,
  };
  deepStrictEqual(conflictTitle(conflict), { row: "Drill", column: "end of the warranty" });
  deepStrictEqual(conflictTitle({ ...conflict, name: null, column: "serial" }), { row: "Thing", column: "serial" });
  deepStrictEqual(conflictTitle({ ...conflict, name: null, table: "later_table" }).row, "Later table");
});

Deno.test("parts of the storage have names and shares", () => {
  const parts = storageParts({
    byteCount: 4000,
    freeByteCount: 1,
    parts: [
      { kind: "database", byteCount: 1000, fileCount: 2 },
      { kind: "originals", byteCount: 3000, fileCount: 1 },
      { kind: "other", byteCount: 0, fileCount: 0 },
    ],
  });
  deepStrictEqual(parts.map(({ name, bytes, share }) => [name, bytes, share]), [
    ["Database", "1.0 kB", 0.25],
    ["Originals", "3.0 kB", 0.75],
  ]);
});

Deno.test("how backups stand", () => {
  const latest = {
    id: "x",
    made: before(5),
    method: "clone" as const,
    byteCount: 1,
    state: "good" as const,
    checked: before(5),
    problem: null,
  };
  const show = (change: Partial<Backups>): string => {
    const words = backupStatus({ ...quiet.backups, count: 1, latest, latestGood: latest, ...change }, now);
    return `${words.level} | ${words.title} | ${words.detail}`;
  };
  strictEqual(show({}), "good | Backed up 5 minutes ago | Verified.");
  ok(show({ isChanged: true }).endsWith("Verified. The library has changed since then."));
  ok(show({ isRunning: true }).startsWith("busy | Making a backup"));
  ok(show({ latest: null }).startsWith("idle | No backup yet"));
  ok(show({ latest: { ...latest, state: "unchecked" } }).includes("Not verified yet."));
  strictEqual(
    show({ latest: { ...latest, state: "bad", problem: "a page is torn" }, latestGood: null }),
    "warning | The latest backup is damaged | A page is torn. There is no verified backup.",
  );
});

Deno.test("how long ago", () => {
  const ago = (minutes: number): string => formatAgo(new Date(now.getTime() - minutes * 60_000), now);
  deepStrictEqual(
    [0, 0.5, 1, 2, 59, 60, 150, 900].map(ago),
    [
      "just now",
      "just now",
      "a minute ago",
      "2 minutes ago",
      "59 minutes ago",
      "an hour ago",
      "3 hours ago",
      "yesterday 21:00",
    ],
  );
});
