/** Names of paper sizes. */

import { t } from "../i18n/messages.ts";
import type { Sheet } from "./types.ts";

/** Millimetres, the shorter side first. */
const sizes: [name: string, short: number, long: number][] = [
  ["A4", 210, 297],
  ["A3", 297, 420],
  ["A2", 420, 594],
  ["A1", 594, 841],
  ["A0", 841, 1189],
  [t("Letter"), 215.9, 279.4],
  [t("Tabloid"), 279.4, 431.8],
];

/** `A3 landscape`; sizes without a name in millimetres. */
export function pageName({ width, height }: Pick<Sheet, "width" | "height">): string {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  const found = sizes.find(([, a, b]) => Math.abs(a - short) < 1.5 && Math.abs(b - long) < 1.5);
  const orientation = width > height ? t("landscape|paper") : t("portrait|paper");
  return `${found?.[0] ?? `${width.toFixed(0)} × ${height.toFixed(0)} mm`} ${orientation}`;
}
