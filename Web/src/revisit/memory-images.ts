/** Where memories belong, without a camera: images of the scan from where their authors stood, each with the point marked. */

import type { Pin } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { memoryApi } from "../memories/memory-api.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { type Snapshot, snapshotImages } from "./snapshot.ts";

/** Each image takes a request and a drawing of the model. */
const maxImages = 24;

export interface MemoryImagesProps {
  space: string;
  pins: readonly Pin[];
}

/** A button that makes the images; without memories, nothing. */
export function memoryImages({ space, pins }: MemoryImagesProps, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "revisit-memories" });
  if (pins.length === 0) return element;
  const status = el("p", { class: "quiet", role: "status" });
  const list = el("ol", { class: "revisit-points" });
  const urls: string[] = [];
  owner.addEventListener("abort", () => urls.forEach((url) => URL.revokeObjectURL(url)), { once: true });
  const make = async (): Promise<void> => {
    button.disabled = true;
    setText(status, t("Drawing the images…"));
    try {
      const found = await views(pins.slice(0, maxImages), owner);
      const images = found.length === 0 ? [] : await snapshotImages(space, found, owner);
      urls.push(...images.map((image) => URL.createObjectURL(image)));
      list.replaceChildren(...found.map(({ title }, i) => memoryImage(title, urls[i]!)));
      const left = pins.length - images.length;
      const text = left === 0
        ? t("Each image shows where a memory belongs.")
        : plural(left, { one: "{count} memory has no image here.", other: "{count} memories have no image here." });
      setText(status, text);
      announce(text);
      button.hidden = images.length > 0;
    } catch (error) {
      if (!owner.aborted) setText(status, messageOf(error));
    }
    button.disabled = false;
  };
  const button = el(
    "button",
    { class: "button small", type: "button", onclick: () => void make() },
    icon("photo"),
    t("Show images of where the memories belong"),
  );
  element.append(button, status, list);
  return element;
}

function memoryImage(title: string, src: string): HTMLElement {
  const alt = t("{title}, marked with a ring in the scan", { title });
  return el("li", {}, el("p", {}, title), el("img", { class: "media-preview", src, alt }));
}

/** What those memories that have their author's viewpoint are drawn from. */
async function views(pins: readonly Pin[], signal: AbortSignal): Promise<(Snapshot & { title: string })[]> {
  const found: (Snapshot & { title: string })[] = [];
  for (const pin of pins) {
    const { viewpoint, anchor } = await memoryApi.show(pin.id, signal);
    if (viewpoint) found.push({ viewpoint, point: anchor.point, title: pin.title || t("A memory") });
  }
  return found;
}
