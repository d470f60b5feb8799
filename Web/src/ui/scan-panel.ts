/** A panel beside the place with what the scan tells of itself: when and where, how much was seen and how well, what would help. */

import type { Report } from "../api/generated.ts";
import { formatPercent } from "./format.ts";
import { poseWarning, poseWords, scanFacts, scanShares, type Share } from "./scan-words.ts";
import { el, freshID } from "./dom.ts";
import { icon } from "./icons.ts";

export interface ScanPanel {
  panel: HTMLElement;
  /** Opens and closes it, and says which. */
  button: HTMLButtonElement;
  toggle(): void;
}

/** `changed` is called when it was opened or closed. */
export function scanPanel(report: Report, changed: () => void): ScanPanel {
  const id = freshID("scan");
  const title = el("h2", { id: `${id}-title`, tabindex: -1 }, "Scan");
  const close = el(
    "button",
    { class: "icon-button", type: "button", "aria-label": "Close", title: "Close", onclick: () => show(false) },
    icon("close"),
  );
  const warning = poseWarning(report.poses);
  const panel = el(
    "aside",
    { id, class: "scan-panel", "aria-labelledby": `${id}-title`, hidden: true },
    el("header", { class: "scan-head" }, title, close),
    el(
      "div",
      { class: "scan-body", tabindex: 0, role: "group", "aria-labelledby": `${id}-title` },
      warning && el("p", { class: "scan-warning" }, icon("warning"), warning),
      el("div", { class: "scan-shares" }, ...scanShares(report).map(shareBar)),
      report.advice.length > 0 && el("h3", {}, "What would help"),
      report.advice.length > 0 &&
        el("ul", { class: "scan-advice" }, ...report.advice.map((line) => el("li", {}, line))),
      el("h3", {}, "The camera's path"),
      el("p", { class: "quiet" }, poseWords(report.poses)),
      report.poses.confidence !== null &&
        shareBar({
          name: "Confidence",
          value: report.poses.confidence,
          part: true,
          means: "How far it can be trusted",
        }),
      el("h3", {}, "The recording"),
      el(
        "dl",
        { class: "details" },
        ...scanFacts(report).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      ),
    ),
  );
  const button = el(
    "button",
    {
      class: "button scan-button",
      type: "button",
      "aria-expanded": "false",
      "aria-controls": id,
      onclick: () => show(panel.hidden === true),
    },
    warning ? icon("warning") : icon("scan"),
    "Scan",
  );
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    show(false);
  });

  function show(open: boolean): void {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) title.focus({ preventScroll: true });
    else button.focus();
    changed();
  }

  return { panel, button, toggle: () => show(panel.hidden === true) };
}

function shareBar(share: Share): HTMLElement {
  const fill = el("div", { class: "meter-fill" });
  fill.style.setProperty("--share", String(share.value));
  const level = share.value < 0.4 ? "low" : share.value < 0.7 ? "fair" : "good";
  const words = formatPercent(share.value);
  return el(
    "div",
    { class: `share${share.part ? " part" : ""}`, title: share.means },
    el("span", { class: "share-name" }, share.name),
    el(
      "div",
      {
        class: `meter ${level}`,
        role: "meter",
        "aria-label": `${share.name}: ${share.means}`,
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-valuenow": Math.round(share.value * 100),
        "aria-valuetext": words,
      },
      fill,
    ),
    el("span", { class: "share-value" }, words),
  );
}
