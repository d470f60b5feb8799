/** A link in the list of links: its facts and actions; right after it was created, its address. */

import type { Link } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { announce } from "../ui/announce.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { linkEditor } from "./link-editor.ts";
import type { LinkStore } from "./link-store.ts";
import { addresses, embedCode, linkFacts, linkState } from "./link-text.ts";

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
        el("p", { class: "link-name" }, link.name || "Link"),
        el("p", { class: "quiet" }, linkFacts(link)),
      ),
      state !== "revoked" && button("Edit", "rename", edit),
      state === "valid" && button("Revoke", "lock", () => void revoke(link, store)),
      state !== "valid" && button("Remove", "trash", () => void remove(link, store)),
    ),
    isEdited && linkEditor(link, store),
    ...(path && state === "valid" && !isEdited ? handover(path, link.name || spaceName) : []),
  );
}

async function revoke(link: Link, store: LinkStore): Promise<void> {
  const confirmed = await ask({
    title: `Revoke ${link.name || "this link"}?`,
    body: "It stops working immediately for everyone who has it. A revoked link can't be used again.",
    confirm: "Revoke",
  });
  if (!confirmed) return;
  try {
    await store.revoke(link.id);
    announce("Link revoked.");
  } catch (error) {
    notify(`Couldn't revoke it: ${messageOf(error)}`);
  }
}

async function remove(link: Link, store: LinkStore): Promise<void> {
  await store.remove(link.id).catch((error) => notify(`Couldn't remove it: ${messageOf(error)}`));
}

/** Address, QR code and embedding code of a new link. The server stores only a hash of the address. */
function handover(path: string, name: string): Child[] {
  const { page, embed } = addresses(location.origin, path);
  return [
    el("p", { class: "note" }, icon("info"), "Copy the address now: it isn't shown again."),
    copyLine("Address", page),
    qrCode(page, name),
    el(
      "details",
      { class: "embed" },
      el("summary", {}, "Embed in a web page"),
      copyLine("Code to embed", embedCode(embed, name), 3),
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
  const alt = `QR code of the link ${name}`;
  return el(
    "div",
    { class: "qr" },
    el("img", { class: "qr-picture", src: shareApi.qr("svg", address), alt, width: 160, height: 160 }),
    el("div", { class: "qr-files" }, download("svg"), download("png")),
  );
}
