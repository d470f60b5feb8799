/** A link in the list of links: its facts and actions; right after it was created, its address. */

import type { Link } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { linkEditor } from "./link-editor.ts";
import type { LinkStore } from "./link-store.ts";
import { addresses, embedCode, linkFacts, linkState, sharedOrigin } from "./link-text.ts";
import { printCode } from "./print-code.ts";

export function linkItem(link: Link, store: LinkStore, spaceName: string): HTMLElement {
  const state = linkState(link);
  const path = store.paths.value.get(link.id);
  const isEdited = store.edited.value === link.id;
  const button = (label: string, shape: IconName, act: () => void): HTMLElement =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": `${label} ${link.name}`, title: label, onclick: act },
      icon(shape),
    );
  const edit = (): void => {
    store.edited.value = isEdited ? null : link.id;
  };
  return el(
    "li",
    { class: `link ${state}`, "data-link": link.id },
    el(
      "div",
      { class: "link-line" },
      el(
        "div",
        {},
        el("p", { class: "link-name" }, link.name || t("Link")),
        el("p", { class: "quiet" }, linkFacts(link)),
      ),
      state !== "revoked" && button(t("Edit"), "rename", edit),
      state === "valid" && button(t("Revoke"), "lock", () => void revoke(link, store)),
      state !== "valid" && button(t("Remove"), "trash", () => void remove(link, store)),
    ),
    isEdited && linkEditor(link, store),
    ...(path && state === "valid" && !isEdited ? handover(store, path, link.name || spaceName) : []),
  );
}

async function revoke(link: Link, store: LinkStore): Promise<void> {
  const confirmed = await ask({
    title: link.name === "" ? t("Revoke this link?") : t("Revoke {name}?", { name: link.name }),
    body: t("It stops working immediately for everyone who has it. A revoked link can't be used again."),
    confirm: t("Revoke"),
  });
  if (!confirmed) return;
  try {
    await store.revoke(link.id);
    announce(t("Link revoked."));
  } catch (error) {
    notify(t("Couldn't revoke it: {problem}", { problem: messageOf(error) }));
  }
}

async function remove(link: Link, store: LinkStore): Promise<void> {
  await store.remove(link.id).catch((error) =>
    notify(t("Couldn't remove it: {problem}", { problem: messageOf(error) }))
  );
}

/** Address, QR code and embedding code of a new link. The server stores only a hash of the address. */
function handover(store: LinkStore, path: string, name: string): Child[] {
  const { page, embed } = addresses(sharedOrigin(location, store.origin.peek()), path);
  return [
    el("p", { class: "note" }, icon("info"), t("Copy the address now: it isn't shown again.")),
    copyLine(t("Address"), page),
    qrCode(page, name),
    el(
      "details",
      { class: "embed" },
      el("summary", {}, t("Embed in a web page")),
      copyLine(t("Code to embed"), embedCode(embed, name), 3),
    ),
  ];
}

function qrCode(address: string, name: string): HTMLElement {
  const file = `diorama ${name}`.replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  const download = (type: "svg" | "png"): HTMLElement =>
    el(
      "a",
      { class: "button small", href: shareApi.qr(type, address), download: `${file}.${type}` },
      icon("download"),
      type.toUpperCase(),
    );
  const alt = t("QR code of the link {name}", { name });
  const print = el(
    "button",
    { class: "button small", type: "button", onclick: () => void printCode(name, address) },
    icon("label"),
    t("Print"),
  );
  return el(
    "div",
    { class: "qr" },
    el("img", { class: "qr-picture", src: shareApi.qr("svg", address), alt, width: 160, height: 160 }),
    el("div", { class: "qr-files" }, print, download("svg"), download("png")),
  );
}
