/** A progress bar with the current step. */

import { el, setText } from "./dom.ts";

export interface ProgressBar {
  element: HTMLElement;
  /** A null fraction: unknown. */
  set(fraction: number | null, words: string): void;
}

export function progressBar(label: string): ProgressBar {
  const fill = el("div", { class: "bar-fill" });
  const bar = el("div", {
    class: "bar",
    role: "progressbar",
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
  }, fill);
  const line = el("p", { class: "bar-words" });
  return {
    element: el("div", { class: "progress" }, bar, line),
    set(fraction, words): void {
      bar.classList.toggle("unknown", fraction === null);
      if (fraction === null) bar.removeAttribute("aria-valuenow");
      else {
        const bounded = Math.min(1, Math.max(0, fraction));
        fill.style.setProperty("--done", String(bounded));
        bar.setAttribute("aria-valuenow", String(Math.round(bounded * 100)));
      }
      bar.setAttribute("aria-valuetext", words);
      setText(line, words);
    },
  };
}
