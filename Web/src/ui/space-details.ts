/** The details of a space: its source, and how it was processed. */

import type { Space } from "../api/generated.ts";
import { assetOf } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { formatWhole } from "../i18n/numbers.ts";
import { formatBytes, formatDate, formatDuration, plural } from "./format.ts";
import { explain } from "./dialog.ts";
import { el } from "./dom.ts";

export function showDetails(space: Space): void {
  const rows: [string, string][] = [[t("Added"), formatDate(new Date(space.created))]];
  const { capture } = space;
  if (capture) {
    rows.push([t("Capture"), capture.kind], [t("Frames"), framesLine(capture.frameCount, capture.skippedFrames)]);
    if (capture.seconds > 0) rows.push([t("Processing time"), formatDuration(capture.seconds)]);
  }
  if (space.triangleCount > 0) rows.push([t("Triangles"), formatWhole(space.triangleCount)]);
  if (space.pointCount > 0) rows.push([t("Points"), formatWhole(space.pointCount)]);
  const model = assetOf(space, "mesh") ?? assetOf(space, "cloud");
  if (model) rows.push([t("Model"), formatBytes(model.byteCount)]);
  const source = assetOf(space, "source");
  if (source) rows.push([t("Original"), `${source.fileName}, ${formatBytes(source.byteCount)}`]);
  explain(
    space.name,
    space.description !== "" && el("p", { class: "space-description" }, space.description),
    el("dl", { class: "details" }, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    ...(capture?.notes ?? []).map((note) => el("p", { class: "quiet" }, note)),
  );
}

function framesLine(count: number, skipped: number): string {
  return skipped === 0
    ? plural(count, { one: "{count} frame", other: "{count} frames" })
    : t("{frames}, {skipped} of them skipped", {
      frames: plural(count, { one: "{count} frame", other: "{count} frames" }),
      skipped,
    });
}
