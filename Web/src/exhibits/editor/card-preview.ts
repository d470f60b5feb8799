/** Both sides of a card as visitors see them. */

import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { categoryNames } from "../document.ts";
import { fileURL } from "../exhibit-api.ts";
import type { EditorStore } from "./editor-store.ts";
import { cardLens } from "./lens.ts";

export function cardPreview(
  store: EditorStore,
  id: string,
  isPlain: ReadonlySignal<boolean>,
  owner: AbortSignal,
): HTMLElement {
  const front = el("div", { class: "preview-card", role: "group", "aria-label": "Front" });
  const back = el("div", { class: "preview-card", role: "group", "aria-label": "Back" });
  const image = el("img", { alt: "", decoding: "async" });
  effect(() => {
    const card = cardLens(id).get(store.document.value);
    if (!card) return;
    const url = fileURL(store.files.value, card.image);
    if (url !== null && image.getAttribute("src") !== url) image.src = url;
    image.alt = card.imageDescription ?? "";
    const { short, detailed } = isPlain.value ? card.simplified : card;
    const category = (): HTMLElement => el("p", { class: "preview-category" }, categoryNames[card.category]);
    const title = (): HTMLElement => el("p", { class: "preview-title" }, card.title || "Title");
    front.replaceChildren(
      category(),
      title(),
      url === null ? el("div", { class: "preview-image" }) : image,
      el("p", {}, short),
    );
    back.replaceChildren(category(), title(), el("ul", {}, ...detailed.map((text) => el("li", {}, text))));
  }, owner);
  return el("div", { class: "preview-cards" }, front, back);
}
