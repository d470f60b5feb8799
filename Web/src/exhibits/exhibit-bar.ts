/** The bar above the views of an exhibit: the way back, the title, the models, the cards. */

import { t } from "../i18n/messages.ts";
import { exhibitEditPath, exhibitsPath } from "../ui/routes.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { type ExhibitAddress, startAddress } from "./exhibit-address.ts";
import { type ExhibitContext, modelOf } from "./exhibit-context.ts";
import { addressLink } from "./viewer/chooser.ts";

export function exhibitBar(context: ExhibitContext): HTMLElement {
  const { exhibit, isAlone } = context;
  const address = context.address.peek();
  const isStart = address.mode === "choose";
  const model = modelOf(context, address.model);
  const title = isStart
    ? ""
    : address.mode === "learn"
    ? t("Learn")
    : address.mode === "stories"
    ? t("Timelines")
    : model?.name ?? "";
  const back = isStart
    ? isAlone ? null : el(
      "a",
      { class: "icon-button", href: exhibitsPath(), "aria-label": t("All exhibits"), title: t("All exhibits") },
      icon("back"),
    )
    : iconLink(
      context,
      backFrom(address),
      "back",
      address.card !== null && address.mode === "view"
        ? t("Back to the card")
        : t("Back to {title}", { title: exhibit.title }),
    );
  return el(
    "header",
    { class: "exhibit-bar" },
    back,
    address.mode === "view" || address.mode === "room"
      ? el("h1", { class: "exhibit-title" }, title)
      : el("p", { class: "exhibit-title" }, title),
    el(
      "nav",
      { class: "exhibit-switch", "aria-label": t("Views") },
      ...(isStart ? edit(context) : switches(context, address)),
    ),
  );
}

/** Sharing and the editor, for those who may change the exhibit. */
function edit({ detail, isAlone }: ExhibitContext): HTMLElement[] {
  if (isAlone || !detail.canEdit) return [];
  const { id, isBuiltIn, document: { title } } = detail;
  const share = async (): Promise<void> => {
    const { shareExhibit } = await import("../share/exhibit-share.ts");
    shareExhibit({ id, title, isBuiltIn });
  };
  const button = { class: "exhibit-switch-link", type: "button", onclick: () => void share() };
  return [
    el("button", button, icon("share"), t("Share…")),
    el("a", { class: "exhibit-switch-link", href: exhibitEditPath(id) }, icon("rename"), t("Edit")),
  ];
}

/** From a part that a card points to, back to the card. */
function backFrom(address: ExhibitAddress): ExhibitAddress {
  return address.mode === "view" && address.card !== null
    ? { ...startAddress, mode: "learn", card: address.card }
    : startAddress;
}

function switches(context: ExhibitContext, address: ExhibitAddress): HTMLElement[] {
  const { models, cards } = context.exhibit;
  const found = models.length <= 4
    ? models.map(({ id, name }) => {
      const link = addressLink(context, { ...startAddress, mode: "view", model: id }, "exhibit-switch-link", name);
      if (address.mode === "view" && address.model === id) link.setAttribute("aria-current", "page");
      return link;
    })
    : [];
  if (cards.length > 0) {
    const link = addressLink(context, { ...startAddress, mode: "learn" }, "exhibit-switch-link", t("Learn"));
    if (address.mode === "learn") link.setAttribute("aria-current", "page");
    found.push(link);
  }
  if (context.guide !== null) found.push(el("a", { class: "exhibit-switch-link", href: context.guide }, t("Ask")));
  return found;
}

function iconLink(context: ExhibitContext, address: ExhibitAddress, image: IconName, label: string): HTMLElement {
  const link = addressLink(context, address, "icon-button", icon(image));
  link.setAttribute("aria-label", label);
  link.title = label;
  return link;
}
