/** The files of a model's levels, and their download. Without three.js: it begins while that is still being loaded. */

import type { ExhibitDetail, ExhibitModel } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { downloadAsset } from "../../scene/asset-download.ts";
import { fileURL } from "../exhibit-context.ts";

/** The files of a model in the order in which they are loaded. */
export function loadingOrder(model: Pick<ExhibitModel, "file" | "levels">, savesData: boolean): string[] {
  const coarsest = model.levels.at(-1)?.file;
  if (coarsest === undefined || coarsest === model.file) return [model.file];
  return savesData ? [coarsest] : [coarsest, model.file];
}

export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** The bytes of a file. */
export async function downloadLevel(
  detail: ExhibitDetail,
  file: string,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const url = fileURL(detail, file);
  if (url === null) throw new Error(t("The exhibit has no file {file}.", { file }));
  const byteCount = detail.files.find(({ path }) => path === file)?.byteCount ?? 0;
  return await downloadAsset({ url, byteCount }, (loaded, total) => progress(total > 0 ? loaded / total : 0), signal);
}
