/** Reads a model: the coarsest level first, so that something is to be seen at once, then the finest. */

import type { ExhibitDetail, ExhibitModel } from "../../api/generated.ts";
import { downloadLevel } from "./level-files.ts";
import { readStageModel, type StageModel } from "../stage/stage-model.ts";

/** Reads one file of a model. */
export async function loadLevel(
  detail: ExhibitDetail,
  model: ExhibitModel,
  file: string,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<StageModel> {
  return await parseLevel(await downloadLevel(detail, file, progress, signal), model);
}

/** The model of the bytes of a file. */
export function parseLevel(bytes: ArrayBuffer, model: ExhibitModel): Promise<StageModel> {
  return readStageModel(bytes, model);
}
