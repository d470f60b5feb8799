/** The model of a scanned space, at a level of detail that leaves room for the exhibit. */

import type { Space } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { downloadAsset } from "../../scene/asset-download.ts";
import { loadingOrder } from "../../scene/level-of-detail.ts";
import { type Model, readModel } from "../../scene/model.ts";

const maxTriangles = 200_000;

export async function loadSpaceModel(space: Space, signal: AbortSignal): Promise<Model> {
  const asset = loadingOrder(space.assets, space.triangleCount, maxTriangles).at(-1);
  if (!asset) throw new Error(t("{name} has no model.", { name: space.name }));
  return await readModel(await downloadAsset(asset, () => {}, signal), { unlit: true });
}
