/** Title, summary, language, license and credits of the exhibit. */

import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { limits } from "../../api/generated.ts";
import { textField, type TextFieldProps } from "./bound-fields.ts";
import type { EditorStore } from "./editor-store.ts";
import { exhibitLens, prop } from "./lens.ts";
import { creditsField } from "./list-field.ts";

export function aboutSection(store: EditorStore, owner: AbortSignal): HTMLElement {
  const text = (key: "title" | "summary" | "language" | "license", more: Omit<TextFieldProps, "lens">): HTMLElement =>
    textField(store, { ...more, lens: prop(exhibitLens, key) }, owner);
  return el(
    "div",
    { class: "editor-form" },
    text("title", { label: t("Title"), step: t("Change the title"), max: limits.Exhibit.title.maxLength }),
    text("summary", {
      label: t("Summary"),
      step: t("Change the summary"),
      max: limits.Exhibit.summary.maxLength,
      rows: 4,
      help: t("What visitors see in the list, in two or three sentences."),
    }),
    text("language", {
      label: t("Language"),
      step: t("Change the language"),
      help: t("The language of the texts as a code: en, de, pt-BR."),
    }),
    text("license", {
      label: t("License"),
      step: t("Change the license"),
      help: t("Under which others may use the exhibit, for example CC BY 4.0."),
    }),
    creditsField(store, {
      legend: t("Credits"),
      lens: prop(exhibitLens, "credits"),
      item: t("credit|an item of a list"),
    }, owner),
  );
}
