/** The alternative text and the transcript of a file: for those who can't see or hear it. */

import { limits } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import type { Media } from "./types.ts";

export interface MediaText {
  alternative: string;
  transcript: string;
}

/** The fields for a file of this type. */
export function mediaTextFields(
  kind: Media["kind"],
  initial: MediaText,
  changed: (text: MediaText) => void,
): HTMLElement[] {
  let text: MediaText = { alternative: initial.alternative, transcript: initial.transcript };
  const field = (name: keyof MediaText, label: string, help: string, rows: number): HTMLElement => {
    const area = el("textarea", {
      rows,
      maxlength: limits.MediaEdit[name].maxLength,
      oninput: () => {
        text = { ...text, [name]: area.value };
        changed(text);
      },
    });
    area.value = initial[name];
    return labelled(label, area, help);
  };
  const alternative = (): HTMLElement =>
    field("alternative", t("Description"), t("For people who can't see it: who, where, what happens."), 2);
  const transcript = (help: string, rows: number): HTMLElement => field("transcript", t("Transcript"), help, rows);
  if (kind === "photo" || kind === "session") return [alternative()];
  if (kind === "audio") return [transcript(t("For people who can't hear it. It can be searched, too."), 3)];
  return [alternative(), transcript(t("For people who can't hear it."), 2)];
}
