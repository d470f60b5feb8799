/**
 * Files of things that have not reached the server. Each is stored on the device until the server has it, so that no
 * photo is lost without a connection. One is sent at a time. No DOM.
 */

import type { Id, MediaRole, Thing } from "../api/generated.ts";
import { isTemporary } from "../memories/send.ts";
import { database } from "../offline/database.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { type FileKind, type ThingsApi, thingsApi } from "./things-api.ts";

const retryDelay = 20_000;

/** A file that waits. */
export interface WaitingFile {
  key: string;
  thing: Id;
  thingName: string;
  kind: FileKind;
  role: MediaRole | null;
  name: string;
  body: Blob;
  /** Milliseconds since 1970. */
  added: number;
  /** Why the server rejected it; null while it waits for its turn or for a connection. */
  problem: string | null;
}

export type NewFile = Pick<WaitingFile, "kind" | "role" | "name" | "body">;

/** Where the files are stored. */
export type FileDatabase = Pick<typeof database, "all" | "get" | "put" | "delete">;

export class ThingUploads {
  private readonly queue = signal<readonly WaitingFile[]>([]);
  private readonly current = signal<{ key: string; fraction: number } | null>(null);
  private readonly latest = signal<Thing | null>(null);
  private readonly waitingForConnection = signal(false);
  private running: Promise<void> | null = null;
  private timer = 0;
  private started: Promise<void> | null = null;

  readonly files: ReadonlySignal<readonly WaitingFile[]> = this.queue;
  /** The file that is being sent. */
  readonly sending: ReadonlySignal<{ key: string; fraction: number } | null> = this.current;
  /** The thing that got a file last. */
  readonly delivered: ReadonlySignal<Thing | null> = this.latest;
  readonly isWaiting: ReadonlySignal<boolean> = this.waitingForConnection;

  constructor(
    private readonly target: Pick<ThingsApi, "addMedia"> = thingsApi,
    private readonly stored: FileDatabase = database,
  ) {}

  /** Sends what an earlier visit left, once; and all that waits whenever the connection returns. */
  start(): Promise<void> {
    this.started ??= (async () => {
      const left = await this.stored.all<WaitingFile>("thing-files").catch(() => []);
      const known = new Set(this.queue.peek().map(({ key }) => key));
      this.queue.value = [...left.filter(({ key }) => !known.has(key)), ...this.queue.peek()]
        .sort((a, b) => a.added - b.added);
      globalThis.addEventListener?.("online", () => void this.flush());
      void this.flush();
    })();
    return this.started;
  }

  /** Sends files to a thing; resolves when they are stored on the device. */
  async add(thing: { id: Id; name: string }, files: readonly NewFile[]): Promise<void> {
    const added = files.map((file, at) => ({
      ...file,
      key: `${thing.id}-${Date.now()}-${at}-${Math.random().toString(36).slice(2)}`,
      thing: thing.id,
      thingName: thing.name,
      added: Date.now() + at,
      problem: null,
    }));
    // Where the browser stores nothing they are sent from memory.
    await Promise.allSettled(added.map((file) => this.stored.put("thing-files", file.key, file)));
    this.queue.value = [...this.queue.peek(), ...added];
    void this.flush();
  }

  /** Sends all files again, also those that were rejected. */
  async retry(): Promise<void> {
    this.queue.value = this.queue.peek().map((file) => ({ ...file, problem: null }));
    await this.flush();
  }

  async discard(key: string): Promise<void> {
    this.queue.value = this.queue.peek().filter((file) => file.key !== key);
    await this.stored.delete("thing-files", key).catch(() => {});
  }

  /** Sends what waits, one after the other. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.sendAll().finally(() => this.running = null);
    return this.running;
  }

  private async sendAll(): Promise<void> {
    const nextFile = (): WaitingFile | undefined => this.queue.peek().find(({ problem }) => problem === null);
    for (let file = nextFile(); file; file = nextFile()) {
      try {
        const sent = file;
        await exclusively(() => this.send(sent));
        this.waitingForConnection.value = false;
      } catch (error) {
        if (isTemporary(error)) {
          this.waitingForConnection.value = true;
          this.timer = setTimeout(() => void this.flush(), retryDelay);
          return;
        }
        const { key } = file;
        this.queue.value = this.queue.peek().map((each) =>
          each.key === key ? { ...each, problem: messageOf(error) } : each
        );
      } finally {
        this.current.value = null;
      }
    }
  }

  private async send(file: WaitingFile): Promise<void> {
    this.current.value = { key: file.key, fraction: 0 };
    const progress = (bytes: number): void => {
      this.current.value = { key: file.key, fraction: file.body.size === 0 ? 1 : bytes / file.body.size };
    };
    const thing = await this.target.addMedia(file.thing, file, progress, new AbortController().signal);
    await this.discard(file.key);
    this.latest.value = thing;
  }
}

/** One tab at a time, where the browser supports locks. */
async function exclusively(body: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return await body();
  await navigator.locks.request("diorama-thing-files", body);
}

/** The queue of this page. */
export const thingUploads = new ThingUploads();

/** What a chosen file is; null where things take no such files. */
export function fileKind(file: { type: string; name: string }): FileKind | null {
  const type = file.type.toLowerCase();
  if (type.startsWith("image/")) return "photo";
  if (type.startsWith("video/")) return "video";
  if (type.startsWith("audio/")) return "audio";
  if (type === "application/pdf" || /\.pdf$/i.test(file.name)) return "document";
  return /\.(heic|heif|jpe?g|png|webp)$/i.test(file.name) ? "photo" : null;
}
