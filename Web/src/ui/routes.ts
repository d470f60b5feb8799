/** The addresses of the pages. */

/** On its own page, in a frame of another page, or as an exported folder. */
export type VisitWay = "link" | "frame" | "folder";

/** What a guide answers about. `visit`: the page of the link by which a visitor sees the exhibit, as `/s/TOKEN`. */
export type GuideSubject =
  | { kind: "exhibit"; id: string; visit?: string }
  | { kind: "space"; id: string }
  | { kind: "library" };

export type Route =
  | { page: "library" }
  | { page: "sync" }
  | { page: "accounts" }
  | { page: "trash" }
  | { page: "sharing" }
  | { page: "inbox" }
  | { page: "request"; id: string }
  | { page: "recording"; id: string }
  | { page: "workflows" }
  /** A null id: a new workflow. */
  | { page: "workflow"; id: string | null }
  | { page: "settings" }
  | { page: "privacy" }
  | { page: "things" }
  | { page: "thing"; id: string }
  | { page: "places" }
  | { page: "search" }
  | { page: "exhibits" }
  | { page: "exhibit"; id: string }
  | { page: "exhibit-edit"; id: string }
  /** Questions about an exhibit, a space, or all that the visitor may see. */
  | { page: "guide"; about: GuideSubject }
  | { page: "join" }
  | { page: "start" }
  /** The processing service, on its own servers. */
  | { page: "service" }
  | { page: "space"; id: string }
  /** A space as visitors see it. */
  | { page: "visit"; token: string; way: VisitWay }
  /** A live session, in its space. */
  | { page: "live"; code: string }
  | { page: "missing" };

/** Pages whose address is their name. */
const plainPages = [
  "sync",
  "accounts",
  "trash",
  "sharing",
  "inbox",
  "workflows",
  "settings",
  "privacy",
  "join",
  "start",
  "service",
  "exhibits",
  "things",
  "places",
  "search",
] as const;

/** The route of a path. Ids are KSUIDs: 27 letters and digits; those of exhibits can be slugs. */
export function parseRoute(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "library" };
  const plain = plainPages.find((page) => path === `/${page}` || path === `/${page}/`);
  if (plain) return { page: plain };
  if (path === "/guide" || path === "/guide/") return { page: "guide", about: { kind: "library" } };
  const asked = /^\/(requests|recordings|workflows)\/([0-9A-Za-z]{27}|new)\/?$/.exec(path);
  if (asked?.[2]) return askedRoute(asked[1]!, asked[2]);
  const thing = /^\/things\/([0-9A-Za-z]{27})\/?$/.exec(path);
  if (thing?.[1]) return { page: "thing", id: thing[1] };
  const exhibit = /^\/exhibits\/([0-9A-Za-z]{27}|[a-z0-9-]{1,64})(\/edit|\/guide)?\/?$/.exec(path);
  if (exhibit?.[1]) return exhibitRoute(exhibit[1], exhibit[2]);
  const visit = /^\/(s|embed)\/([0-9A-Za-z_-]{8,128})\/?$/.exec(path);
  if (visit?.[2]) return { page: "visit", token: visit[2], way: visit[1] === "embed" ? "frame" : "link" };
  const live = /^\/live\/([0-9A-Za-z]{6})\/?$/.exec(path);
  if (live?.[1]) return { page: "live", code: live[1].toUpperCase() };
  const space = /^\/spaces\/([0-9A-Za-z]{27})(\/guide)?\/?$/.exec(path);
  if (!space?.[1]) return { page: "missing" };
  const id = space[1];
  return space[2] ? { page: "guide", about: { kind: "space", id } } : { page: "space", id };
}

function askedRoute(folder: string, id: string): Route {
  if (folder === "workflows") return { page: "workflow", id: id === "new" ? null : id };
  if (id === "new") return { page: "missing" };
  return { page: folder === "requests" ? "request" : "recording", id };
}

function exhibitRoute(id: string, below: string | undefined): Route {
  if (below === "/guide") return { page: "guide", about: { kind: "exhibit", id } };
  return { page: below === "/edit" ? "exhibit-edit" : "exhibit", id };
}

export function libraryPath(): string {
  return "/";
}

export function syncPath(): string {
  return "/sync";
}

export function accountsPath(): string {
  return "/accounts";
}

export function trashPath(): string {
  return "/trash";
}

export function sharingPath(): string {
  return "/sharing";
}

export function settingsPath(): string {
  return "/settings";
}

export function privacyPath(): string {
  return "/privacy";
}

/** What contacts offer and ask for. */
export function inboxPath(): string {
  return "/inbox";
}

/** A request of a contact, or to one. */
export function requestPath(id: string): string {
  return `/requests/${id}`;
}

export function recordingPath(id: string): string {
  return `/recordings/${id}`;
}

export function workflowsPath(): string {
  return "/workflows";
}

export function workflowPath(id: string): string {
  return `/workflows/${id}`;
}

export function newWorkflowPath(): string {
  return "/workflows/new";
}

export function livePath(code: string): string {
  return `/live/${code}`;
}

export function spacePath(id: string): string {
  return `/spaces/${id}`;
}

/** What a phone's button for adding offers on the page of the spaces. */
export type Addable = "scan" | "photos" | "memory";

/** The spaces, with the choice of files for a scan, or of the space for a memory. */
export function addPath(what: Addable): string {
  return `/?add=${what}`;
}

/** A space on the sand table where the visitor chooses the position of a new memory. */
export function newMemoryPath(space: string): string {
  return `${spacePath(space)}?mode=explore&pin`;
}

/** A space on the sand table with the camera at a thing. */
export function spaceThingPath(space: string, thing: string): string {
  return `${spacePath(space)}?mode=explore&thing=${thing}`;
}

/** A space where the visitor chooses the position of a thing. */
export function locateThingPath(space: string, thing: string): string {
  return `${spacePath(space)}?mode=explore&locate=${thing}`;
}

/** A space with one of its memories open. */
export function spaceMemoryPath(space: string, memory: string): string {
  return `${spacePath(space)}?mode=explore&memory=${memory}`;
}

/** The things, all or those in a place. */
export function thingsPath(place?: string): string {
  return place === undefined ? "/things" : `/things?place=${place}`;
}

/** The things with the dialog for a new one. */
export function newThingPath(): string {
  return "/things?add";
}

export function thingPath(id: string): string {
  return `/things/${id}`;
}

/** The places, with one of them selected. */
export function placesPath(place?: string): string {
  return place === undefined ? "/places" : `/places?place=${place}`;
}

export function searchPath(text = ""): string {
  return text === "" ? "/search" : `/search?${new URLSearchParams({ text })}`;
}

export function exhibitsPath(): string {
  return "/exhibits";
}

export function exhibitPath(id: string): string {
  return `/exhibits/${id}`;
}

export function exhibitEditPath(id: string): string {
  return `/exhibits/${id}/edit`;
}

/** The value of `mode` in the address of a link to an exhibit with which its guide is opened. */
export const visitGuideMode = "ask";

/** Without a query; the guide of a visitor is a mode of the link's page (`visitGuideMode`). */
export function guidePath(about: GuideSubject): string {
  if (about.kind === "library") return "/guide";
  if (about.kind === "exhibit" && about.visit !== undefined) return about.visit;
  return about.kind === "exhibit" ? `${exhibitPath(about.id)}/guide` : `${spacePath(about.id)}/guide`;
}
