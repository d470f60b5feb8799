import { me } from "../api/me.ts";
import { accountsPath, libraryPath, sharingPath, syncPath, trashPath } from "./routes.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

/** The bar above every page except that of a space. */
export function topBar(here?: "sync" | "accounts" | "sharing" | "trash"): HTMLElement {
  const people = pageLink("People", accountsPath(), "people", here === "accounts");
  const owners = [
    pageLink("Sharing", sharingPath(), "share", here === "sharing"),
    pageLink("Trash", trashPath(), "trash", here === "trash"),
    pageLink("Devices and backup", syncPath(), "sync", here === "sync"),
  ];
  // Until the visitor is known, and without the server, all are shown.
  void me().then(({ kind }) => {
    people.hidden = kind === "nobody";
    for (const link of owners) link.hidden = kind !== "owner";
  }, () => {});
  return el(
    "header",
    { class: "top-bar" },
    el("a", { class: "wordmark", href: libraryPath() }, icon("place"), "Diorama"),
    el("nav", { class: "top-links", "aria-label": "Pages" }, people, ...owners),
  );
}

function pageLink(name: string, href: string, image: IconName, isHere: boolean): HTMLElement {
  const properties = { class: "icon-button", href, "aria-label": name, title: name, "aria-current": isHere && "page" };
  return el("a", properties, icon(image));
}
