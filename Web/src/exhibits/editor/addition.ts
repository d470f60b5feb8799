/** Follows a model that the server adds, and cancels it. */

import { t } from "../../i18n/messages.ts";
import type { ProgressBar } from "../../ui/progress.ts";
import type { EditorStore } from "./editor-store.ts";

/** Milliseconds between two questions. */
const interval = 500;

/** Shows how far the conversion is until `end` is called; aborting `cancel` cancels it on the server. */
export function watchAddition(
  { source, id }: Pick<EditorStore, "source" | "id">,
  operation: string,
  bar: Pick<ProgressBar, "set">,
  cancel: AbortSignal,
): { end(): void } {
  let isEnded = false;
  let timer = 0;
  const ask = async (): Promise<void> => {
    // Before the file has arrived, and after the end, there is no such addition.
    const progress = await source.addition(id, operation).catch(() => null);
    if (isEnded) return;
    if (progress) bar.set(progress.fraction, t("Converting the model"));
    timer = setTimeout(() => void ask(), interval);
  };
  timer = setTimeout(() => void ask(), interval);
  const abort = (): void => {
    if (!isEnded) void source.cancelAddition(id, operation).catch(() => {}); // it has ended already
  };
  cancel.addEventListener("abort", abort, { once: true });
  return {
    end(): void {
      isEnded = true;
      clearTimeout(timer);
      cancel.removeEventListener("abort", abort);
    },
  };
}
