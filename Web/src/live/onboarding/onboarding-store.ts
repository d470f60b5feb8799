/** The introduction to live sessions: which step is shown, and whether it was shown on this device before. */

import { t } from "../../i18n/messages.ts";
import { computed, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import { choiceFormat, type StoredSetting, storedSetting } from "../../ui/stored-setting.ts";

export interface OnboardingStep {
  /** Part of the class name of its drawing. */
  name: "room" | "companions" | "effects" | "safety";
  title: string;
  text: string;
}

export const onboardingSteps: readonly OnboardingStep[] = [
  {
    name: "room",
    title: t("You are in the same room"),
    text: t(
      "Everyone in this session sees the same space, from wherever they are. Figures with names " +
        "show where the others are and where they point.",
    ),
  },
  {
    name: "companions",
    title: t("Add a companion"),
    text: t(
      "Choose a companion and tap the floor. Drag it to move it, pinch to change its size, turn " +
        "two fingers to rotate it. It can wave, dance and hide. The same is on buttons.",
    ),
  },
  {
    name: "effects",
    title: t("Effects for everyone"),
    text: t(
      "Sparkles, snow, bubbles, confetti or hearts: choose one and tap where it should appear. " +
        "Everyone sees it at the same time.",
    ),
  },
  {
    name: "safety",
    title: t("Settings and safety"),
    text: t(
      "Sound, vibration and text size are in the settings. Microphone and camera are off until you " +
        "switch on a trigger; nothing is recorded or sent. Parents have a page of their own.",
    ),
  },
];

export class OnboardingStore {
  private readonly seen: StoredSetting<"no" | "yes">;
  private readonly index = signal(0);
  readonly step: ReadonlySignal<OnboardingStep> = computed(() => onboardingSteps[this.index.value]!);
  /** 1 for the first. */
  readonly number: ReadonlySignal<number> = computed(() => this.index.value + 1);
  readonly isLast: ReadonlySignal<boolean> = computed(() => this.index.value === onboardingSteps.length - 1);

  constructor(store: KeyValueStore | null = browserStorage()) {
    this.seen = storedSetting("diorama.live.onboarding", choiceFormat(["no", "yes"] as const, "no"), store);
  }

  /** Whether it should be shown by itself. */
  get isDue(): boolean {
    return this.seen.peek() === "no";
  }

  start(): void {
    this.index.value = 0;
  }

  next(): void {
    this.index.value = Math.min(onboardingSteps.length - 1, this.index.peek() + 1);
  }

  back(): void {
    this.index.value = Math.max(0, this.index.peek() - 1);
  }

  /** It was finished or dismissed: it doesn't show itself again. */
  finish(): void {
    this.seen.set("yes");
  }
}
