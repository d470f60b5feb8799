/** What a guide answers about, as the server and the addresses of pages name it. Pure functions. */

import { t } from "../i18n/messages.ts";
import { exhibitPath, guidePath, type GuideSubject, libraryPath, spacePath, visitGuideMode } from "../ui/routes.ts";

export type Subject = GuideSubject;

/** `exhibit:ID`, `space:ID` or `library`, as conversations name it. */
export function aboutOf(subject: Subject): string {
  return subject.kind === "library" ? "library" : `${subject.kind}:${subject.id}`;
}

/** Null for what this client doesn't know. */
export function subjectOf(about: string): Subject | null {
  if (about === "library") return { kind: "library" };
  const [kind, id, ...rest] = about.split(":");
  if (!id || rest.length > 0) return null;
  return kind === "exhibit" || kind === "space" ? { kind, id } : null;
}

/** Below `/api/v1`. */
export function servicePath(subject: Subject): string {
  if (subject.kind === "library") return "/guide";
  return subject.kind === "exhibit" ? `/exhibits/${subject.id}/guide` : `/spaces/${subject.id}/guide`;
}

/** The page that the guide belongs to. */
export function pageBehind(subject: Subject): { path: string; label: string } {
  switch (subject.kind) {
    case "exhibit":
      return { path: exhibitOf(subject), label: t("Back to the exhibit") };
    case "space":
      return { path: spacePath(subject.id), label: t("Back to the space") };
    case "library":
      return { path: libraryPath(), label: t("All spaces") };
  }
}

/** The page of the exhibit that a guide answers about: of a visitor that of the link. */
export function exhibitOf({ id, visit }: { id: string; visit?: string }): string {
  return visit ?? exhibitPath(id);
}

export function isSameSubject(a: Subject, b: Subject): boolean {
  return aboutOf(a) === aboutOf(b);
}

/** Who is asked, and the conversation that is open; both null where a persona is chosen. */
export interface GuideAddress {
  persona: string | null;
  conversation: string | null;
}

export function parseGuideAddress(search: string): GuideAddress {
  const query = new URLSearchParams(search);
  const conversation = query.get("conversation");
  return {
    persona: query.get("persona") || null,
    conversation: conversation !== null && /^[0-9A-Za-z]{27}$/.test(conversation) ? conversation : null,
  };
}

export function guideAddress(subject: Subject, { persona, conversation }: GuideAddress): string {
  const query = new URLSearchParams();
  if (subject.kind === "exhibit" && subject.visit !== undefined) query.set("mode", visitGuideMode);
  if (persona !== null) query.set("persona", persona);
  if (conversation !== null) query.set("conversation", conversation);
  const text = query.toString();
  return `${guidePath(subject)}${text === "" ? "" : `?${text}`}`;
}
