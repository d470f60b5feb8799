/** One card: front with image and sentence, back with its bullets. Its text is fitted to its size, so that nothing scrolls. */

import type { LearnCard } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { addressOf } from "../exhibit-address.ts";
import { categoryNames, type ExhibitContext, fileURL } from "../exhibit-context.ts";
import { addressLink } from "../viewer/chooser.ts";

export interface CardElement {
  card: LearnCard;
  element: HTMLElement;
  /** Turns: the core's angle is its rotation around the vertical axis. */
  leaf: HTMLElement;
  front: HTMLElement;
  back: HTMLElement;
}

/** The smallest text, in pixels, and the steps by which it shrinks. */
export const minTextSize = 10.5;
const shrinkStep = 0.94;
/** An image that is lower than this is left out, in pixels. */
const minImageHeight = 56;

export function cardElement(context: ExhibitContext, card: LearnCard, isPlain: boolean): CardElement {
  const text = isPlain ? card.simplified : card;
  const image = fileURL(context.detail, card.image);
  const heading = (): HTMLElement => el("h2", {}, card.title);
  const label = (): HTMLElement =>
    el("p", { class: "learn-category", "data-category": card.category }, categoryNames[card.category]);
  const front = el(
    "div",
    { class: "learn-face learn-front" },
    image && el("img", { class: "learn-image", src: image, alt: card.imageDescription ?? "", draggable: "false" }),
    el("div", { class: "learn-text" }, label(), heading(), el("p", { class: "learn-short" }, text.short)),
  );
  const back = el(
    "div",
    { class: "learn-face learn-back" },
    el(
      "div",
      { class: "learn-text" },
      label(),
      heading(),
      el("ul", { class: "learn-bullets" }, ...text.detailed.map((bullet) => el("li", {}, bullet))),
    ),
    card.target &&
      addressLink(context, addressOf(card.target, card.id), "button small learn-target", icon("fly"), t("Show in 3D")),
  );
  const leaf = el("div", { class: "learn-leaf" }, front, back);
  const element = el("article", { class: "learn-card", "data-card": card.id, "aria-label": card.title }, leaf);
  return { card, element, leaf, front, back };
}

/** Shrinks the text of both faces until all of it is visible. Returns the smallest size of running text, in pixels. */
export function fitCard({ front, back }: CardElement): number {
  return Math.min(fitFace(front), fitFace(back));
}

function fitFace(face: HTMLElement): number {
  face.classList.remove("no-image");
  let scale = 1;
  face.style.setProperty("--fit", "1");
  const running = face.querySelector<HTMLElement>(".learn-short, .learn-bullets")!;
  const size = (): number => parseFloat(getComputedStyle(running).fontSize);
  const image = face.querySelector<HTMLElement>(".learn-image");
  if (image && image.offsetHeight < minImageHeight) face.classList.add("no-image");
  while (overflows(face) && size() * shrinkStep >= minTextSize) {
    scale *= shrinkStep;
    face.style.setProperty("--fit", scale.toFixed(3));
  }
  return size();
}

/** Whether some of a face's content is outside of it. */
export function overflows(face: HTMLElement): boolean {
  return face.scrollHeight > face.clientHeight + 1 || face.scrollWidth > face.clientWidth + 1;
}
