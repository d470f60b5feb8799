import { me } from "../api/me.ts";
import { accountsPath, exhibitsPath, guidePath, libraryPath, sharingPath, syncPath, trashPath } from "./routes.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

/** The bar above every page except that of a space. */
export function topBar(
  here?: "spaces" | "exhibits" | "sync" | "accounts" | "sharing" | "trash",
): HTMLElement {
  const people = pageLink("People", accountsPath(), "people", here === "accounts");
  const ask = pageLink("Ask about your library", guidePath({ kind: "library" }), "ask", false);
  const owners = [
    pageLink("Sharing", sharingPath(), "share", here === "sharing"),
    pageLink("Trash", trashPath(), "trash", here === "trash"),
    pageLink("Devices and backup", syncPath(), "sync", here === "sync"),
  ];
  // Until the visitor is known, and without the server, all are shown.
  void me().then(({ kind }) => {
    for (const link of [people, ask]) link.hidden = kind === "nobody";
    for (const link of owners) link.hidden = kind !== "owner";
  }, () => {});
  return el(
    "header",
    { class: "top-bar" },
    el(
      "a",
      { class: "wordmark", href: libraryPath() },
      icon("place"),
      el("span", { class: "wordmark-text" }, "Diorama"),
    ),
    el(
      "nav",
      { class: "top-links", "aria-label": "Pages" },
      el(
        "div",
        { class: "top-main" },
        mainLink("Spaces", libraryPath(), "place", here === "spaces"),
        mainLink("Exhibits", exhibitsPath(), "exhibit", here === "exhibits"),
      ),
      el("div", { class: "top-tools" }, ask, people, ...owners),
    ),
  );
}

function pageLink(name: string, href: string, image: IconName, isHere: boolean): HTMLElement {
  const properties = { class: "icon-button", href, "aria-label": name, title: name, "aria-current": isHere && "page" };
  return el("a", properties, icon(image));
}

/** A link with its name; on narrow pages the icon only. */
function mainLink(name: string, href: string, image: IconName, isHere: boolean): HTMLElement {
  return el(
    "a",
    { class: `top-link top-${name.toLowerCase()}`, href, title: name, "aria-current": isHere && "page" },
    icon(image),
    el("span", {}, name),
  );
}
