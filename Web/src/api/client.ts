/** The server's HTTP interface: its types and calls. */

import { t } from "../i18n/messages.ts";
import { problemText } from "./problem-text.ts";
import type {
  Asset,
  AssetKind,
  Backup,
  Conflict,
  ConflictList,
  Contents,
  Files,
  FilesChange,
  Job,
  JobList,
  JobState,
  LibraryHealth,
  ModelFormat,
  Operations,
  ScanMode,
  Space,
  SpaceAlignment,
  SpaceEdit,
  SpaceList,
  Sync,
} from "./generated.ts";
import { exportedAnswer } from "./exported.ts";
import { ticketHeaders, withTicket } from "./visit-ticket.ts";

/** A failed request, with a message to show. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
    this.name = "ApiError";
  }

  get unreachable(): boolean {
    return this.status === 0;
  }
}

export const unreachableMessage = t("Diorama can't be reached.");

export function assetOf(space: Space, kind: AssetKind): Asset | undefined {
  return space.assets.find((asset) => asset.kind === kind);
}

export function isFinal(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

/** The message of a problem document (RFC 9457) in the page's language, or one made from the status. */
export function problemMessage(status: number, body: string): string {
  try {
    const problem = JSON.parse(body) as { title?: unknown; detail?: unknown; code?: unknown };
    if (typeof problem.detail === "string" && problem.detail !== "") return problemText(problem.code, problem.detail);
    if (typeof problem.title === "string" && problem.title !== "") return problem.title;
  } catch {
    // Not JSON, for example a proxy's page: the status is reported.
  }
  return t("The server answered with status {status}.", { status });
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

/** The operations that have a query, a JSON body or a JSON response, and that part of one of them. */
type OperationWith<Name extends string> = {
  [ID in keyof Operations]: Name extends keyof Operations[ID] ? ID : never;
}[keyof Operations];
type PartOf<ID extends keyof Operations, Name extends string> = Name extends keyof Operations[ID] ? Operations[ID][Name]
  : never;

/** The query string of an operation: `queryOf<"listSpaces">({ limit: 50 })`. */
export function queryOf<ID extends OperationWith<"query">>(query: PartOf<ID, "query">): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) values.set(name, String(value));
  return values.toString();
}

/** The options of `call` that send the body of an operation: `sending<"editSpace">("PATCH", { name })`. */
export function sending<ID extends OperationWith<"body"> = never>(
  method: string,
  body: PartOf<ID, "body">,
): RequestInit & { headers: Record<string, string> } {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Sends bytes and reports the number sent so far; resolves with the response's JSON. Uses XMLHttpRequest, because
 * fetch doesn't report the progress of uploads. Rejects with an `ApiError`, or with an `AbortError` after the signal.
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
    request.onerror = (): void => reject(new ApiError(0, t("The connection was lost while sending.")));
    request.onabort = (): void => reject(new DOMException("Cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(new DOMException("Cancelled", "AbortError"));
    else request.send(body);
  });
}

/** Files of a visit's space are fetched with its ticket. */
function reachable(space: Space): Space {
  const cover = space.cover && withTicket(space.cover);
  return { ...space, cover, assets: space.assets.map((asset) => ({ ...asset, url: withTicket(asset.url) })) };
}

export const api = {
  spaces(after: string | null = null): Promise<SpaceList> {
    return json(`/spaces?${queryOf<"listSpaces">({ limit: 50, ...(after === null ? {} : { after }) })}`);
  },

  async space(id: string, signal?: AbortSignal): Promise<Space> {
    return reachable(await json(`/spaces/${id}`, signal ? { signal } : {}));
  },

  /** What the space's model contains, and what a format would lose of it. */
  contents(id: string, format: ModelFormat, signal?: AbortSignal): Promise<Contents> {
    return json(`/spaces/${id}/contents?${queryOf<"getContents">({ for: format })}`, signal ? { signal } : {});
  },

  rename(id: string, name: string): Promise<Space> {
    return json(`/spaces/${id}`, sending<"editSpace">("PATCH", { name }));
  },

  edit(id: string, change: SpaceEdit): Promise<Space> {
    return json(`/spaces/${id}`, sending<"editSpace">("PATCH", change));
  },

  alignment(id: string): Promise<SpaceAlignment> {
    return json(`/spaces/${id}/alignment`);
  },

  setAlignment(id: string, alignment: SpaceAlignment): Promise<SpaceAlignment> {
    return json(`/spaces/${id}/alignment`, sending<"setAlignment">("PUT", alignment));
  },

  setCover(id: string, image: File): Promise<Space> {
    const options = { method: "PUT", body: image, headers: { "Content-Type": "application/octet-stream" } };
    return json(`/spaces/${id}/cover?${queryOf<"setCover">({ name: image.name })}`, options);
  },

  removeCover(id: string): Promise<Space> {
    return json(`/spaces/${id}/cover`, { method: "DELETE" });
  },

  async delete(id: string): Promise<void> {
    await call(`/spaces/${id}`, { method: "DELETE" });
  },

  async jobs(): Promise<Job[]> {
    return (await json<JobList>("/jobs")).jobs;
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

  sync(): Promise<Sync> {
    return json("/sync");
  },

  startSync(): Promise<Sync> {
    return json("/sync", { method: "POST" });
  },

  cancelSync(): Promise<Sync> {
    return json("/sync", { method: "DELETE" });
  },

  async conflicts(): Promise<Conflict[]> {
    return (await json<ConflictList>("/conflicts")).conflicts;
  },

  undoConflict(number: number): Promise<Conflict> {
    return json(`/conflicts/${number}/undo`, { method: "POST" });
  },

  health(): Promise<LibraryHealth> {
    return json("/health");
  },

  files(): Promise<Files> {
    return json("/files");
  },

  changeFiles(change: FilesChange): Promise<Files> {
    return json("/files", sending<"changeFiles">("PATCH", change));
  },

  verifyFiles(): Promise<Files> {
    return json("/files/verification", { method: "POST" });
  },

  backUp(): Promise<Backup> {
    return json("/backups", { method: "POST" });
  },

  /** Sends a file or packed folder. */
  upload(
    upload: {
      name: string;
      fileName: string;
      mode: ScanMode;
      texture: boolean;
      splats: boolean;
      keep: boolean;
      body: Blob;
    },
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<Job> {
    const { name, fileName, mode, texture, splats, keep } = upload;
    const query = queryOf<"createSpace">({ name, fileName, mode, texture, splats, keep });
    return send(`/spaces?${query}`, upload.body, "application/octet-stream", progress, signal);
  },
};
