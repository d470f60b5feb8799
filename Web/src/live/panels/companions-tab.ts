/** Companions: the six models, and everything that can be done with the selected one. */

import type { Companion } from "../../core/live.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, untracked } from "../../reactive/signal.ts";
import { el, setText } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import type { LiveCommands } from "../live-commands.ts";
import type { LiveStore } from "../live-store.ts";
import { actions, companionName, companionNames } from "../live-text.ts";
import type { SessionPanelProps } from "./session-panel.ts";
import { CompanionThumbnails } from "./thumbnails.ts";

export function companionsTab(props: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const hint = el("p", { class: "quiet live-hint" });
  effect(() => setText(hint, hintFor(props.store)), owner);
  return el(
    "section",
    { class: "live-tab", "aria-label": t("Companions") },
    modelButtons(props, owner),
    hint,
    selection(props, owner),
  );
}

function hintFor({ state, armed }: LiveStore): string {
  const { role, isLocked } = state.value;
  if (role === "viewer") return t("You watch this session. Reactions are below.");
  if (isLocked && role !== "host") return t("The host has locked the companions.");
  if (armed.value?.kind === "companion") return t("Tap the space, or press Space, to put it there.");
  return t("Choose a companion, then tap the space.");
}

function modelButtons({ store, models }: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const thumbnails = new CompanionThumbnails(models, owner);
  const toggle = (model: number): void => {
    const current = store.armed.peek();
    const isArmed = current?.kind === "companion" && current.model === model;
    store.armed.value = isArmed ? null : { kind: "companion", model };
  };
  const buttons = companionNames.map((name, model) =>
    el(
      "button",
      { class: "live-model", type: "button", "data-model": model, title: name, onclick: () => toggle(model) },
      thumbnails.canvas(model),
      el("span", {}, name),
    )
  );
  effect(() => {
    const armed = store.armed.value;
    const { role, isLocked } = store.state.value;
    buttons.forEach((button, model) => {
      button.setAttribute("aria-pressed", String(armed?.kind === "companion" && armed.model === model));
      button.disabled = role === "viewer" || (isLocked && role === "guest");
    });
  }, owner);
  return el("div", { class: "live-models", role: "group", "aria-label": t("New companion") }, ...buttons);
}

function selection(props: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const { store } = props;
  const element = el("div", { class: "live-selection", role: "group", "aria-label": t("Selected companion") });
  // The controls stay while the companion only moves.
  const shown = computed(() => {
    const companion = store.companions.value.find(({ id }) => id === store.selected.value);
    if (!companion) return "";
    const { id, owner, mayChange } = companion;
    return `${id} ${owner} ${mayChange} ${props.commands.isHiding(id)} ${peopleKey(store)}`;
  });
  effect(() => {
    void shown.value;
    untracked(() => {
      const companion = store.companion(store.selected.peek());
      element.hidden = companion === null;
      element.replaceChildren(...(companion ? controls(companion, props) : []));
    });
  }, owner);
  return element;
}

function peopleKey(store: LiveStore): string {
  return store.people.value.map(({ id, name, role }) => `${id}${name}${role}`).join();
}

function controls(companion: Companion, { store, commands }: SessionPanelProps): HTMLElement[] {
  const { id, mayChange } = companion;
  const owner = store.person(companion.owner);
  const belongs = owner?.isSelf
    ? t("yours")
    : owner
    ? t("belongs to {name}", { name: owner.name })
    : t("belongs to nobody here");
  const head = el(
    "p",
    { class: "live-selected-name" },
    el("strong", {}, companionName(companion.model)),
    el("span", { class: "quiet" }, ` ${belongs}`),
  );
  if (!mayChange) return [head];
  const actionButtons = actions.map(({ action, label, icon: shape }) =>
    el(
      "button",
      { class: "button small", type: "button", "data-action": action, onclick: () => commands.act(id, action) },
      icon(shape),
      label,
    )
  );
  return [
    head,
    el("div", { class: "live-actions" }, ...actionButtons, hideButton(id, commands)),
    el(
      "div",
      { class: "live-tools" },
      iconButton("undo", t("Turn left"), () => commands.turn(id, 1)),
      iconButton("redo", t("Turn right"), () => commands.turn(id, -1)),
      iconButton("minus", t("Smaller"), () => commands.scale(id, 1 / 1.15)),
      iconButton("add", t("Larger"), () => commands.scale(id, 1.15)),
      iconButton("trash", t("Remove"), () => commands.remove(id)),
      handOver(companion, store),
    ),
  ];
}

function hideButton(id: string, commands: LiveCommands): HTMLElement {
  const isHiding = commands.isHiding(id);
  return el(
    "button",
    {
      class: "button small",
      type: "button",
      "data-action": "hide",
      "aria-pressed": String(isHiding),
      onclick: () => commands.toggleHiding(id),
    },
    icon("search"),
    isHiding ? t("Stop hiding") : t("Hide"),
  );
}

/** Gives the companion to another participant. */
function handOver({ id, owner }: Companion, store: LiveStore): HTMLElement {
  const others = store.people.peek().filter((each) => each.role !== "viewer" && each.id !== owner);
  const give = (): void => {
    if (select.value !== "") store.handOver(id, Number(select.value));
  };
  const select = el(
    "select",
    { class: "live-hand-over", "aria-label": t("Give to"), hidden: others.length === 0, onchange: give },
    el("option", { value: "" }, t("Give to…")),
    ...others.map((each) => el("option", { value: each.id }, each.isSelf ? t("You") : each.name)),
  );
  return select;
}
