/** The requests about things and places. */

import { call, json, queryOf, send, sending } from "../api/client.ts";
import type {
  DuplicateList,
  Id,
  Identification,
  Loan,
  LoanBody,
  Maintenance,
  MaintenanceBody,
  MediaRole,
  MergedThing,
  Operations,
  PlaceBody,
  PlaceItem,
  PlaceList,
  Reminder,
  Reminders,
  Thing,
  ThingBody,
  ThingEdits,
  ThingImport,
  ThingList,
  ThingMediaEdit,
  ThingTotal,
  ThingTotals,
  ThingWords,
  Undoable,
  Undone,
} from "../api/generated.ts";

export type ThingQuery = Operations["listThings"]["query"];
export type ThingOrder = NonNullable<ThingQuery["order"]>;
export type TotalsBy = ThingTotals["by"];
export type FileKind = Operations["addThingMedia"]["query"]["kind"];
export type ImageSize = NonNullable<Operations["getThingMedia"]["query"]["size"]>;
export type ExportQuery = Operations["exportThings"]["query"];
export type LabelQuery = Operations["getLabels"]["query"];
export type ImportQuery = Operations["importThings"]["query"];

/** The calendar of what is due. */
export const calendarAddress = "/api/v1/things/calendar.ics";

/** The address of a file of a thing, or of a JPEG of it. */
export function mediaAddress(thing: Id, media: Id, size?: ImageSize): string {
  const path = `/api/v1/things/${thing}/media/${media}`;
  return size ? `${path}?${queryOf<"getThingMedia">({ size })}` : path;
}

/** The address of the things as a file. */
export function exportAddress(query: ExportQuery): string {
  return `/api/v1/things/export?${queryOf<"exportThings">(query)}`;
}

/** The address of the sheets of labels. */
export function labelsAddress(query: LabelQuery): string {
  return `/api/v1/things/labels.pdf?${queryOf<"getLabels">(query)}`;
}

const bytes = { "Content-Type": "application/octet-stream" };

export const thingsApi = {
  list(query: ThingQuery, signal?: AbortSignal): Promise<ThingList> {
    return json(`/things?${queryOf<"listThings">(query)}`, signal ? { signal } : {});
  },

  words(): Promise<ThingWords> {
    return json("/things/words");
  },

  async totals(by: TotalsBy): Promise<ThingTotal[]> {
    return (await json<ThingTotals>(`/things/totals?${queryOf<"getThingTotals">({ by })}`)).totals;
  },

  async reminders(days: number): Promise<Reminder[]> {
    return (await json<Reminders>(`/things/reminders?${queryOf<"listReminders">({ days })}`)).reminders;
  },

  thing(id: Id, signal?: AbortSignal): Promise<Thing> {
    return json(`/things/${id}`, signal ? { signal } : {});
  },

  add(body: ThingBody): Promise<Thing> {
    return json("/things", sending<"addThing">("POST", body));
  },

  edit(id: Id, body: ThingBody): Promise<Thing> {
    return json(`/things/${id}`, sending<"editThing">("PATCH", body));
  },

  bulk(edits: ThingEdits): Promise<Undoable> {
    return json("/things/bulk", sending<"editThings">("POST", edits));
  },

  undo(action: Id): Promise<Undone> {
    return json(`/undo/${action}`, { method: "POST" });
  },

  async trash(id: Id): Promise<void> {
    await call(`/things/${id}`, { method: "DELETE" });
  },

  restore(id: Id): Promise<Thing> {
    return json(`/things/${id}/restore`, { method: "POST" });
  },

  duplicate(id: Id): Promise<Thing> {
    return json(`/things/${id}/duplicate`, { method: "POST" });
  },

  merge(id: Id, others: Id[]): Promise<MergedThing> {
    return json(`/things/${id}/merge`, sending<"mergeThings">("POST", { others }));
  },

  /** What a photo shows: own things that look like it, codes, text. */
  identify(photo: Blob, signal: AbortSignal): Promise<Identification> {
    return json("/things/identify", { method: "POST", headers: bytes, body: photo, signal });
  },

  /** Says whether a photo shows a thing; later answers take it into account. */
  async noteMatch(thing: Id, match: Operations["noteMatch"]["query"]["match"], photo: Blob): Promise<void> {
    const query = queryOf<"noteMatch">({ match });
    await call(`/things/${thing}/feedback?${query}`, { method: "POST", headers: bytes, body: photo });
  },

  /** Things whose photos show the same: what two seconds of comparing find, and where to go on. */
  duplicates(after: Id | null, signal: AbortSignal): Promise<DuplicateList> {
    return json(`/things/duplicates?${queryOf<"listDuplicates">(after === null ? {} : { after })}`, { signal });
  },

  addMedia(
    thing: Id,
    file: { body: Blob; kind: FileKind; role: MediaRole | null; name: string },
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<Thing> {
    const { body, kind, role, name } = file;
    const query = queryOf<"addThingMedia">({ kind, name, ...(role === null ? {} : { role }) });
    return send(`/things/${thing}/media?${query}`, body, bytes["Content-Type"], progress, signal);
  },

  editMedia(thing: Id, media: Id, edit: ThingMediaEdit): Promise<Thing> {
    return json(`/things/${thing}/media/${media}`, sending<"editThingMedia">("PATCH", edit));
  },

  removeMedia(thing: Id, media: Id): Promise<Thing> {
    return json(`/things/${thing}/media/${media}`, { method: "DELETE" });
  },

  lend(thing: Id, loan: LoanBody): Promise<Loan> {
    return json(`/things/${thing}/loans`, sending<"lendThing">("POST", loan));
  },

  editLoan(id: Id, loan: LoanBody): Promise<Loan> {
    return json(`/loans/${id}`, sending<"editLoan">("PATCH", loan));
  },

  async trashLoan(id: Id): Promise<void> {
    await call(`/loans/${id}`, { method: "DELETE" });
  },

  addMaintenance(thing: Id, entry: MaintenanceBody): Promise<Maintenance> {
    return json(`/things/${thing}/maintenance`, sending<"addMaintenance">("POST", entry));
  },

  editMaintenance(id: Id, entry: MaintenanceBody): Promise<Maintenance> {
    return json(`/maintenance/${id}`, sending<"editMaintenance">("PATCH", entry));
  },

  async trashMaintenance(id: Id): Promise<void> {
    await call(`/maintenance/${id}`, { method: "DELETE" });
  },

  importTable(file: Blob, query: ImportQuery, signal: AbortSignal): Promise<ThingImport> {
    const path = `/things/import?${queryOf<"importThings">(query)}`;
    return json(path, { method: "POST", headers: bytes, body: file, signal });
  },

  async places(): Promise<PlaceItem[]> {
    return (await json<PlaceList>("/places")).places;
  },

  addPlace(place: PlaceBody): Promise<PlaceItem> {
    return json("/places", sending<"addPlace">("POST", place));
  },
};

export type ThingsApi = typeof thingsApi;
