/** The addresses of the pages. */

/** On its own page, in a frame of another page, or as an exported folder. */
export type VisitWay = "link" | "frame" | "folder";

/** What a guide answers about. */
export type GuideSubject = { kind: "exhibit"; id: string } | { kind: "space"; id: string } | { kind: "library" };

export type Route =
  | { page: "library" }
  | { page: "sync" }
  | { page: "accounts" }
  | { page: "trash" }
  | { page: "sharing" }
  | { page: "exhibits" }
  | { page: "exhibit"; id: string }
  | { page: "exhibit-edit"; id: string }
  /** Questions about an exhibit, a space, or all that the visitor may see. */
  | { page: "guide"; about: GuideSubject }
  | { page: "join" }
  | { page: "start" }
  | { page: "space"; id: string }
  /** A space as visitors see it. */
  | { page: "visit"; token: string; way: VisitWay }
  /** A live session, in its space. */
  | { page: "live"; code: string }
  | { page: "missing" };

/** The route of a path. Ids are KSUIDs: 27 letters and digits; those of exhibits can be slugs. */
export function parseRoute(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "library" };
  if (path === "/sync" || path === "/sync/") return { page: "sync" };
  if (path === "/accounts" || path === "/accounts/") return { page: "accounts" };
  if (path === "/trash" || path === "/trash/") return { page: "trash" };
  if (path === "/sharing" || path === "/sharing/") return { page: "sharing" };
  if (path === "/join" || path === "/join/") return { page: "join" };
  if (path === "/start" || path === "/start/") return { page: "start" };
  if (path === "/exhibits" || path === "/exhibits/") return { page: "exhibits" };
  if (path === "/guide" || path === "/guide/") return { page: "guide", about: { kind: "library" } };
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

export function livePath(code: string): string {
  return `/live/${code}`;
}

export function spacePath(id: string): string {
  return `/spaces/${id}`;
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

export function guidePath(about: GuideSubject): string {
  if (about.kind === "library") return "/guide";
  return about.kind === "exhibit" ? `${exhibitPath(about.id)}/guide` : `${spacePath(about.id)}/guide`;
}
