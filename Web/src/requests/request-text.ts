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
import { locale } from "../i18n/catalogue.ts";
import { type PluralForms, t } from "../i18n/messages.ts";
import { formatBytes, plural } from "../ui/format.ts";
import { formatCalendarDay, formatDue } from "../things/dates.ts";
import { formatMoney } from "../things/money.ts";

/** `1 step`, `3 steps` */
export function stepCount(count: number): string {
  return plural(count, { one: "{count} step", other: "{count} steps" });
}

/** `1 file`, `3 files` */
export function fileCount(count: number): string {
  return plural(count, { one: "{count} file", other: "{count} files" });
}

const contents: Readonly<Record<ReceivedOffer["contents"][number]["kind"], PluralForms>> = {
  memory: { one: "{count} memory", other: "{count} memories" },
  place: { one: "{count} place", other: "{count} places" },
  recording: { one: "{count} recording", other: "{count} recordings" },
  space: { one: "{count} space", other: "{count} spaces" },
  thing: { one: "{count} thing", other: "{count} things" },
  workflow: { one: "{count} workflow", other: "{count} workflows" },
};

/** `1 space, 4 memories, 6 files (2.1 MB)` */
export function contentsText(offer: ReceivedOffer): string {
  const parts = offer.contents.map(({ kind, count }) => plural(count, contents[kind]));
  if (offer.files > 0) parts.push(`${fileCount(offer.files)} (${formatBytes(offer.byteCount)})`);
  return parts.join(", ");
}

const states: Readonly<Record<RequestItem["state"], string>> = {
  open: t("open|a request"),
  accepted: t("accepted|a request"),
  declined: t("declined|a request"),
  answered: t("answered|a request"),
  withdrawn: t("withdrawn|a request"),
};

/** `From Ben · open · 2 of 4 steps · due in 3 days` */
export function requestFacts(request: RequestItem): string {
  const parts = [
    request.direction === "incoming"
      ? t("From {contact}", { contact: request.contact })
      : t("To {contact}", { contact: request.contact }),
    states[request.state],
  ];
  const isOwnProgress = request.direction === "incoming" && request.state === "open" && request.done > 0;
  parts.push(
    isOwnProgress
      ? t("{done} of {steps}", { done: request.done, steps: stepCount(request.steps) })
      : stepCount(request.steps),
  );
  if (request.due !== null && request.state === "open") parts.push(t("due {date}", { date: formatDue(request.due) }));
  return parts.join(" · ");
}

export const shotKindNames: Readonly<Record<ShotKind, string>> = {
  photo: t("photo"),
  video: t("video"),
  audio: t("sound"),
  document: t("document"),
  model: t("3D model"),
};

const shotCounts: Readonly<Record<ShotKind, PluralForms>> = {
  photo: { one: "{count} photo", other: "{count} photos" },
  video: { one: "{count} video", other: "{count} videos" },
  audio: { one: "{count} sound", other: "{count} sounds" },
  document: { one: "{count} document", other: "{count} documents" },
  model: { one: "{count} 3D model", other: "{count} 3D models" },
};

/** `2 photos`, `optional` */
export function countText({ kind, count }: Pick<WorkflowShot, "kind" | "count">): string {
  return count === 0 ? t("{kind}, optional", { kind: shotKindNames[kind] }) : plural(count, shotCounts[kind]);
}

/** What a step asks for: `From the front (1 photo), Name, State` */
export function stepText(step: Pick<WorkflowStep, "shots" | "fields">): string {
  return [
    ...step.shots.map((shot) => `${shot.title} (${countText(shot)})`),
    ...step.fields.map(({ title, required }) => required ? title : t("{title} (optional)", { title })),
  ].join(", ");
}

/** The answer to a field; an empty text for none. */
export function valueText({ kind, value }: RecordingField): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "object") return formatMoney(value as Money);
  if (kind === "date") return formatCalendarDay(String(value));
  return typeof value === "number" ? value.toLocaleString(locale) : value;
}
