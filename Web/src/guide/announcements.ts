/** Reads finished sentences to screen readers, one after the other: a log that only they see. */

import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";

/** Milliseconds after which a sentence is removed, so that it isn't found twice when browsing the page. */
const lifetime = 10_000;

export interface Announcements {
  element: HTMLElement;
  say(text: string): void;
}

export function announcements(owner: AbortSignal): Announcements {
  const element = el("div", {
    class: "visually-hidden",
    role: "log",
    "aria-live": "polite",
    "aria-label": t("Answers"),
  });
  return {
    element,
    say(text): void {
      if (owner.aborted) return;
      const line = el("p", {}, text);
      element.append(line);
      setTimeout(() => line.remove(), lifetime);
    },
  };
}
