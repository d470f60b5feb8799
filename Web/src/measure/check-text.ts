/** What is said of check distances. Pure, after the core is loaded. */

import { t } from "../i18n/messages.ts";
import { formatFineLength, formatLength, type LengthUnits } from "../ui/units.ts";
import type { Check, CheckList } from "./types.ts";

/** `3.62 m ± 5.0 mm` */
export function checkLength({ length, tolerance }: Check, units: LengthUnits): string {
  return `${formatLength(length, units)} ± ${formatFineLength(tolerance, units)}`;
}

/** `residual 1.2 mm, expected within ± 3.4 mm`; what is unknown is left out. */
export function residualText({ residual, expected, isOutlier }: Check, units: LengthUnits): string {
  if (residual === null) return t("not used");
  const within = expected === null
    ? ""
    : t(", expected within ± {length}", { length: formatFineLength(expected, units) });
  const outlier = isOutlier ? t(": an outlier, check the length and its points") : "";
  return t("residual {length}{within}{outlier}", { length: formatFineLength(residual, units), within, outlier });
}

/** One or two sentences; empty where there are no check distances. */
export function scaleText({ scale, problem }: Pick<CheckList, "scale" | "problem">): string {
  if (problem !== null) return sentence(problem);
  if (scale === null) return "";
  return sentence(scale.text) + (scale.reason === null ? "" : ` ${sentence(scale.reason)}`);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
