/** The HTTP interface of exhibits. */

import { ApiError, call, json, queryOf, send, sending } from "../api/client.ts";
import type {
  Exhibit,
  ExhibitAddition,
  ExhibitDetail,
  ExhibitFile,
  ExhibitList,
  LibraryModel,
  Operations,
} from "../api/generated.ts";

export type { ExhibitDetail, ExhibitFile, ExhibitSummary } from "../api/generated.ts";

type ModelQuery = Operations["addExhibitModel"]["query"];

/** A package, or a folder for any web host. */
export type ExportFormat = NonNullable<Operations["exportExhibit"]["query"]["format"]>;

/** The axis whose extent a size is; `longest`: the longest of the three. */
export type SizeAxis = NonNullable<ModelQuery["axis"]>;

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

export function exportURL(id: string, format: ExportFormat): string {
  return `/api/v1/exhibits/${id}/export?${queryOf<"exportExhibit">({ format })}`;
}

function modelPath(id: string, query: ModelQuery, size: ModelSize | null): string {
  const values = queryOf<"addExhibitModel">({ ...query, ...(size && { size: size.metres, axis: size.axis }) });
  return `/exhibits/${id}/models${values === "" ? "" : `?${values}`}`;
}

/** Browsers refuse larger bodies in requests that outlive the page (64 KiB of UTF-8). */
const maxKeepaliveBody = 20_000;

export const exhibitApi = {
  list(): Promise<ExhibitList> {
    return json("/exhibits");
  },

  exhibit(id: string): Promise<ExhibitDetail> {
    return json(`/exhibits/${id}`);
  },

  create(title: string): Promise<ExhibitDetail> {
    return json("/exhibits", sending<"createExhibit">("POST", { title }));
  },

  copy(id: string): Promise<ExhibitDetail> {
    return json("/exhibits", sending<"createExhibit">("POST", { copyOf: id }));
  },

  /** Imports a package, which is a zip. */
  import(file: Blob, progress: (sentBytes: number) => void, signal: AbortSignal): Promise<ExhibitDetail> {
    return send("/exhibits/import", file, "application/zip", progress, signal);
  },

  /** Throws an error for which `isConflict` holds where `revision` is not the current one. `keepalive`: when the page closes. */
  save(id: string, revision: string, document: Exhibit, keepalive = false): Promise<ExhibitDetail> {
    const init = sending<"saveExhibit">("PUT", document);
    const mayClose = keepalive && String(init.body).length < maxKeepaliveBody;
    return json(`/exhibits/${id}`, {
      ...init,
      headers: { ...init.headers, "If-Match": `"${revision}"` },
      keepalive: mayClose,
    });
  },

  /** Adds a model of a file; the server converts it. `operation` names it for `addition` and `cancelAddition`. */
  addModelFile(
    id: string,
    { file, size, operation }: { file: File; size: ModelSize | null; operation: string },
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<ExhibitDetail> {
    return send(
      modelPath(id, { name: file.name, operation }, size),
      file,
      "application/octet-stream",
      progress,
      signal,
    );
  },

  /** Adds the model of a space or of a thing of the library. */
  addLibraryModel(
    id: string,
    { source, size, operation }: { source: LibraryModel; size: ModelSize | null; operation: string },
  ): Promise<ExhibitDetail> {
    return json(modelPath(id, { operation }, size), sending<"addExhibitModel">("POST", source));
  },

  /** How far an addition is; rejects with 404 where none of this name is under way. */
  addition(id: string, operation: string): Promise<ExhibitAddition> {
    return json(`/exhibits/${id}/additions/${operation}`);
  },

  async cancelAddition(id: string, operation: string): Promise<void> {
    await call(`/exhibits/${id}/additions/${operation}`, { method: "DELETE" });
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
