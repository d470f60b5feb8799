/** What pages say of requests, offers and steps. Pure functions. */

import type {
  Money,
  ReceivedOffer,
  RecordingField,
  RequestItem,
  ShotKind,
  WorkflowShot,
  WorkflowStep,
} from "../api/generated.ts";
import { formatBytes } from "../ui/format.ts";
import { formatCalendarDay, formatDue } from "../things/dates.ts";
import { formatMoney } from "../things/money.ts";

/** `1 step`, `3 steps` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const kinds: Readonly<Record<ReceivedOffer["contents"][number]["kind"], [one: string, many: string]>> = {
  memory: ["memory", "memories"],
  place: ["place", "places"],
  recording: ["recording", "recordings"],
  space: ["space", "spaces"],
  thing: ["thing", "things"],
  workflow: ["workflow", "workflows"],
};

/** `1 space, 4 memories, 6 files (2.1 MB)` */
export function contentsText(offer: ReceivedOffer): string {
  const parts = offer.contents.map(({ kind, count }) => counted(count, ...kinds[kind]));
  if (offer.files > 0) parts.push(`${counted(offer.files, "file")} (${formatBytes(offer.byteCount)})`);
  return parts.join(", ");
}

const states: Readonly<Record<RequestItem["state"], string>> = {
  open: "open",
  accepted: "accepted",
  declined: "declined",
  answered: "answered",
  withdrawn: "withdrawn",
};

/** `From Ben · open · 2 of 4 steps · due in 3 days` */
export function requestFacts(request: RequestItem): string {
  const parts = [
    request.direction === "incoming" ? `From ${request.contact}` : `To ${request.contact}`,
    states[request.state],
  ];
  const isOwnProgress = request.direction === "incoming" && request.state === "open" && request.done > 0;
  parts.push(isOwnProgress ? `${request.done} of ${counted(request.steps, "step")}` : counted(request.steps, "step"));
  if (request.due !== null && request.state === "open") parts.push(`due ${formatDue(request.due)}`);
  return parts.join(" · ");
}

export const shotKindNames: Readonly<Record<ShotKind, string>> = {
  photo: "photo",
  video: "video",
  audio: "sound",
  document: "document",
  model: "3D model",
};

/** `2 photos`, `optional` */
export function countText({ kind, count }: Pick<WorkflowShot, "kind" | "count">): string {
  return count === 0 ? `${shotKindNames[kind]}, optional` : counted(count, shotKindNames[kind]);
}

/** What a step asks for: `From the front (1 photo), Name, State` */
export function stepText(step: Pick<WorkflowStep, "shots" | "fields">): string {
  return [
    ...step.shots.map((shot) => `${shot.title} (${countText(shot)})`),
    ...step.fields.map(({ title, required }) => required ? title : `${title} (optional)`),
  ].join(", ");
}

/** The answer to a field; an empty text for none. */
export function valueText({ kind, value }: RecordingField): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return formatMoney(value as Money);
  if (kind === "date") return formatCalendarDay(String(value));
  return typeof value === "number" ? value.toLocaleString() : value;
}
