/** A text field that can't be edited, with a button that copies its text. */

import { inSentence, t } from "../i18n/messages.ts";
import { announce } from "./announce.ts";
import { el, setText } from "./dom.ts";
import { icon } from "./icons.ts";

export function copyLine(label: string, text: string, rows = 1): HTMLElement {
  const field = rows === 1
    ? el("input", { class: "copy-field", type: "text", readonly: true, "aria-label": label })
    : el("textarea", { class: "copy-field", readonly: true, rows, "aria-label": label });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const caption = el("span", {}, t("Copy"));
  const name = t("Copy {text}", { text: inSentence(label) });
  const button = el(
    "button",
    {
      class: "button small",
      type: "button",
      "aria-label": name,
      onclick: () => void copy(),
    },
    icon("copy"),
    caption,
  );
  let timer = 0;

  /** The name of a button has the text that it shows. */
  function show(text: string, named = text): void {
    setText(caption, text);
    button.setAttribute("aria-label", named);
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      show(t("Copied"));
      announce(t("Copied."));
    } catch {
      // No clipboard on pages loaded over plain HTTP: the text is selected instead.
      field.focus();
      field.select();
      show(t("Selected"));
      announce(t("The text is selected. Copy it with Control and C."));
    }
    clearTimeout(timer);
    timer = setTimeout(() => show(t("Copy"), name), 3000);
  }

  return el("div", { class: "copy-line" }, field, button);
}
