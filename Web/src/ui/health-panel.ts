/** The health of the library: what endangers it, and what to do. Red where something is bad. */

import type { HealthFinding, LibraryHealth } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../reactive/signal.ts";
import { type Child, el } from "./dom.ts";
import { headline, panel } from "./panel.ts";
import { problemText } from "./fields.ts";
import { healthStatus, sentence } from "./sync-text.ts";

export interface HealthPanelProps {
  /** Null until it has been fetched. */
  health: ReadonlySignal<LibraryHealth | null>;
  problem: ReadonlySignal<string>;
}

export function healthPanel({ health, problem }: HealthPanelProps, owner: AbortSignal): HTMLElement {
  const status = computed(() => health.value && healthStatus(health.value));
  const list = el("ul", { class: "findings" });
  effect(() => {
    const findings = health.value?.findings ?? [];
    list.hidden = findings.length === 0;
    list.replaceChildren(...findings.map(findingRow));
  }, owner);
  const isLoaded = computed(() => health.value !== null || problem.value !== "");
  const content = (): HTMLElement[] => [headline(status, owner), list, problemText(problem, owner)];
  const element = panel({ name: "health", title: t("Health"), icon: "info", lines: 2, isLoaded }, content, owner);
  effect(() => {
    element.dataset.state = health.value?.state ?? "unknown";
  }, owner);
  return element;
}

function findingRow({ state, message, remedy }: HealthFinding): HTMLElement {
  return el(
    "li",
    { "data-state": state },
    el("strong", {}, sentence(message)),
    " ",
    el("span", {}, ...withCommands(sentence(remedy))),
  );
}

/** Commands in quotation marks as code. */
function withCommands(text: string): Child[] {
  return text.split(/'(diorama [^']*)'/).map((part, at) => at % 2 === 1 ? el("code", {}, part) : part);
}
