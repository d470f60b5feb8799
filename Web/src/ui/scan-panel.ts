/** A panel beside the space with the report of its scan: date and device, coverage and quality, advice. */

import type { Report } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { type Child, el, freshID } from "./dom.ts";
import { iconButton } from "./icon-button.ts";
import { icon } from "./icons.ts";
import { depthScaleText, poseText, poseWarning, roomText, scanFacts, scanShares } from "./scan-text.ts";
import { shareBar } from "./share-bar.ts";

export interface ScanPanel {
  panel: HTMLElement;
  /** Opens and closes the panel. */
  button: HTMLButtonElement;
  toggle(): void;
}

/** `changed` is called when the panel was opened or closed. */
export function scanPanel(report: Report, changed: () => void, owner: AbortSignal): ScanPanel {
  const id = freshID("scan");
  const isOpen = signal(false);
  const warning = poseWarning(report.poses);
  const title = el("h2", { id: `${id}-title`, tabindex: -1 }, t("Scan"));
  const close = (): void => void (isOpen.value = false);
  const panel = el(
    "aside",
    { id, class: "scan-panel", "aria-labelledby": title.id, hidden: true },
    el("header", { class: "scan-head" }, title, iconButton("close", t("Close"), close)),
    el(
      "div",
      { class: "scan-body", tabindex: 0, role: "group", "aria-labelledby": title.id },
      ...reportContent(report, warning),
    ),
  );
  const toggle = (): void => void (isOpen.value = !isOpen.peek());
  const button = el(
    "button",
    { class: "button scan-button", type: "button", "aria-expanded": "false", "aria-controls": id, onclick: toggle },
    warning ? icon("warning") : icon("scan"),
    t("Scan"),
  );
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  effect(() => {
    const open = isOpen.value;
    if (open === !panel.hidden) return;
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) title.focus({ preventScroll: true });
    else button.focus();
    changed();
  }, owner);
  return { panel, button, toggle };
}

function reportContent(report: Report, warning: string | null): Child[] {
  const { advice, poses } = report;
  const room = roomText(report);
  const scale = depthScaleText(poses);
  return [
    warning && el("p", { class: "scan-warning" }, icon("warning"), warning),
    el("div", { class: "scan-shares" }, ...scanShares(report).map(shareBar)),
    room && el("p", { class: "quiet" }, room),
    advice.length > 0 && el("h3", {}, t("What would help")),
    advice.length > 0 && el("ul", { class: "scan-advice" }, ...advice.map((line) => el("li", {}, line))),
    el("h3", {}, t("Camera trajectory")),
    el("p", { class: "quiet" }, poseText(poses)),
    scale && el("p", { class: "quiet" }, scale),
    poses.confidence !== null &&
    shareBar({
      name: t("Confidence"),
      value: poses.confidence,
      part: true,
      means: t("How reliable the trajectory is"),
    }),
    el("h3", {}, t("Recording")),
    el(
      "dl",
      { class: "details" },
      ...scanFacts(report).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ),
  ];
}
