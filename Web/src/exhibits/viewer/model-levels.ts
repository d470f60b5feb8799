/** Loads a model: the coarsest level first, so that something is to be seen at once, then the finest. */

import type { ExhibitDetail, ExhibitModel } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { downloadAsset } from "../../scene/asset-download.ts";
import { fileURL } from "../exhibit-context.ts";
import { readStageModel, type StageModel } from "../stage/stage-model.ts";

/** The files of a model in the order in which they are loaded. */
export function loadingOrder(model: Pick<ExhibitModel, "file" | "levels">, savesData: boolean): string[] {
  const coarsest = model.levels.at(-1)?.file;
  if (coarsest === undefined || coarsest === model.file) return [model.file];
  return savesData ? [coarsest] : [coarsest, model.file];
}

export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Reads one file of a model. */
export async function loadLevel(
  detail: ExhibitDetail,
  model: ExhibitModel,
  file: string,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<StageModel> {
  const url = fileURL(detail, file);
  if (url === null) throw new Error(t("The exhibit has no file {file}.", { file }));
  const byteCount = detail.files.find(({ path }) => path === file)?.byteCount ?? 0;
  const asset = { url, byteCount } as Parameters<typeof downloadAsset>[0];
  const bytes = await downloadAsset(asset, (loaded, total) => progress(total > 0 ? loaded / total : 0), signal);
  return await readStageModel(bytes, model);
}
