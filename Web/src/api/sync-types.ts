/** What the server tells of sync, devices, conflicts, storage and backups. docs/openapi.yaml describes each field. */

export interface Device {
  id: string;
  name: string;
  isThis: boolean;
}

export interface SyncRun {
  began: string;
  fraction: number;
  what: string;
  remaining: number | null;
  /** Told to end, and not yet there. */
  isCancelled: boolean;
}

export interface EndedRun {
  began: string;
  ended: string;
  outcome: "done" | "failed" | "cancelled";
  error: string | null;
  isTransient: boolean;
  sent: number;
  received: number;
  /** Rows that appeared, changed or went. */
  changed: number;
  conflicts: number;
  uploaded: number;
  downloaded: number;
  byteCount: number;
  held: number;
  failureCount: number;
  failures: { file: string; reason: string }[];
  waiting: { device: Device; reason: string }[];
}

export type StorageKind = "database" | "originals" | "previews" | "cache" | "backups" | "setAside" | "other";

export interface Storage {
  byteCount: number;
  freeByteCount: number | null;
  parts: { kind: StorageKind; byteCount: number; fileCount: number }[];
}

export interface BackupRecord {
  id: string;
  made: string;
  method: "clone" | "vacuum";
  byteCount: number;
  state: "good" | "bad" | "unchecked";
  checked: string | null;
  problem: string | null;
}

export interface Backups {
  count: number;
  latest: BackupRecord | null;
  latestGood: BackupRecord | null;
  /** Whether something was written since the latest. */
  isChanged: boolean | null;
  isRunning: boolean;
}

export interface SyncState {
  tier: string;
  /** Whether this library may sync at all. */
  isIncluded: boolean;
  isDemo: boolean;
  bucket: { address: string; kind: "folder" | "s3" | "other"; name: string } | null;
  synced: string | null;
  unsentWrites: number;
  refused: { device: Device; sequence: number; reason: string }[];
  devices: (Device & { changesets: number })[];
  run: SyncRun | null;
  last: EndedRun | null;
  storage: Storage;
  backups: Backups;
}

export interface ConflictValue {
  kind: "text" | "number" | "empty" | "data";
  text: string;
  isCut: boolean;
  byteCount: number | null;
}

export interface ConflictSide {
  value: ConflictValue;
  written: string;
  device: Device;
}

export interface Conflict {
  number: number;
  noticed: string;
  table: string;
  id: string;
  name: string | null;
  column: string;
  won: ConflictSide;
  lost: ConflictSide;
  isUndone: boolean;
}
