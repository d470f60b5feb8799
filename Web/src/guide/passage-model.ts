/** The exhibit's model beside a passage, with the part that the passage is about highlighted. three.js comes with this module. */

import type { ExhibitDetail, ExhibitModel } from "../api/generated.ts";
import { loadExhibitCore } from "../core/exhibit.ts";
import { ExhibitStage } from "../exhibits/stage/exhibit-stage.ts";
import { flyToPart } from "../exhibits/stage/fly-to-part.ts";
import { loadingOrder, savesData } from "../exhibits/viewer/level-files.ts";
import { loadLevel } from "../exhibits/viewer/model-levels.ts";
import { listenToStageGestures } from "../exhibits/viewer/viewer-gestures.ts";

export interface PassageModelProps {
  detail: ExhibitDetail;
  model: ExhibitModel;
  part: string | null;
  canvas: HTMLCanvasElement;
  /** For cross-fades, over the canvas. */
  veil: HTMLCanvasElement;
  progress(fraction: number): void;
}

/** Resolves when the model is shown; rejects where it can't be, as without WebGL. */
export async function showPassageModel(props: PassageModelProps, owner: AbortSignal): Promise<void> {
  const core = await loadExhibitCore();
  if (owner.aborted) return;
  const stage = new ExhibitStage(props.canvas, props.veil, core);
  owner.addEventListener("abort", () => stage.dispose(), { once: true });
  // A tap selects nothing here: the passage says what is shown.
  listenToStageGestures(stage, () => {}, owner);
  // The coarsest level is enough for a small view.
  const [file] = loadingOrder(props.model, savesData());
  const loaded = await loadLevel(props.detail, props.model, file!, (done) => props.progress(done), owner);
  if (owner.aborted) return loaded.dispose();
  await stage.show(loaded, false);
  if (owner.aborted) return;
  const part = props.part === null ? null : loaded.find(props.part);
  loaded.highlight(part);
  stage.invalidate();
  if (part) flyToPart(stage, part.part.id, 0);
  document.dispatchEvent(new CustomEvent("diorama:guide-model", { detail: { stage, part: part?.part.id ?? null } }));
}
