/** A space in the library: its thumbnail, name and measures, and a menu to rename or delete it. */

import type { Space } from "../api/generated.ts";
import { api, assetOf } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { formatArea, formatDate, formatPercent, plural } from "./format.ts";
import { spacePath } from "./routes.ts";
import { moveToTrash } from "./trash-space.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import { menuButton } from "./menu.ts";
import { renameInPlace } from "./rename.ts";
import { editAbout } from "./space-about.ts";

/** `owns`: whether the visitor may rename and delete it. */
export function spaceCard(space: Space, owns: boolean, changed: { removed(): void; restored(): void }): HTMLLIElement {
  const link = el("a", { class: "card-link", href: spacePath(space.id) }, space.name);
  const heading = el("h2", { class: "card-name" }, link);
  const rename = async (name: string): Promise<void> => {
    Object.assign(space, await api.rename(space.id, name));
    link.textContent = space.name;
  };
  let picture = pictureOf(space);
  const description = el("p", { class: "card-description", hidden: space.description === "" }, space.description);
  const describe = (now: Space): void => {
    Object.assign(space, now);
    const next = pictureOf(space);
    picture.replaceWith(next);
    picture = next;
    description.textContent = space.description;
    description.hidden = space.description === "";
  };
  const menu = menuButton(t("More for {name}", { name: space.name }), () => [
    ...(owns
      ? [
        { icon: "rename" as const, label: t("Rename"), action: () => renameInPlace(heading, rename, link) },
        { icon: "photo" as const, label: t("Description and cover"), action: () => editAbout(space, describe) },
      ]
      : []),
    ...downloadItem(space),
    ...(owns
      ? [{
        icon: "trash" as const,
        label: t("Delete"),
        danger: true,
        action: () => void moveToTrash(space, changed.removed, changed.restored),
      }]
      : []),
  ]);
  return el(
    "li",
    { class: "card space-card", "data-space": space.id },
    picture,
    el(
      "div",
      { class: "card-text" },
      heading,
      el("p", { class: "card-facts" }, facts(space), " · ", madeAt(space)),
      description,
      newMemories(space),
    ),
    menu,
  );
}

/** The number of new memories in a followed space. */
function newMemories(space: Space): HTMLElement | null {
  const count = space.newMemories ?? 0;
  return count === 0 ? null : el(
    "p",
    { class: "card-news" },
    icon("memory"),
    plural(count, { one: "{count} new memory", other: "{count} new memories" }),
  );
}

/** Links to the model's file, and to the files that the space was made from, where there are any. */
export function downloadItem(space: Space): { icon: "download"; label: string; href: string; download: string }[] {
  const model = assetOf(space, "mesh") ?? assetOf(space, "cloud");
  const name = model?.fileName || `${space.name}.glb`;
  const originals = space.assets.filter(({ kind }) => kind === "source").map(({ fileName, url }) => ({
    icon: "download" as const,
    label: t("Download the original ({name})", { name: fileName }),
    href: url,
    download: fileName,
  }));
  if (!model) return originals;
  return [{ icon: "download", label: t("Download the model"), href: model.url, download: name }, ...originals];
}

export function facts(space: Space): string {
  const parts = space.areaSquareMetres === null ? [] : [formatArea(space.areaSquareMetres)];
  if (space.triangleCount > 0) {
    parts.push(plural(space.triangleCount, { one: "{count} triangle", other: "{count} triangles" }));
  } else if (space.pointCount > 0) {
    parts.push(plural(space.pointCount, { one: "{count} point", other: "{count} points" }));
  }
  const observed = space.report?.shell?.total.observed ?? null;
  if (observed !== null) parts.push(t("{percent} of the room seen", { percent: formatPercent(observed) }));
  return parts.join(" · ");
}

/** When it was recorded, else when it was added. */
export function madeAt(space: Space): HTMLTimeElement {
  const at = space.report?.recorded ?? space.created;
  return el("time", { datetime: at }, formatDate(new Date(at)));
}

/** The cover, else the image that was drawn of the model. */
function pictureOf(space: Space): HTMLElement {
  const source = space.cover ?? assetOf(space, "thumbnail")?.url ?? null;
  if (source === null) return el("div", { class: "card-picture none" }, icon("place"));
  // The name is beside it.
  const image = el("img", { src: source, alt: "", width: 640, height: 480, loading: "lazy", decoding: "async" });
  const frame = el("div", { class: "card-picture" }, image);
  image.addEventListener("error", () => {
    frame.classList.add("none");
    frame.replaceChildren(icon("place"));
  });
  return frame;
}
