/** The HTTP interface of exhibits. */

import { ApiError, call, json, send } from "../api/client.ts";
import type { Exhibit } from "./document.ts";

/** An exhibit in the list. Times are milliseconds since 1970; null for the built-in one. */
export interface ExhibitSummary {
  id: string;
  title: string;
  summary: string;
  /** The address of its image. */
  image: string | null;
  models: number;
  cards: number;
  created: number | null;
  modified: number | null;
  isBuiltIn: boolean;
  canEdit: boolean;
}

export interface ExhibitDetail {
  id: string;
  /** Changes with each change of the document. */
  revision: string;
  isBuiltIn: boolean;
  canEdit: boolean;
  created: number | null;
  modified: number | null;
  document: Exhibit;
  files: ExhibitFile[];
}

export interface ExhibitFile {
  /** In the package: `models/chair.glb`. */
  path: string;
  url: string;
  contentType: string;
  byteCount: number;
}

export type ExportFormat = "zip" | "web";

/** The axis whose extent a size is; `longest`: the longest of the three. */
export type SizeAxis = "x" | "y" | "z" | "longest";

/** "This is 19 m wide"; without it a file's own unit holds. */
export interface ModelSize {
  metres: number;
  axis: SizeAxis;
}

/** The document was changed elsewhere since it was loaded. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The document has a value that isn't possible; the message begins with its path. */
export function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 422;
}

/** The address of a file of the package; null where the exhibit has no such file. */
export function fileURL(files: readonly ExhibitFile[], path: string | undefined): string | null {
  return files.find((file) => file.path === path)?.url ?? null;
}

export function exportURL(id: string, format: ExportFormat): string {
  return `/api/v1/exhibits/${id}/export?format=${format}`;
}

function sendingJSON(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function sizeQuery(size: ModelSize | null): [string, string][] {
  return size === null ? [] : [["size", String(size.metres)], ["axis", size.axis]];
}

export const exhibitApi = {
  async list(): Promise<ExhibitSummary[]> {
    return (await json<{ exhibits: ExhibitSummary[] }>("/exhibits")).exhibits;
  },

  exhibit(id: string): Promise<ExhibitDetail> {
    return json(`/exhibits/${id}`);
  },

  create(title: string): Promise<ExhibitDetail> {
    return json("/exhibits", sendingJSON("POST", { title }));
  },

  copy(id: string): Promise<ExhibitDetail> {
    return json("/exhibits", sendingJSON("POST", { copyOf: id }));
  },

  /** Imports a package, which is a zip. */
  import(file: Blob, progress: (sentBytes: number) => void, signal: AbortSignal): Promise<ExhibitDetail> {
    return send("/exhibits/import", file, "application/zip", progress, signal);
  },

  /** Throws an error for which `isConflict` holds where `revision` is not the current one. `keepalive`: when the page closes. */
  save(id: string, revision: string, document: Exhibit, keepalive = false): Promise<ExhibitDetail> {
    const init = sendingJSON("PUT", document, { "If-Match": `"${revision}"` });
    return json(`/exhibits/${id}`, { ...init, keepalive });
  },

  /** Adds a model of a file; the server converts it. */
  addModelFile(
    id: string,
    file: File,
    size: ModelSize | null,
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<ExhibitDetail> {
    const query = new URLSearchParams([["name", file.name], ...sizeQuery(size)]);
    return send(`/exhibits/${id}/models?${query}`, file, "application/octet-stream", progress, signal);
  },

  /** Adds the model of a space or of a thing of the library. */
  addLibraryModel(
    id: string,
    source: { space: string } | { thing: string },
    size: ModelSize | null,
  ): Promise<ExhibitDetail> {
    const body = size === null ? source : { ...source, size: size.metres, axis: size.axis };
    return json(`/exhibits/${id}/models`, sendingJSON("POST", body));
  },

  putImage(id: string, name: string, image: Blob): Promise<ExhibitFile> {
    return json(`/exhibits/${id}/images/${name}`, {
      method: "PUT",
      headers: { "Content-Type": image.type },
      body: image,
    });
  },

  async delete(id: string): Promise<void> {
    await call(`/exhibits/${id}`, { method: "DELETE" });
  },

  restore(id: string): Promise<ExhibitDetail> {
    return json(`/exhibits/${id}/restore`, { method: "POST" });
  },
};

export type ExhibitSource = typeof exhibitApi;
