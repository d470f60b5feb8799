/** Effects: choose one, then tap where it appears. */

import type { LiveStyle } from "../../core/live.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import type { LiveStore } from "../live-store.ts";
import { companionName, styles } from "../live-text.ts";
import type { SessionPanelProps } from "./session-panel.ts";

export function effectsTab({ store, commands }: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const hint = el("p", { class: "quiet live-hint" });
  const smallButton = (text: string, action: () => void): HTMLButtonElement =>
    el("button", { class: "button small", type: "button", onclick: action }, text);
  const onCompanion = smallButton("", () => commands.effectOnSelected());
  const here = smallButton(t("In the middle of the image"), () => commands.effectInMiddle());
  effect(() => {
    const isArmed = store.armed.value?.kind === "effect";
    const selected = store.companions.value.find(({ id }) => id === store.selected.value);
    here.hidden = !isArmed;
    onCompanion.hidden = !isArmed || !selected;
    setText(onCompanion, selected ? t("On {companion}", { companion: companionName(selected.model) }) : "");
    setText(hint, hintFor(store));
  }, owner);
  return el(
    "section",
    { class: "live-tab", "aria-label": t("Effects") },
    styleButtons(store, owner),
    hint,
    el("div", { class: "live-actions" }, here, onCompanion),
  );
}

function hintFor({ state, armed }: LiveStore): string {
  const { role, areEffectsMuted } = state.value;
  if (areEffectsMuted) return t("A host has muted effects.");
  if (role === "viewer") return t("You watch this session. Reactions are below.");
  if (armed.value?.kind === "effect") return t("Tap the space or a companion.");
  return t("Choose an effect, then tap where it appears.");
}

function styleButtons(store: LiveStore, owner: AbortSignal): HTMLElement {
  const toggle = (style: LiveStyle): void => {
    const current = store.armed.peek();
    const isArmed = current?.kind === "effect" && current.style === style;
    store.armed.value = isArmed ? null : { kind: "effect", style };
  };
  const buttons = styles.map(({ style, label, icon: shape }) =>
    el(
      "button",
      { class: "live-effect", type: "button", "data-style": style, onclick: () => toggle(style) },
      icon(shape),
      el("span", {}, label),
    )
  );
  effect(() => {
    const armed = store.armed.value;
    const { role, areEffectsMuted } = store.state.value;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", String(armed?.kind === "effect" && armed.style === styles[i]!.style));
      button.disabled = role === "viewer" || areEffectsMuted;
    });
  }, owner);
  return el("div", { class: "live-effects", role: "group", "aria-label": t("Effect") }, ...buttons);
}
