/** The notice that is visible at all times: who answers isn't a real person. Pure function. */

import { t } from "../i18n/messages.ts";
import type { Guide } from "./guide-api.ts";
import type { Subject } from "./subject.ts";

const simulated = t("Simulated persona based on public information");
const educational = t("educational use only");

/** The server's notice; what must be said about personas of exhibits is added where it is missing. */
export function noticeText(guide: Pick<Guide, "notice" | "personas"> | null, subject: Subject): string {
  const notice = guide?.notice?.trim() ?? "";
  const hasPersonas = subject.kind === "exhibit" || (guide?.personas.some(({ isReal }) => isReal) ?? false);
  const needed = hasPersonas || notice === "" ? [simulated, educational] : [];
  const missing = needed.filter((part) => !notice.toLowerCase().includes(part.toLowerCase()));
  return [notice, ...missing].filter((part) => part !== "").join(" · ");
}
