/** The panel of a running session: its tabs, reactions, and the menu. */

import { t } from "../../i18n/messages.ts";
import { effect, type Signal } from "../../reactive/signal.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import type { CompanionModels } from "../figures/companion-models.ts";
import type { LiveCommands } from "../live-commands.ts";
import type { LiveStore } from "../live-store.ts";
import type { RecordingStore } from "../recording-store.ts";
import { symbolIcons, symbols } from "../live-text.ts";
import { companionsTab } from "./companions-tab.ts";
import { effectsTab } from "./effects-tab.ts";
import { peopleTab } from "./people-tab.ts";

export type LiveTab = "companions" | "effects" | "people";

export interface SessionPanelProps {
  store: LiveStore;
  commands: LiveCommands;
  models: CompanionModels;
  recording: RecordingStore;
  tab: Signal<LiveTab>;
  menu(): MenuItem[];
  invite(): void;
  /** Hides the panel; the session goes on. */
  hide(): void;
}

const tabs: { tab: LiveTab; label: string; icon: IconName }[] = [
  { tab: "companions", label: t("Companions"), icon: "dance" },
  { tab: "effects", label: t("Effects"), icon: "sparkles" },
  { tab: "people", label: t("People"), icon: "people" },
];

export function sessionPanel(props: SessionPanelProps, owner: AbortSignal): HTMLElement[] {
  const { store, tab } = props;
  const bodies: Record<LiveTab, HTMLElement> = {
    companions: companionsTab(props, owner),
    effects: effectsTab(props, owner),
    people: peopleTab(props, owner),
  };
  effect(() => {
    for (const { tab: each } of tabs) bodies[each].hidden = each !== tab.value;
    store.armed.value = null;
  }, owner);
  return [
    el(
      "header",
      { class: "live-head" },
      tabSwitch(props, owner),
      iconButton("link", t("Invite"), props.invite),
      menuButton(t("Session"), props.menu),
      iconButton("close", t("Hide the panel"), props.hide),
    ),
    connectionLine(store, owner),
    recordingLine(props, owner),
    el("div", { class: "live-body" }, problemLine(store, owner), ...Object.values(bodies)),
    reactions(store),
  ];
}

function tabSwitch({ store, tab }: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const name = freshID("live-tab");
  const count = el("span", { class: "live-count" });
  const radios = tabs.map((each) =>
    el("input", { type: "radio", name, value: each.tab, onchange: () => tab.value = each.tab })
  );
  effect(() => radios.forEach((radio) => radio.checked = radio.value === tab.value), owner);
  effect(() => setText(count, String(store.people.value.length)), owner);
  const labels = tabs.map((each, i) =>
    el(
      "label",
      { title: each.label },
      radios[i],
      el(
        "span",
        {},
        icon(each.icon),
        el("span", { class: "live-tab-label" }, each.label),
        each.tab === "people" && count,
      ),
    )
  );
  return el("div", { class: "live-tabs", role: "radiogroup", "aria-label": t("Part of the panel") }, ...labels);
}

/** Says that the connection is being opened again; empty while it is open. */
function connectionLine(store: LiveStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "live-connection", role: "status" });
  effect(() => {
    const { kind } = store.connectionState.value;
    const interrupted = t("Reconnecting. Your changes are kept.");
    setText(line, kind === "connecting" ? t("Connecting…") : kind === "interrupted" ? interrupted : "");
  }, owner);
  return line;
}

/** Says to everybody that the session is recorded, and what of it. */
function recordingLine({ recording }: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "live-connection live-recorded", role: "status" });
  const text = t("The host records this session: names, movements, companions and effects; no sound and no images.");
  effect(() => setText(line, recording.isRecording.value ? text : ""), owner);
  return line;
}

function problemLine(store: LiveStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "field-problem", role: "alert" });
  effect(() => setText(line, store.problem.value), owner);
  return line;
}

function reactions(store: LiveStore): HTMLElement {
  const buttons = symbols.map(({ symbol, label }) => {
    const button = iconButton(symbolIcons[symbol], label, () => store.react(symbol));
    button.dataset.symbol = symbol;
    return button;
  });
  return el("footer", { class: "live-reactions", role: "group", "aria-label": t("Reactions") }, ...buttons);
}
