/** Short messages at the page's lower edge that stay until they are dismissed: what failed, and why. */

import { t } from "../i18n/messages.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";

export function notify(message: string): void {
  const region = document.getElementById("notices");
  if (!region) return;
  for (const old of [...region.children]) if (old.querySelector("p")?.textContent === message) old.remove();
  const notice = el(
    "div",
    { class: "notice" },
    icon("warning"),
    el("p", {}, message),
    el("button", {
      class: "icon-button",
      type: "button",
      "aria-label": t("Dismiss"),
      title: t("Dismiss"),
      onclick: () => notice.remove(),
    }, icon("close")),
  );
  region.append(notice);
  while (region.children.length > 3) region.firstElementChild?.remove();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
