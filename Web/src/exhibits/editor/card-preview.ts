/** Both sides of a card as visitors see them, with their text fitted to a card of this size. */

import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { type CardElement, cardElement, fitCard } from "../cards/card-element.ts";
import { startAddress } from "../exhibit-address.ts";
import type { ExhibitContext } from "../exhibit-context.ts";
import type { EditorStore } from "./editor-store.ts";
import { cardLens } from "./lens.ts";

export function cardPreview(
  store: EditorStore,
  id: string,
  isPlain: ReadonlySignal<boolean>,
  owner: AbortSignal,
): HTMLElement {
  const front = el("div", { class: "preview-card", role: "group", "aria-label": t("Front") });
  const back = el("div", { class: "preview-card", role: "group", "aria-label": t("Back|of a card") });
  const element = el("div", { class: "preview-cards" }, front, back);
  let shown: CardElement | null = null;
  const fit = (): void => {
    if (shown && element.isConnected && front.clientHeight > 0) fitCard(shown);
  };
  effect(() => {
    const exhibit = store.document.value;
    const card = cardLens(id).get(exhibit);
    if (!card) return;
    shown = cardElement(contextOf(store), card, isPlain.value);
    keepImage(front, shown.front);
    // The link into the 3D view is only a picture of it here.
    const link = shown.back.querySelector("a");
    link?.replaceWith(el("span", { class: link.className }, ...link.childNodes));
    front.replaceChildren(shown.front);
    back.replaceChildren(shown.back);
    fit();
  }, owner);
  const observer = new ResizeObserver(fit);
  observer.observe(front);
  owner.addEventListener("abort", () => observer.disconnect(), { once: true });
  return element;
}

/** An image that is shown already stays: a new element would flicker. */
function keepImage(before: HTMLElement, face: HTMLElement): void {
  const old = before.querySelector("img");
  const next = face.querySelector("img");
  if (!old || !next || old.src !== next.src) return;
  old.alt = next.alt;
  next.replaceWith(old);
}

function contextOf(store: EditorStore): ExhibitContext {
  const exhibit = store.document.value;
  const address = { value: startAddress, peek: () => startAddress };
  const detail = {
    id: store.id,
    revision: "",
    isBuiltIn: false,
    canEdit: true,
    created: null,
    modified: null,
    document: exhibit,
    files: [...store.files.value],
  };
  return { detail, exhibit, address, go: () => {}, isAlone: false, guide: null };
}
