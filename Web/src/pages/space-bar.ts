/** The bar above a space: the way back, its name and size, the buttons. */

import type { Space } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import type { Model } from "../scene/model.ts";
import type { Box } from "../scene/view.ts";
import { announce } from "../ui/announce.ts";
import { moveToTrash } from "../ui/trash-space.ts";
import { el, setText } from "../ui/dom.ts";
import { formatArea, formatDimensions, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { renameInPlace } from "../ui/rename.ts";
import { guidePath, libraryPath, spacePath, syncPath } from "../ui/routes.ts";
import { downloadItem } from "../ui/space-card.ts";
import { editAbout } from "../ui/space-about.ts";
import { showDetails } from "../ui/space-details.ts";
import { type App, setTitle } from "./page.ts";
import { exportItem } from "./space-export.ts";
import type { SpaceStore } from "./space-store.ts";

export interface SpaceBar {
  element: HTMLElement;
  /** The group of buttons. */
  actions: HTMLElement;
}

/** `model` is what the 3D view shows: its size and counts fill in for those that the server doesn't know. */
export function spaceBar(
  app: App,
  store: SpaceStore,
  model: ReadonlySignal<Model | null>,
  { guest }: { guest: boolean },
  owner: AbortSignal,
): SpaceBar {
  const heading = el("h1", { class: "place-name" });
  const readout = el("p", { class: "readout" });
  const actions = el("div", { class: "place-actions" });
  effect(() => {
    const space = store.space.value;
    if (!space) return;
    setText(heading, space.name);
    setTitle(space.name);
    showReadout(readout, space, model.value);
  }, owner);
  const rename = (): void => {
    const focusAfter = actions.querySelector<HTMLElement>("button:last-of-type") ?? heading;
    renameInPlace(heading, async (name) => {
      await store.rename(name);
      announce(t("Renamed to {name}.", { name: store.space.peek()?.name ?? "" }));
    }, focusAfter);
  };
  const menu = menuButton(t("More"), () => menuItems(app, store, guest, rename));
  actions.append(menu);
  effect(() => void (menu.hidden = store.space.value === null), owner);
  const back = !guest &&
    el(
      "a",
      { class: "icon-button", href: libraryPath(), "aria-label": t("All spaces"), title: t("All spaces") },
      icon("back"),
    );
  const title = el("div", { class: "place-title" }, heading, readout);
  return { element: el("header", { class: "place-bar" }, back, title, actions), actions };
}

function menuItems(app: App, store: SpaceStore, guest: boolean, rename: () => void): MenuItem[] {
  const space = store.space.peek();
  if (!space) return [];
  const items: MenuItem[] = [
    { icon: "info", label: t("Details"), action: () => showDetails(space) },
    ...downloadItem(space),
    ...exportItem(space),
  ];
  // Links show one space and have no other pages.
  const guide = guidePath({ kind: "space", id: space.id });
  const ask: MenuItem = { icon: "ask", label: t("Ask about this space"), action: () => app.navigate(guide) };
  if (!store.isOwner.peek()) return guest ? items : [...items, ask];
  const toLibrary = (): void => app.navigate(libraryPath());
  const remove = (): void => void moveToTrash(space, toLibrary, () => app.navigate(spacePath(space.id)));
  return [
    ...items,
    { icon: "rename", label: t("Rename"), action: rename },
    { icon: "photo", label: t("Description and cover"), action: () => editAbout(space, (now) => store.update(now)) },
    ask,
    { icon: "sync", label: t("Devices and backup"), action: () => app.navigate(syncPath()) },
    { icon: "trash", label: t("Delete"), danger: true, action: remove },
  ];
}

function showReadout(readout: HTMLElement, space: Space, model: Model | null): void {
  const parts: string[] = [];
  const box: Box | null = space.bounds ?? model?.box ?? null;
  const triangles = space.triangleCount || (model?.triangles ?? 0);
  const points = space.pointCount || (model?.points ?? 0);
  if (box && space.report?.scale !== "unknown") {
    const [width, height, depth] = [0, 1, 2].map((axis) => box.max[axis]! - box.min[axis]!);
    parts.push(formatDimensions(width!, depth!, height!));
  }
  if (space.areaSquareMetres !== null) parts.push(formatArea(space.areaSquareMetres));
  if (triangles > 0) parts.push(plural(triangles, { one: "{count} triangle", other: "{count} triangles" }));
  else if (points > 0) parts.push(plural(points, { one: "{count} point", other: "{count} points" }));
  readout.replaceChildren(...parts.map((part) => el("span", {}, part)));
  readout.setAttribute(
    "aria-label",
    t("Width by depth by height, area, size of the model: {facts}", { facts: parts.join(", ") }),
  );
}
