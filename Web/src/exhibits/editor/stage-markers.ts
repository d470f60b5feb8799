/** The labels of the selected model as buttons over the 3D view. They follow its frames. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, setAttribute } from "../../ui/dom.ts";
import type { Model } from "../document.ts";
import type { EditorStore } from "./editor-store.ts";
import type { ModelStage } from "./model-stage.ts";
import { flattened } from "./part-tree.ts";

export interface MarkerContext {
  /** Null until a model is shown. */
  stage: () => ModelStage | null;
  model: () => Model | null;
  canvas: HTMLElement;
}

export function stageMarkers(store: EditorStore, context: MarkerContext, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "stage-markers" });
  const markers = new Map<string, HTMLButtonElement>();
  const markerOf = (id: string): HTMLButtonElement => {
    const marker = markers.get(id) ??
      el(
        "button",
        { class: "stage-marker", type: "button", onclick: () => store.selectedPart.value = id },
        el("span", {}),
      );
    markers.set(id, marker);
    return marker;
  };
  effect(() => {
    const parts = flattened(context.model()?.parts ?? []);
    const selected = store.selectedPart.value;
    parts.forEach(({ part }, index) => {
      const marker = markerOf(part.id);
      marker.dataset.number = String(index + 1);
      marker.firstElementChild!.textContent = part.name;
      marker.setAttribute("aria-label", t("Label {number}: {name}", { number: index + 1, name: part.name }));
      setAttribute(marker, "aria-pressed", String(part.id === selected));
    });
    const shown = new Set(parts.map(({ part }) => part.id));
    for (const [id, marker] of markers) {
      if (shown.has(id)) continue;
      marker.remove();
      markers.delete(id);
    }
    element.append(
      ...[...markers.values()].filter((marker) => !marker.isConnected || marker.parentElement !== element),
    );
  }, owner);
  effect(() => {
    const stage = context.stage();
    element.hidden = stage === null;
    if (!stage) return;
    void stage.viewer.frames.value;
    const { width, height } = stage.viewer.frame;
    for (const { part } of flattened(context.model()?.parts ?? [])) {
      const marker = markers.get(part.id);
      const at = stage.locate(part);
      if (!marker) continue;
      const isInside = at !== null && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
      marker.hidden = !isInside;
      if (!isInside) continue;
      marker.style.setProperty("--x", `${at.x.toFixed(1)}px`);
      marker.style.setProperty("--y", `${at.y.toFixed(1)}px`);
      marker.classList.toggle("left", at.x > width / 2);
    }
  }, owner);
  return element;
}
