/** What follows the triggers of a kind: shown in words, and chosen for each trigger. */

import { liveActions, liveStyles, liveSymbols } from "../../core/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { actions, styles, symbols } from "../live-text.ts";
import { type TriggerMapping, type TriggerResponse, withChoices } from "../triggers/responses.ts";
import { triggerNames } from "../triggers/texts.ts";
import { type Trigger, type TriggerKind, triggersHere } from "../triggers/types.ts";
import type { LiveSettings } from "./live-settings.ts";

interface Part {
  key: keyof TriggerResponse;
  label: string;
  /** By their numbers in the protocol. */
  names: ReadonlyMap<number, string>;
}

const parts: readonly Part[] = [
  {
    key: "action",
    label: t("Nearest companion"),
    names: new Map(actions.map(({ action, label }) => [liveActions[action], label])),
  },
  { key: "effect", label: t("Effect"), names: new Map(styles.map(({ style, label }) => [liveStyles[style], label])) },
  {
    key: "reaction",
    label: t("Reaction"),
    names: new Map(symbols.map(({ symbol, label }) => [liveSymbols[symbol], label])),
  },
];

/** `standard`: what follows until the visitor chooses. */
export function responseFields(
  kind: TriggerKind,
  standard: TriggerMapping,
  settings: LiveSettings,
  owner: AbortSignal,
): HTMLElement {
  const summary = el("summary", {});
  const usual = el(
    "button",
    { class: "button small", type: "button", onclick: () => reset(kind, settings) },
    t("As usual"),
  );
  effect(() => {
    const mapping = withChoices(standard, settings.responses.value);
    setText(summary, triggersHere[kind].map((trigger) => responseText(trigger, mapping[trigger])).join(" · "));
    usual.hidden = !triggersHere[kind].some((trigger) => trigger in settings.responses.value);
  }, owner);
  return el(
    "details",
    { class: "trigger-responses" },
    summary,
    ...triggersHere[kind].map((trigger) => responseField(trigger, standard, settings, owner)),
    usual,
  );
}

/** `Clap your hands: Dance, Confetti`. */
export function responseText(trigger: Trigger, response: TriggerResponse): string {
  const words = parts.map(({ key, names }) => names.get(response[key] ?? -1)).filter((word) => word !== undefined);
  return `${triggerNames[trigger]}: ${words.length === 0 ? t("Nothing") : words.join(", ")}`;
}

function responseField(
  trigger: Trigger,
  standard: TriggerMapping,
  settings: LiveSettings,
  owner: AbortSignal,
): HTMLElement {
  const current = (): TriggerResponse => withChoices(standard, settings.responses.peek())[trigger];
  const selects = parts.map(({ key, label, names }) => {
    const select = el(
      "select",
      {
        name: `${trigger}-${key}`,
        onchange: () => {
          const chosen = { ...current(), [key]: select.value === "" ? null : Number(select.value) };
          settings.responses.set({ ...settings.responses.peek(), [trigger]: chosen });
        },
      },
      el("option", { value: "" }, t("Nothing")),
      ...[...names].map(([number, name]) => el("option", { value: String(number) }, name)),
    );
    effect(() => {
      select.value = String(withChoices(standard, settings.responses.value)[trigger][key] ?? "");
    }, owner);
    return labelled(label, select);
  });
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, triggerNames[trigger]),
    el("div", { class: "trigger-response" }, ...selects),
  );
}

function reset(kind: TriggerKind, settings: LiveSettings): void {
  const others = Object.entries(settings.responses.peek()).filter(([name]) =>
    !(triggersHere[kind] as readonly string[]).includes(name)
  );
  settings.responses.set(Object.fromEntries(others));
}
