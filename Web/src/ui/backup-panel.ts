/** The latest backup, and a button that makes one. */

import type { LibraryHealth } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, setText } from "./dom.ts";
import { formatBytes, formatDate, plural } from "./format.ts";
import { icon } from "./icons.ts";
import { problemText } from "./fields.ts";
import { headline, panel } from "./panel.ts";
import type { SyncStateProps } from "./sync-panel.ts";
import { backupStatus, withHealth } from "./sync-text.ts";

export interface BackupPanelProps extends SyncStateProps {
  /** Null until it has been fetched. */
  health: ReadonlySignal<LibraryHealth | null>;
  problem: ReadonlySignal<string>;
  backUp(): void;
}

export function backupPanel(props: BackupPanelProps, owner: AbortSignal): HTMLElement {
  const { sync, now, health, problem, backUp } = props;
  const status = computed(() =>
    sync.value && withHealth(backupStatus(sync.value.backups, now.value), health.value, "backup")
  );
  const button = el("button", { class: "button", type: "button" }, icon("backup"), t("Back up now"));
  button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && backUp());
  effect(() => button.setAttribute("aria-disabled", String(sync.value?.backups.isRunning ?? true)), owner);
  const content = [
    headline(status, owner),
    facts(props, owner),
    el("div", { class: "panel-buttons" }, button),
    problemText(problem, owner),
  ];
  const isLoaded = computed(() => sync.value !== null);
  return panel({ name: "backup", title: t("Backup"), icon: "backup", lines: 5, isLoaded }, () => content, owner);
}

function facts({ sync, now }: BackupPanelProps, owner: AbortSignal): HTMLElement {
  const stored = el("dd", {});
  const latest = el("dd", {});
  const verified = el("dd", {});
  effect(() => {
    const backups = sync.value?.backups;
    if (!backups) return;
    const last = backups.latest;
    const date = (time: string): string => formatDate(new Date(time), now.value);
    setText(
      stored,
      backups.count === 0
        ? t("none|no backups")
        : plural(backups.count, { one: "{count} backup", other: "{count} backups" }),
    );
    setText(latest, last ? `${date(last.made)}, ${formatBytes(last.byteCount)}` : "–");
    setText(verified, last?.checked ? date(last.checked) : last ? t("not yet") : "–");
  }, owner);
  return el(
    "dl",
    { class: "details" },
    el("dt", {}, t("Stored")),
    stored,
    el("dt", {}, t("Latest")),
    latest,
    el("dt", {}, t("Verified")),
    verified,
  );
}
