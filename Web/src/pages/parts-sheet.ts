/** The button and the sheet with the parts of a model of several. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import type { Model } from "../scene/model.ts";
import { partCount, partList } from "../scene/part-list.ts";
import { iconButton } from "../ui/icon-button.ts";
import type { Sheet, Sheets } from "../ui/sheet.ts";

/** `redraw` draws the model after a part was shown or hidden. */
export function partsButton(
  model: ReadonlySignal<Model | null>,
  sheets: Sheets,
  redraw: () => void,
  owner: AbortSignal,
): HTMLElement {
  let sheet: Sheet | null = null;
  const open = (): void => {
    const { parts } = model.peek()!;
    sheet = sheets.show({ kind: "parts", title: t("Parts"), content: [partList(parts, redraw)] });
  };
  const button = iconButton("parts", t("Parts of the model"), open);
  effect(() => {
    button.hidden = partCount(model.value?.parts ?? []) < 2;
    // The list of a model that was replaced by finer detail changes nothing any more.
    return () => sheet?.close();
  }, owner);
  return button;
}
