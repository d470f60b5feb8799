/** Keys while a session is open, anywhere on the space's page. Without a selected companion the camera keeps its keys. */

import type { LiveAction } from "../core/live.ts";
import { t } from "../i18n/messages.ts";
import { actions } from "./live-text.ts";

export interface LiveKeyActions {
  hasSelection(): boolean;
  /** `step` 1 or −1: the next or previous companion. */
  select(step: number): void;
  deselect(): void;
  /** Creates a companion in the middle of the image. */
  spawn(): void;
  /** One step: to the right, and away from the camera. */
  move(right: number, ahead: number): void;
  /** One step: left is positive. */
  turn(step: number): void;
  scale(factor: number): void;
  act(action: LiveAction): void;
  remove(): void;
}

export const liveKeyHelp: [string, string][] = [
  [t("N, Shift+N"), t("select the next or previous companion")],
  [t("Space|the key"), t("create the chosen companion in the middle of the image")],
  [t("Arrows"), t("move the selected companion")],
  [", .", t("turn it")],
  ["+ −", t("scale it")],
  [t("1 to 5"), t("wave, dance, twirl, jump, sparkle")],
  [t("Delete|the key"), t("remove it")],
  ["Escape", t("select nothing")],
];

/** True: the key is handled, and nothing else may react to it. */
export function handleLiveKey(event: KeyboardEvent, act: LiveKeyActions): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target as HTMLElement;
  if (target.closest(".plan-pane, .measure-panel, .sheet-over, dialog, input, textarea, select")) return false;
  const key = event.key.toLowerCase();
  if (key === "n") {
    act.select(event.shiftKey ? -1 : 1);
    return true;
  }
  if (target.closest("button, a, [role=menu]")) return false;
  if (key === " ") {
    act.spawn();
    return true;
  }
  return act.hasSelection() && handleSelection(event, act);
}

function handleSelection(event: KeyboardEvent, act: LiveKeyActions): boolean {
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (arrow && !event.shiftKey) {
    act.move(arrow[0]!, arrow[1]!);
    return true;
  }
  const action = actions[Number(event.key) - 1]?.action;
  if (action) {
    act.act(action);
    return true;
  }
  const commands: Record<string, () => void> = {
    ",": () => act.turn(1),
    ".": () => act.turn(-1),
    "+": () => act.scale(1.1),
    "=": () => act.scale(1.1),
    "-": () => act.scale(1 / 1.1),
    "−": () => act.scale(1 / 1.1),
    Delete: () => act.remove(),
    Backspace: () => act.remove(),
    Escape: () => act.deselect(),
  };
  const command = commands[event.key];
  command?.();
  return command !== undefined;
}
