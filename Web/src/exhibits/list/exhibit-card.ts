/** An exhibit in the list: its image, title and contents, and a menu. */

import { t } from "../../i18n/messages.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { formatDate, plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { exhibitEditPath, exhibitPath } from "../../ui/routes.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { type ExhibitSummary, exportURL } from "../exhibit-api.ts";
import type { ExhibitListStore } from "./list-store.ts";

export function exhibitCard(
  exhibit: ExhibitSummary,
  store: ExhibitListStore,
  navigate: (path: string) => void,
): HTMLLIElement {
  const { id, title } = exhibit;
  const link = el("a", { class: "card-link", href: exhibitPath(id) }, title);
  return el(
    "li",
    { class: "card space-card exhibit-card", "data-exhibit": id },
    imageOf(exhibit),
    el(
      "div",
      { class: "card-text" },
      el("h2", { class: "card-name" }, link),
      exhibit.summary !== "" && el("p", { class: "exhibit-summary" }, exhibit.summary),
      el("p", { class: "card-facts" }, factsOf(exhibit)),
    ),
    menuButton(t("More for {title}", { title }), () => menuOf(exhibit, store, navigate)),
  );
}

function factsOf(exhibit: ExhibitSummary): string {
  const facts = [
    plural(exhibit.models, { one: "{count} model", other: "{count} models" }),
    plural(exhibit.cards, { one: "{count} card", other: "{count} cards" }),
  ];
  if (exhibit.isBuiltIn) facts.push(t("comes with Diorama"));
  else if (exhibit.modified !== null) facts.push(t("changed {date}", { date: formatDate(new Date(exhibit.modified)) }));
  return facts.join(" · ");
}

function menuOf(exhibit: ExhibitSummary, store: ExhibitListStore, navigate: (path: string) => void): MenuItem[] {
  const { id, title } = exhibit;
  const copy = async (): Promise<void> => {
    try {
      navigate(exhibitEditPath(await store.copy(id)));
    } catch (error) {
      notify(t("Couldn't copy {title}: {problem}", { title, problem: messageOf(error) }));
    }
  };
  const items: MenuItem[] = [{ icon: "look", label: t("Open"), action: () => navigate(exhibitPath(id)) }];
  if (exhibit.canEdit) items.push({ icon: "rename", label: t("Edit"), action: () => navigate(exhibitEditPath(id)) });
  if (store.isOwner.peek()) {
    items.push(
      { icon: "share", label: t("Share…"), action: () => void share(exhibit) },
      { icon: "copy", label: t("Make a copy"), action: () => void copy() },
    );
  }
  items.push(
    { icon: "download", label: t("Export package"), href: exportURL(id, "zip"), download: `${id}.zip` },
    { icon: "download", label: t("Export website"), href: exportURL(id, "web"), download: `${id}-website.zip` },
  );
  if (exhibit.canEdit) {
    items.push({ icon: "trash", label: t("Delete"), danger: true, action: () => void remove(exhibit, store) });
  }
  return items;
}

/** The dialog is loaded when it is wanted. */
async function share(exhibit: ExhibitSummary): Promise<void> {
  const { shareExhibit } = await import("../../share/exhibit-share.ts");
  shareExhibit(exhibit);
}

async function remove({ id, title }: ExhibitSummary, store: ExhibitListStore): Promise<void> {
  try {
    await store.delete(id);
  } catch (error) {
    return notify(t("Couldn't move {title} to the trash: {problem}", { title, problem: messageOf(error) }));
  }
  announce(t("{title} is in the trash.", { title }));
  undoNotice(t("{title} is in the trash.", { title }), async () => {
    await store.restore(id);
    announce(t("{title} is restored.", { title }));
  });
}

function imageOf({ image }: ExhibitSummary): HTMLElement {
  if (image === null) return el("div", { class: "card-picture none" }, icon("exhibit"));
  // The title is beside it.
  const picture = el("img", { src: image, alt: "", width: 640, height: 480, loading: "lazy", decoding: "async" });
  const frame = el("div", { class: "card-picture" }, picture);
  picture.addEventListener("error", () => {
    frame.classList.add("none");
    frame.replaceChildren(icon("exhibit"));
  });
  return frame;
}
