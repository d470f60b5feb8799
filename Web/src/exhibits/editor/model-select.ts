/** Chooses the model that is shown, where there are several. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import type { EditorStore } from "./editor-store.ts";

export function modelSelect(store: EditorStore, owner: AbortSignal): HTMLElement {
  const select = el("select", {
    onchange: () => {
      store.selectedPart.value = null;
      store.selectedModel.value = select.value;
    },
  });
  const element = labelled(t("Model"), select);
  effect(() => {
    const { models } = store.document.value;
    element.hidden = models.length < 2;
    select.replaceChildren(...models.map(({ id, name }) => el("option", { value: id }, name || id)));
    select.value = store.selectedModel.value ?? "";
  }, owner);
  return element;
}
