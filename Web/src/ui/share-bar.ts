/** A named share (0 to 1) as a meter. */

import { el } from "./dom.ts";
import { formatPercent } from "./format.ts";
import type { Share } from "./scan-text.ts";

export function shareBar(share: Share): HTMLElement {
  const fill = el("div", { class: "meter-fill" });
  fill.style.setProperty("--share", String(share.value));
  const level = share.value < 0.4 ? "low" : share.value < 0.7 ? "fair" : "good";
  const text = formatPercent(share.value);
  const meter = {
    class: `meter ${level}`,
    role: "meter",
    "aria-label": `${share.name}: ${share.means}`,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    "aria-valuenow": Math.round(share.value * 100),
    "aria-valuetext": text,
  };
  return el(
    "div",
    { class: `share${share.part ? " part" : ""}`, title: share.means },
    el("span", { class: "share-name" }, share.name),
    el("div", meter, fill),
    el("span", { class: "share-value" }, text),
  );
}
