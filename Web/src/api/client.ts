/** The server's HTTP interface: its types and calls. */

import { exportedAnswer } from "./exported.ts";
import type { BackupRecord, Conflict, SyncState } from "./sync-types.ts";
import { ticketHeaders, withTicket } from "./visit-ticket.ts";

export type AssetKind = "mesh" | "cloud" | "thumbnail" | "source" | "lod" | "rims";

/** What was scanned: a room, a thing or a place outside. */
export type ScanMode = "interior" | "object" | "exterior";

export interface Asset {
  kind: AssetKind;
  url: string;
  contentType: string;
  byteCount: number;
  fileName: string;
  /** Of a level of detail: 1 for the next coarser than the whole model, and so on. */
  level: number | null;
  triangleCount: number | null;
}

export interface CaptureRecord {
  id: string;
  kind: string;
  frameCount: number;
  skippedFrames: number;
  seconds: number;
  notes: string[];
}

/** What a scan tells of itself; null is what is not known. Shares are 0 to 1. */
export interface ScanReport {
  mode: string;
  frames: number;
  /** Seconds. */
  duration: number | null;
  recorded: string | null;
  device: string | null;
  place: {
    latitude: number;
    longitude: number;
    altitude: number | null;
    heading: number | null;
    accuracy: number | null;
  } | null;
  /** Width, height, depth in metres. */
  size: [number, number, number] | null;
  coverage: number | null;
  quality: number | null;
  parts: { density: number | null; angles: number | null; sharpness: number | null };
  advice: string[];
  poses: { source: string; confidence: number | null; loops: number; correction: number | null };
}

export interface Space {
  id: string;
  name: string;
  created: string;
  modified: string;
  areaSquareMetres: number | null;
  triangleCount: number;
  pointCount: number;
  bounds: { min: [number, number, number]; max: [number, number, number] } | null;
  capture: CaptureRecord | null;
  report: ScanReport | null;
  assets: Asset[];
  /** Of a space that one follows: how many memories came since one last looked. */
  newMemories?: number;
}

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Job {
  id: string;
  /** What is made: a space, the plan of one, or the part of one that a link shows. */
  kind: "import" | "plan" | "part";
  title: string;
  state: JobState;
  fraction: number;
  what: string;
  remaining: number | null;
  error: string | null;
  /** The one that it works on; of an import the one that it made. */
  space: string | null;
  created: string;
}

export interface SpacePage {
  spaces: Space[];
  next: string | null;
  total: number;
}

/** What went wrong, in a sentence to show. `status` is 0 when the server could not be reached at all. */
export class ApiError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
    this.name = "ApiError";
  }

  get unreachable(): boolean {
    return this.status === 0;
  }
}

export const unreachableMessage = "Diorama can't be reached.";

export function assetOf(space: Space, kind: AssetKind): Asset | undefined {
  return space.assets.find((asset) => asset.kind === kind);
}

export function isFinal(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

/** The sentence inside a problem document (RFC 9457), or one made from the status. */
export function problemMessage(status: number, body: string): string {
  try {
    const problem = JSON.parse(body) as { title?: unknown; detail?: unknown };
    if (typeof problem.detail === "string" && problem.detail !== "") return problem.detail;
    if (typeof problem.title === "string" && problem.title !== "") return problem.title;
  } catch {
    // Not JSON: a proxy's page, say. The status tells enough.
  }
  return `The server answered with status ${status}.`;
}

export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    const carried = { ...init, headers: { ...ticketHeaders(), ...init.headers } };
    response = await (exportedAnswer(path, init) ?? fetch(`/api/v1${path}`, carried));
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, unreachableMessage);
  }
  if (!response.ok) throw new ApiError(response.status, problemMessage(response.status, await response.text()));
  return response;
}

export async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  return await (await call(path, init)).json() as T;
}

/** What `call` takes to send `body` as JSON. */
export function sending(method: string, body: unknown): RequestInit & { headers: Record<string, string> } {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Sends bytes and tells how many have gone; resolves with the answer's JSON. By XMLHttpRequest, because fetch can't tell how much has been
 * sent. Rejects with an `ApiError`, or with an `AbortError` after the signal.
 */
export function send<T>(
  path: string,
  body: Blob,
  contentType: string,
  progress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${path}`);
    request.setRequestHeader("Content-Type", contentType);
    for (const [name, value] of Object.entries(ticketHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event): void => progress(event.loaded);
    request.onload = (): void => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(new ApiError(request.status, problemMessage(request.status, request.responseText)));
    };
    request.onerror = (): void => reject(new ApiError(0, "The connection broke while sending."));
    request.onabort = (): void => reject(new DOMException("Cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(new DOMException("Cancelled", "AbortError"));
    else request.send(body);
  });
}

/** Files of a visit's space are fetched with its ticket. */
function reachable(space: Space): Space {
  return { ...space, assets: space.assets.map((asset) => ({ ...asset, url: withTicket(asset.url) })) };
}

export const api = {
  spaces(after: string | null = null): Promise<SpacePage> {
    return json(`/spaces?limit=50${after === null ? "" : `&after=${encodeURIComponent(after)}`}`);
  },

  async space(id: string, signal?: AbortSignal): Promise<Space> {
    return reachable(await json(`/spaces/${id}`, signal ? { signal } : {}));
  },

  rename(id: string, name: string): Promise<Space> {
    return json(`/spaces/${id}`, sending("PATCH", { name }));
  },

  async delete(id: string): Promise<void> {
    await call(`/spaces/${id}`, { method: "DELETE" });
  },

  async jobs(): Promise<Job[]> {
    return (await json<{ jobs: Job[] }>("/jobs")).jobs;
  },

  job(id: string): Promise<Job> {
    return json(`/jobs/${id}`);
  },

  cancelJob(id: string): Promise<Job> {
    return json(`/jobs/${id}`, { method: "DELETE" });
  },

  jobEvents(id: string): EventSource {
    return new EventSource(`/api/v1/jobs/${id}/events`);
  },

  sync(): Promise<SyncState> {
    return json("/sync");
  },

  startSync(): Promise<SyncState> {
    return json("/sync", { method: "POST" });
  },

  cancelSync(): Promise<SyncState> {
    return json("/sync", { method: "DELETE" });
  },

  async conflicts(): Promise<Conflict[]> {
    return (await json<{ conflicts: Conflict[] }>("/conflicts")).conflicts;
  },

  undoConflict(number: number): Promise<Conflict> {
    return json(`/conflicts/${number}/undo`, { method: "POST" });
  },

  backUp(): Promise<BackupRecord> {
    return json("/backups", { method: "POST" });
  },

  /** Sends a file or packed folder. */
  upload(
    upload: { name: string; fileName: string; mode: ScanMode; body: Blob },
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<Job> {
    const query = new URLSearchParams({ name: upload.name, fileName: upload.fileName, mode: upload.mode });
    return send(`/spaces?${query}`, upload.body, "application/octet-stream", progress, signal);
  },
};
