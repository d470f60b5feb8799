/** What the account used this month, beside what its tier includes. */

import type { Usage } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";
import { type ListPanel, listPanel } from "./list-panel.ts";
import { call } from "./session.ts";

export function usagePanel(owner: AbortSignal): ListPanel {
  const load = async (): Promise<HTMLElement[]> => {
    const usage = await call<Usage>("GET", "/usage", undefined, owner);
    const { tier } = usage;
    const minutes = tier.processingSecondsPerMonth;
    return [
      line(
        t("New scans"),
        formatCount(usage.scans),
        tier.scansPerMonth === undefined ? null : formatCount(tier.scansPerMonth),
      ),
      line(
        t("Processing time"),
        formatDuration(usage.processingSeconds),
        minutes === undefined ? null : formatDuration(minutes),
      ),
      line(t("Jobs that ended"), formatCount(usage.jobs), null),
      line(t("Uploaded"), formatBytes(usage.uploadedBytes), null),
    ];
  };
  return listPanel({ name: "usage", title: t("Usage this month"), icon: "chart", load, empty: "" }, owner);
}

function line(name: string, used: string, included: string | null): HTMLElement {
  const text = included === null ? used : t("{used} of {included}", { used, included });
  return el(
    "li",
    { class: "account" },
    el("div", { class: "link-line" }, el("span", {}, name), el("strong", {}, text)),
  );
}
