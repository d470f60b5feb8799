/** The drawn portrait of a persona, or the first letter of its name. */

import { withTicket } from "../api/visit-ticket.ts";
import { el } from "../ui/dom.ts";
import type { Persona } from "./guide-api.ts";

/** The name is beside it. */
export function portrait({ portrait: address, name }: Persona): HTMLElement {
  const letter = el("span", { class: "guide-letter", "aria-hidden": "true" }, [...name][0] ?? "?");
  if (address === null || address === undefined) return el("span", { class: "guide-portrait" }, letter);
  const image = el("img", {
    src: withTicket(address),
    alt: "",
    width: 128,
    height: 128,
    decoding: "async",
    draggable: "false",
  });
  const element = el("span", { class: "guide-portrait" }, image);
  image.addEventListener("error", () => element.replaceChildren(letter));
  return element;
}
