/** Settings, introduction and page for parents, over the page of the running program. The test plays the part of the triggers. */

import { LiveHaptics } from "../../src/live/haptics.ts";
import { OnboardingStore } from "../../src/live/onboarding/onboarding-store.ts";
import { showOnboarding, showOnboardingOnce } from "../../src/live/onboarding/onboarding.ts";
import { nameField } from "../../src/live/parents/name-field.ts";
import { ParentSettings } from "../../src/live/parents/parent-settings.ts";
import { openParentsPage } from "../../src/live/parents/parents-page.ts";
import { applyTextSize, LiveSettings } from "../../src/live/settings/live-settings.ts";
import { openLiveSettings } from "../../src/live/settings/settings-sheet.ts";
import type { TriggerControl } from "../../src/live/settings/trigger-control.ts";
import { TriggerSwitches } from "../../src/live/settings/trigger-switches.ts";
import type { TriggerMapping } from "../../src/live/triggers/responses.ts";
import { type TriggerKind, triggerKinds, triggers, type TriggerState } from "../../src/live/triggers/types.ts";
import { type ReadonlySignal, type Signal, signal } from "../../src/reactive/signal.ts";
import { el } from "../../src/ui/dom.ts";
import { Sheets } from "../../src/ui/sheet.ts";

class TestTriggers implements TriggerControl {
  private readonly states = Object.fromEntries(
    triggerKinds.map((kind) => [kind, signal<TriggerState>({ status: "off", reason: "" })]),
  ) as Record<TriggerKind, Signal<TriggerState>>;

  enable(kind: TriggerKind): void {
    this.set(kind, "asking");
  }

  disable(kind: TriggerKind): void {
    this.set(kind, "off");
  }

  state(kind: TriggerKind): ReadonlySignal<TriggerState> {
    return this.states[kind];
  }

  setSensitivity(): void {}

  set(kind: TriggerKind, status: TriggerState["status"], reason = ""): void {
    this.states[kind].value = { status, reason };
  }
}

/** Other ones than those of the core, which isn't loaded here. */
const usual = Object.fromEntries(
  triggers.map((trigger, i) => [trigger, { action: i % 2 === 0 ? 2 : null, effect: i % 5, reaction: null }]),
) as TriggerMapping;

export class LivePanels {
  readonly settings = new LiveSettings();
  readonly parents = new ParentSettings();
  readonly triggers = new TestTriggers();
  readonly played: string[] = [];
  private readonly owner = new AbortController();
  private readonly switches = new TriggerSwitches(
    this.settings,
    this.triggers,
    this.parents.sensorsOff,
    this.owner.signal,
  );
  private readonly onboarding = new OnboardingStore();
  private readonly area = el("div", { class: "place" });
  private readonly sheets = new Sheets(this.area);
  readonly name = nameField({ reactionsOnly: this.parents.reactionsOnly, initial: "", taken: [] }, this.owner.signal);

  /** `code`: of the running session. */
  constructor(private readonly code: string | null) {
    // As on the page of a space, whose layout depends on its width.
    document.querySelector("main")?.replaceChildren(el("div", { class: "place-page" }, this.area));
    applyTextSize(this.settings, document.documentElement, this.owner.signal);
  }

  openSettings(): Promise<unknown> {
    return openLiveSettings(this.sheets, {
      settings: this.settings,
      triggers: this.switches,
      responses: usual,
      haptics: new LiveHaptics(this.settings.haptics),
      sounds: { play: (sound) => void this.played.push(sound) },
      showOnboarding: () => void showOnboarding(this.onboarding),
      showParentsPage: () => void this.openParents(),
    });
  }

  openParents(): Promise<void> {
    return openParentsPage(this.parents, this.code);
  }

  welcome(): Promise<void> {
    return showOnboardingOnce(this.onboarding);
  }

  showName(): void {
    this.sheets.show({ kind: "name", title: "Join", tall: true, content: [this.name.element] });
  }
}
