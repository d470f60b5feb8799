/** The properties of the selected part, and the forms that edit it. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon } from "../ui/icons.ts";
import { formatLength, parseLength, units } from "../ui/units.ts";
import { type Across, acrossRooms, moveFor } from "./across.ts";
import { type EditFormProps, PlanEditor } from "./edit-form.ts";
import type { PlanActions } from "./plan-actions.ts";
import type { PlanStore } from "./plan-store.ts";
import type { Opening, PartRef, Room, Storey, Wall } from "./types.ts";
import {
  type Fact,
  openingFacts,
  openingName,
  roomFacts,
  roomName,
  scanUnchanged,
  wallFacts,
  wallName,
} from "./plan-text.ts";

/** `side` gets the class `has-part` while a part is shown. */
export function partDetails(
  store: PlanStore,
  actions: PlanActions,
  side: HTMLElement,
  signal: AbortSignal,
): HTMLElement {
  const editor = new PlanEditor(store, actions);
  const element = el("section", { class: "plan-details", "aria-label": t("The selected part"), hidden: true });
  effect(() => {
    const selected = store.selected.value;
    const storey = store.storey.value;
    const content = selected && storey ? contentOf(selected, storey, store, editor) : null;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = content === null;
    side.classList.toggle("has-part", content !== null);
    element.replaceChildren(...content ?? []);
    if (hadFocus) element.querySelector<HTMLElement>("h3")?.focus();
  }, signal);
  return element;
}

function contentOf({ kind, id }: PartRef, storey: Storey, store: PlanStore, editor: PlanEditor): HTMLElement[] | null {
  const close = (): void => store.select(null);
  const room = kind === "room" ? store.room(id) : null;
  if (room) return [...head(roomName(room), roomFacts(room, units.value), close), ...roomForms(room, store, editor)];
  const wall = kind === "wall" ? store.wall(id) : null;
  if (wall) {
    const facts = head(wallName(wall, storey), wallFacts(wall, units.value), close);
    return [...facts, ...wallForms(wall, storey, store, editor)];
  }
  const opening = kind === "opening" ? store.opening(id) : null;
  if (!opening) return null;
  const name = openingName(opening, storey);
  return [
    ...head(name, openingFacts(opening, units.value), close),
    ...openingForms(opening, name, store, editor),
  ];
}

function head(name: string, facts: Fact[], close: () => void): HTMLElement[] {
  return [
    el("header", {}, el("h3", { tabindex: -1 }, name), iconButton("close", t("Close the details"), close)),
    factList(facts),
  ];
}

function factList(facts: Fact[]): HTMLElement {
  const rows = facts.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]);
  return el("dl", { class: "details" }, ...rows);
}

function roomForms(room: Room, { canEdit }: PlanStore, editor: PlanEditor): HTMLElement[] {
  if (!canEdit) return [];
  const parse: EditFormProps["parse"] = (text) => {
    const name = text.trim();
    if (name === "") return t("Type a name.");
    return { edit: { kind: "rename-room", room: room.id, name }, report: t("Renamed to {name}.", { name }) };
  };
  return [editor.form({ label: t("Name"), value: room.name, action: t("Rename"), parse })];
}

/** One field for each room beside the wall: the distance to the wall across it. */
function wallForms(wall: Wall, storey: Storey, { canEdit }: PlanStore, editor: PlanEditor): HTMLElement[] {
  const across = acrossRooms(wall, storey.rooms);
  if (!canEdit) {
    if (across.length === 0) return [];
    return [factList(across.map((one): Fact => [acrossLabel(one), formatLength(one.distance, units.value)]))];
  }
  if (across.length === 0) {
    return [
      el("p", { class: "quiet" }, t("No parallel wall is across a room, so this wall can't be moved by a distance.")),
    ];
  }
  return across.map((one) =>
    editor.form({
      label: acrossLabel(one),
      value: formatLength(one.distance, units.value),
      action: t("Move the wall"),
      parse: (text) => parseMove(text, wall, one),
    })
  );
}

function parseMove(text: string, wall: Wall, across: Across): ReturnType<EditFormProps["parse"]> {
  const wanted = parseLength(text, units.peek());
  if (wanted === null) return lengthHelp();
  if (wanted < 0.05) return t("That is less than the minimum distance between two walls, 5 cm.");
  const distance = moveFor(across, wanted);
  if (Math.abs(distance) < 0.0005) return t("The wall is at this distance already.");
  return {
    edit: { kind: "move-wall", wall: wall.id, distance },
    report: t("The wall was moved: {length} across {room}.", {
      length: formatLength(wanted, units.peek()),
      room: roomName(across.room),
    }),
  };
}

function openingForms(opening: Opening, name: string, { canEdit }: PlanStore, editor: PlanEditor): HTMLElement[] {
  if (!canEdit) return [];
  const problem = el("p", { class: "field-problem", role: "alert" });
  const edit = { kind: "delete-opening", opening: opening.id } as const;
  const remove = el(
    "button",
    {
      class: "button",
      type: "button",
      onclick: () => void editor.apply(edit, t("{name} was deleted.", { name }), problem, remove),
    },
    icon("trash"),
    t("Delete it from the plan"),
  );
  return [
    el("p", { class: "quiet" }, t("For an opening that doesn't exist. {scanUnchanged}", { scanUnchanged })),
    remove,
    problem,
  ];
}

function acrossLabel(across: Across): string {
  return t("To the wall across {room}", { room: roomName(across.room) });
}

function lengthHelp(): string {
  return units.peek() === "metric"
    ? t("Type a length, like 3.62 m, 362 cm or 11′ 10 1/2″.")
    : t("Type a length, like 11′ 10 1/2″, 142.5 in or 3.62 m.");
}
