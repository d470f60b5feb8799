/** Receipts, manuals, warranties and labels of a thing; PDFs are previewed on demand and open in a new tab. */

import { type MediaRole, mediaRoleValues, type ThingMedia } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { formatBytes } from "../../ui/format.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { attachmentTypes, fileButton } from "../fields/file-button.ts";
import { mediaAddress } from "../things-api.ts";
import { remove } from "./gallery.ts";
import type { ThingStore } from "./thing-store.ts";

const roles: Readonly<Record<MediaRole, { label: string; icon: IconName }>> = {
  receipt: { label: t("Receipt"), icon: "file" },
  manual: { label: t("Manual"), icon: "text" },
  warranty: { label: t("Warranty"), icon: "shield" },
  label: { label: t("Label|of a thing"), icon: "label" },
};

export function roleLabel(role: MediaRole | null): string {
  return role === null ? t("File") : roles[role].label;
}

/** The files that are not in the gallery. */
export function attachmentItems(media: readonly ThingMedia[]): ThingMedia[] {
  return media.filter(({ kind, role }) => role !== null || (kind !== "photo" && kind !== "video"))
    .sort((a, b) => a.position - b.position);
}

export function attachments(store: ThingStore, owner: AbortSignal): HTMLElement {
  const items = computed(() => attachmentItems(store.thing.value?.media ?? []));
  const list = el("ul", { class: "attachments" });
  const add = (role: MediaRole | null) => (files: File[]): void => {
    void store.addFiles(files, role).then((refused) => {
      for (const name of refused) notify(t("{name} is no PDF and no image.", { name }));
    });
  };
  let drawn = "";
  effect(() => {
    const key = items.value.map(({ id, role, caption }) => `${id} ${role} ${caption}`).join("|");
    list.hidden = items.value.length === 0;
    if (key === drawn) return;
    drawn = key;
    list.replaceChildren(...items.value.map((media) => attachment(media, store)));
  }, owner);
  const buttons = mediaRoleValues.map((role) =>
    fileButton({
      label: roles[role].label,
      icon: roles[role].icon,
      accept: attachmentTypes,
      multiple: true,
      class: "button small",
      chosen: add(role),
    })
  );
  return el(
    "div",
    { class: "attachment-area" },
    list,
    el("div", { class: "field-buttons", role: "group", "aria-label": t("Add a file") }, ...buttons),
  );
}

function attachment(media: ThingMedia, store: ThingStore): HTMLElement {
  const address = mediaAddress(store.id, media.id);
  const isPDF = media.contentType === "application/pdf";
  const name = media.caption || media.fileName || roleLabel(media.role);
  const preview = el("div", { class: "attachment-preview", hidden: true });
  const toggle = el(
    "button",
    {
      class: "button small",
      type: "button",
      "aria-expanded": "false",
      "aria-label": t("Preview of {name}", { name }),
      onclick: () => {
        preview.hidden = !preview.hidden;
        toggle.setAttribute("aria-expanded", String(!preview.hidden));
        if (preview.hidden) preview.replaceChildren(); // a viewer holds memory
        else preview.replaceChildren(previewElement(media, store, name));
      },
    },
    icon("look"),
    t("Preview"),
  );
  return el(
    "li",
    { class: "attachment" },
    el(
      "div",
      { class: "attachment-line" },
      icon(media.role === null ? "file" : roles[media.role].icon),
      el(
        "div",
        { class: "attachment-words" },
        el("a", { href: address, target: "_blank", rel: "noopener" }, name),
        el("p", { class: "quiet" }, `${roleLabel(media.role)}${isPDF ? ", PDF" : ""}, ${formatBytes(media.byteCount)}`),
      ),
      roleSelect(media, store, name),
      media.kind === "audio" ? null : toggle,
      iconButton("trash", t("Delete {name}", { name }), () => void remove(store, media)),
    ),
    media.kind === "audio" && el("audio", { src: address, controls: true, preload: "none", "aria-label": name }),
    preview,
  );
}

function previewElement(media: ThingMedia, store: ThingStore, name: string): HTMLElement {
  if (media.contentType === "application/pdf") {
    return el("iframe", {
      class: "pdf-preview",
      src: mediaAddress(store.id, media.id),
      title: t("Preview of {name}", { name }),
    });
  }
  const image = el("img", {
    src: mediaAddress(store.id, media.id, "medium"),
    alt: media.alternative || name,
    onerror: () =>
      image.replaceWith(el("p", { class: "quiet" }, t("There is no preview. Open the file in a new tab."))),
  });
  return image;
}

function roleSelect(media: ThingMedia, store: ThingStore, name: string): HTMLElement {
  const change = async (): Promise<void> => {
    try {
      await store.editMedia(media.id, { role: (select.value || null) as MediaRole | null });
    } catch (error) {
      notify(t("Couldn't change the file: {problem}", { problem: messageOf(error) }));
      select.value = media.role ?? "";
    }
  };
  const select = el(
    "select",
    { "aria-label": t("What {name} is", { name }), onchange: () => void change() },
    el("option", { value: "" }, t("Other")),
    ...mediaRoleValues.map((role) => el("option", { value: role }, roles[role].label)),
  );
  select.value = media.role ?? "";
  return el("span", { class: "pick" }, select, icon("down"));
}
