/** The position of a memory relative to the avatar, in words. */

import { t } from "../../i18n/messages.ts";
import { formatDecimal } from "../../i18n/numbers.ts";
import type { Vec3 } from "../../scene/view.ts";
import { plural } from "../../ui/format.ts";

/**
 * "3.2 metres ahead and to the left": the position as seen from `from`. `heading` is the direction that one faces, in
 * radians around y, 0 along −z, growing to the left (counter-clockwise from above).
 */
export function relativePosition(from: Vec3, heading: number, to: Vec3): string {
  const dx = to[0] - from[0];
  const dz = to[2] - from[2];
  const flat = Math.hypot(dx, dz);
  const metres = flat < 0.95
    ? plural(Math.max(1, Math.round(flat * 10)) * 10, { one: "{count} centimetre", other: "{count} centimetres" })
    : metreText(flat);
  if (flat < 0.4) return t("right here");
  const ahead = -dx * Math.sin(heading) - dz * Math.cos(heading);
  const right = dx * Math.cos(heading) - dz * Math.sin(heading);
  const turn = Math.atan2(right, ahead); // 0 ahead, growing to the right
  const sectors = [
    t("ahead"),
    t("ahead to the right"),
    t("to the right"),
    t("behind to the right"),
    t("behind"),
    t("behind to the left"),
    t("to the left"),
    t("ahead to the left"),
  ];
  const sector = (Math.round(turn / (Math.PI / 4)) + 8) % 8;
  return `${metres} ${sectors[sector]}`;
}

function metreText(metres: number): string {
  const rounded = metres < 10 ? Math.round(metres * 2) / 2 : Math.round(metres);
  return plural(rounded, { one: "{count} metre", other: "{count} metres" }, {
    count: formatDecimal(rounded, rounded % 1 === 0 ? 0 : 1),
  });
}
