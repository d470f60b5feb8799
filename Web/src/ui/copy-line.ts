/** A line to hand on, with a button that copies it. */

import { announce } from "./announce.ts";
import { el, setText } from "./dom.ts";
import { icon } from "./icons.ts";

export function copyLine(label: string, text: string, rows = 1): HTMLElement {
  const field = rows === 1
    ? el("input", { class: "copy-field", type: "text", readonly: true, "aria-label": label })
    : el("textarea", { class: "copy-field", readonly: true, rows, "aria-label": label });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const word = el("span", {}, "Copy");
  const button = el(
    "button",
    { class: "button small", type: "button", "aria-label": `Copy ${label.toLowerCase()}`, onclick: () => void copy() },
    icon("copy"),
    word,
  );
  let timer = 0;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setText(word, "Copied");
      announce("Copied.");
    } catch {
      // Browsers give no clipboard to pages that came over a plain network: it is selected for Ctrl+C instead.
      field.focus();
      field.select();
      setText(word, "Selected");
      announce("It is selected; copy it with Control and C.");
    }
    clearTimeout(timer);
    timer = setTimeout(() => setText(word, "Copy"), 3000);
  }

  return el("div", { class: "copy-line" }, field, button);
}
