/** Why the latest change of a part of the settings failed. */

import { computed } from "../reactive/signal.ts";
import { problemText } from "../ui/fields.ts";
import type { SettingsPart, SettingsStore } from "./settings-store.ts";

export function partProblem(store: SettingsStore, part: SettingsPart, owner: AbortSignal): HTMLElement {
  return problemText(computed(() => store.partProblems.value[part] ?? ""), owner);
}
