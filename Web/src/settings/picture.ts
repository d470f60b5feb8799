/** The picture of a person; without one, the first letter of the name. */

import { el } from "../ui/dom.ts";

export function pictureOf(name: string, address: string | null): HTMLElement {
  if (address !== null) return el("img", { class: "person-picture", src: address, alt: "", width: 256, height: 256 });
  const first = [...name.trim()][0] ?? "?";
  return el("span", { class: "person-picture", "aria-hidden": "true" }, first.toLocaleUpperCase());
}
