/** A switch for each trigger, with its state and sensitivity. */

import { inSentence, t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { choice } from "../../ui/fields.ts";
import { kindNames, permissionTexts } from "../triggers/texts.ts";
import { type TriggerKind, triggerKinds } from "../triggers/types.ts";
import type { TriggerMapping } from "../triggers/responses.ts";
import type { LiveSettings } from "./live-settings.ts";
import { responseFields } from "./response-fields.ts";
import { slider } from "./settings-fields.ts";
import { stateText, triggerPromise } from "./settings-text.ts";
import type { TriggerSwitches } from "./trigger-switches.ts";

export interface TriggerFieldsProps {
  settings: LiveSettings;
  triggers: TriggerSwitches;
  /** What follows triggers until the visitor chooses. */
  responses: TriggerMapping;
}

export function triggerFields(props: TriggerFieldsProps, owner: AbortSignal): HTMLElement {
  return el(
    "section",
    { class: "live-triggers", "aria-label": t("Triggers") },
    el("h3", {}, t("Triggers")),
    el("p", { class: "quiet" }, triggerPromise),
    ...triggerKinds.map((kind) => triggerField(kind, props, owner)),
  );
}

function triggerField(
  kind: TriggerKind,
  { settings, triggers: switches, responses }: TriggerFieldsProps,
  owner: AbortSignal,
): HTMLElement {
  const name = kindNames[kind];
  const input = el("input", { type: "checkbox", onchange: () => switches.setEnabled(kind, input.checked) });
  const state = el("p", { class: "trigger-state" });
  const sensitivity = slider(
    t("Sensitivity: {name}", { name: inSentence(name) }),
    settings.triggers[kind].sensitivity,
    owner,
  );
  let announced = stateText(switches.state(kind).peek());
  effect(() => {
    const current = switches.state(kind).value;
    const isOn = switches.isEnabled(kind).value && (current.status === "on" || current.status === "asking");
    const text = stateText(current);
    input.checked = isOn;
    input.disabled = current.status === "unavailable";
    sensitivity.element.hidden = !isOn;
    state.dataset.status = current.status;
    state.hidden = text === "";
    setText(state, text);
    if (text !== announced) announce(text === "" ? t("{name}: off.", { name }) : `${name}: ${text}`);
    announced = text;
  }, owner);
  return el(
    "div",
    { class: "trigger", "data-trigger": kind },
    choice(name, input, permissionTexts[kind]),
    state,
    sensitivity.element,
    responseFields(kind, responses, settings, owner),
  );
}
