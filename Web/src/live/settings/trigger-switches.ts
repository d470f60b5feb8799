/**
 * Connects the settings of triggers with whoever implements them: enabled ones run, unless parents switched camera
 * and microphone off.
 */

import { t } from "../../i18n/messages.ts";
import { computed, effect, type ReadonlySignal, untracked } from "../../reactive/signal.ts";
import { type TriggerKind, triggerKinds, type TriggerState } from "../triggers/types.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { TriggerControl } from "./trigger-control.ts";

export const switchedOffByParents = t("Microphone and camera are switched off on the page for parents.");

export class TriggerSwitches {
  private readonly states: Readonly<Record<TriggerKind, ReadonlySignal<TriggerState>>>;

  /** `sensorsOff`: parents switched microphone and camera off on this device. */
  constructor(
    private readonly settings: LiveSettings,
    controller: TriggerControl,
    sensorsOff: ReadonlySignal<boolean>,
    owner: AbortSignal,
  ) {
    const stateOf = (kind: TriggerKind): ReadonlySignal<TriggerState> =>
      computed(() =>
        sensorsOff.value
          ? { status: "unavailable" as const, reason: switchedOffByParents }
          : controller.state(kind).value
      );
    this.states = Object.fromEntries(triggerKinds.map((kind) => [kind, stateOf(kind)])) as Record<
      TriggerKind,
      ReadonlySignal<TriggerState>
    >;
    for (const kind of triggerKinds) {
      const { enabled, sensitivity } = settings.triggers[kind];
      effect(() => controller.setSensitivity(kind, sensitivity.value), owner);
      effect(() => {
        const isWanted = enabled.value && !sensorsOff.value;
        untracked(() => isWanted ? controller.enable(kind) : controller.disable(kind));
      }, owner);
      owner.addEventListener("abort", () => controller.disable(kind), { once: true });
    }
  }

  state(kind: TriggerKind): ReadonlySignal<TriggerState> {
    return this.states[kind];
  }

  isEnabled(kind: TriggerKind): ReadonlySignal<boolean> {
    return this.settings.triggers[kind].enabled;
  }

  /** Called in the handler of a gesture, because browsers ask for permission only then. */
  setEnabled(kind: TriggerKind, isOn: boolean): void {
    const { enabled } = this.settings.triggers[kind];
    // After a denial or failure, switching it on again asks again.
    if (isOn && enabled.peek()) enabled.set(false);
    enabled.set(isOn);
  }
}
