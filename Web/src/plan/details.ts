/** What is known of the part that is selected, and what can be changed of it. */

import { announce } from "../ui/announce.ts";
import { type Child, el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { longestName } from "../ui/rename.ts";
import { formatLength, parseLength, units } from "../ui/units.ts";
import { type Across, acrossRooms, moveFor } from "./across.ts";
import type { PlanStore } from "./plan-store.ts";
import type { NewEdit, Opening, Room, Storey, Wall } from "./types.ts";
import { type Fact, openingFacts, openingName, roomFacts, roomName, scanStays, wallFacts, wallName } from "./words.ts";

/** `done` is told of every change in words, after it holds. */
export function partDetails(store: PlanStore, signal: AbortSignal, done: (words: string) => void): HTMLElement {
  const element = el("section", { class: "plan-details", "aria-label": "The selected part", hidden: true });

  function refresh(): void {
    const { selected, storey } = store;
    const content = selected && storey ? contentOf(selected.kind, selected.id, storey) : null;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = content === null;
    element.parentElement?.classList.toggle("has-part", content !== null);
    element.replaceChildren(...(content ?? []).filter((child) => child instanceof Node));
    // Who typed and kept it goes on where the part is.
    if (hadFocus) element.querySelector<HTMLElement>("h3")?.focus();
  }

  function contentOf(kind: string, id: string, storey: Storey): Child[] | null {
    const room = kind === "room" ? store.room(id) : null;
    if (room) return [...head(roomName(room), roomFacts(room, units.current)), ...renaming(room)];
    const wall = kind === "wall" ? store.wall(id) : null;
    if (wall) return [...head(wallName(wall, storey), wallFacts(wall, units.current)), ...moving(wall, storey)];
    const opening = kind === "opening" ? store.opening(id) : null;
    if (!opening) return null;
    return [...head(openingName(opening, storey), openingFacts(opening, units.current)), ...deleting(opening, storey)];
  }

  function head(name: string, facts: Fact[]): Child[] {
    const close = el("button", {
      class: "icon-button",
      type: "button",
      "aria-label": "Close the details",
      title: "Close the details",
      onclick: () => store.select(null),
    }, icon("close"));
    return [
      el("header", {}, el("h3", { tabindex: -1 }, name), close),
      el("dl", { class: "details" }, ...facts.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)])),
    ];
  }

  function renaming(room: Room): Child[] {
    if (!store.answer.canEdit) return [];
    const read = (text: string): NewEdit | string => {
      const name = text.trim();
      if (name === "") return "Type a name.";
      return { kind: "rename-room", room: room.id, name };
    };
    return [form("Name", room.name, "Rename", read, (edit) => `Renamed to ${(edit as { name: string }).name}.`)];
  }

  /** One field for each room beside the wall: the distance to what lies across. */
  function moving(wall: Wall, storey: Storey): Child[] {
    const across = acrossRooms(wall, storey.rooms);
    if (across.length === 0) {
      return store.answer.canEdit
        ? [
          el("p", { class: "quiet" }, "No wall lies parallel across a room, so this one can't be moved by a distance."),
        ]
        : [];
    }
    if (!store.answer.canEdit) {
      const lines = across.map((one): Fact => [acrossLabel(one), formatLength(one.distance, units.current)]);
      return [el("dl", { class: "details" }, ...lines.flatMap(([a, b]) => [el("dt", {}, a), el("dd", {}, b)]))];
    }
    return across.map((one) => {
      const read = (text: string): NewEdit | string => {
        const wanted = parseLength(text, units.current);
        if (wanted === null) return lengthHelp();
        if (wanted < 0.05) return "That is nearer than two walls can be.";
        const distance = moveFor(one, wanted);
        if (Math.abs(distance) < 0.0005) return "That is where it stands already.";
        return { kind: "move-wall", wall: wall.id, distance };
      };
      const said = (_: NewEdit, text: string): string =>
        `The wall was moved: ${formatLength(parseLength(text, units.current) ?? 0, units.current)} across ${
          roomName(one.room)
        }.`;
      return form(acrossLabel(one), formatLength(one.distance, units.current), "Move the wall", read, said);
    });
  }

  function deleting(opening: Opening, storey: Storey): Child[] {
    if (!store.answer.canEdit) return [];
    const problem = el("p", { class: "field-problem", role: "alert" });
    const name = openingName(opening, storey);
    const remove = el(
      "button",
      {
        class: "button",
        type: "button",
        onclick: () =>
          void change({ kind: "delete-opening", opening: opening.id }, `${name} was deleted.`, problem, remove),
      },
      icon("trash"),
      "Delete it from the plan",
    );
    return [el("p", { class: "quiet" }, `If it isn't there in truth. ${scanStays}`), remove, problem];
  }

  function form(
    label: string,
    value: string,
    action: string,
    read: (text: string) => NewEdit | string,
    said: (edit: NewEdit, text: string) => string,
  ): HTMLElement {
    const id = freshID("plan-field");
    const problem = el("p", { id: `${id}-problem`, class: "field-problem", role: "alert" });
    const field = el("input", {
      id,
      class: "plan-field",
      type: "text",
      value,
      maxlength: longestName,
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      "aria-describedby": `${id}-problem ${id}-help`,
      onfocus: () => field.select(),
    });
    const button = el("button", { class: "button small", type: "submit" }, action);
    return el(
      "form",
      {
        class: "plan-form",
        novalidate: true,
        onsubmit: (event: Event) => {
          event.preventDefault();
          const edit = read(field.value);
          if (typeof edit === "string") {
            setText(problem, edit);
            field.focus();
          } else void change(edit, said(edit, field.value), problem, button);
        },
      },
      el("label", { for: id }, label),
      el("div", { class: "plan-form-row" }, field, button),
      el("p", { id: `${id}-help`, class: "quiet" }, scanStays),
      problem,
    );
  }

  async function change(edit: NewEdit, words: string, problem: HTMLElement, button: HTMLButtonElement): Promise<void> {
    setText(problem, "");
    button.disabled = true;
    try {
      await store.edit(edit);
      done(words);
    } catch (error) {
      setText(problem, messageOf(error));
      announce(messageOf(error));
    } finally {
      button.disabled = false;
    }
  }

  units.listen(refresh, signal);
  store.listen((change) => {
    if (change === "plan" || change === "storey" || change === "selection") refresh();
  });
  return element;
}

function acrossLabel(across: Across): string {
  return `To the wall across ${roomName(across.room)}`;
}

function lengthHelp(): string {
  return units.current === "metric"
    ? "Type a length, like 3.62 m, 362 cm or 11′ 10 1/2″."
    : "Type a length, like 11′ 10 1/2″, 142.5 in or 3.62 m.";
}
