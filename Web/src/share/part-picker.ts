/** Choosing a part of a place: a box drawn on the plan, its sides as numbers, or a room. */

import type { Box } from "../scene/rig.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import { boxAround, boxSize, onPlan, partOf } from "./link-words.ts";
import { shareApi } from "../api/share-api.ts";

export interface PartPicker {
  element: HTMLElement;
  readonly part: Box | null;
  dispose(): void;
}

const sides: { name: string; end: "min" | "max"; axis: 0 | 1 | 2 }[] = [
  { name: "Left", end: "min", axis: 0 },
  { name: "Right", end: "max", axis: 0 },
  { name: "Back", end: "min", axis: 2 },
  { name: "Front", end: "max", axis: 2 },
  { name: "Lowest", end: "min", axis: 1 },
  { name: "Highest", end: "max", axis: 1 },
];

export function partPicker(space: string): PartPicker {
  const life = new AbortController();
  let place: Box | null = null;
  let part: Box | null = null;
  const mark = el("div", { class: "plan-mark", hidden: true });
  const sheet = el("div", { class: "plan-sheet", "aria-hidden": "true" }, mark);
  const words = el("p", { class: "quiet", role: "status" }, "Drawing the plan…");
  const rooms = el("div", { class: "field-buttons", hidden: true });
  const fields = sides.map((side) => {
    const id = freshID("side");
    const input = el("input", {
      id,
      type: "number",
      step: 0.05,
      inputmode: "decimal",
      disabled: true,
      oninput: () => typed(),
    });
    return { side, input, element: el("div", { class: "filter" }, el("label", { for: id }, `${side.name}, m`), input) };
  });
  const element = el(
    "div",
    { class: "part-picker" },
    sheet,
    words,
    rooms,
    el("div", { class: "part-numbers" }, ...fields.map((field) => field.element)),
  );

  async function load(): Promise<void> {
    try {
      const { planPicture } = await import("./plan-picture.ts");
      const plan = await planPicture(space, life.signal);
      if (life.signal.aborted) return;
      place = plan.box;
      plan.canvas.classList.add("plan-canvas");
      sheet.prepend(plan.canvas);
      for (const { input } of fields) input.disabled = false;
      set(place);
      setText(words, "Draw a box around the part, or set its sides.");
      await offerRooms();
    } catch (error) {
      if (!life.signal.aborted) setText(words, `The plan couldn't be drawn: ${messageOf(error)}`);
    }
  }

  async function offerRooms(): Promise<void> {
    const found = await shareApi.objects(space).catch(() => []);
    const all = found.filter((object) => object.category === "room");
    rooms.hidden = all.length === 0;
    rooms.replaceChildren(...all.map((room) =>
      el("button", {
        class: "button small",
        type: "button",
        onclick: () => {
          set(boxAround(room.center, room.size, room.rotation));
          announce(`${room.name} is chosen.`);
        },
      }, room.name || "Room")
    ));
  }

  function set(box: Box): void {
    part = box;
    for (const { side, input } of fields) input.value = box[side.end][side.axis].toFixed(2);
    show();
  }

  function typed(): void {
    const box = { min: [0, 0, 0] as [number, number, number], max: [0, 0, 0] as [number, number, number] };
    for (const { side, input } of fields) box[side.end][side.axis] = input.value === "" ? NaN : Number(input.value);
    part = box;
    show();
  }

  function show(): void {
    if (!place || !part) return;
    const at = onPlan(place, part);
    const whole = Object.values(at).every(Number.isFinite) && at.width > 0 && at.height > 0;
    mark.hidden = !whole;
    for (const [name, value] of Object.entries(at)) {
      mark.style.setProperty(`--part-${name}`, whole ? value.toFixed(4) : "0");
    }
    setText(words, whole ? `The part measures ${boxSize(part)}.` : "The sides don't make a box.");
  }

  const fraction = (event: PointerEvent): { x: number; y: number } => {
    const box = sheet.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (!place || event.button !== 0) return;
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    const [from, whole] = [fraction(event), place];
    const heights: [number, number] = part && Number.isFinite(part.min[1] + part.max[1])
      ? [part.min[1], part.max[1]]
      : [whole.min[1], whole.max[1]];
    const move = (now: PointerEvent): void => set(partOf(whole, from, fraction(now), heights));
    sheet.addEventListener("pointermove", move);
    const end = (): void => sheet.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) sheet.addEventListener(name, end, { once: true });
  });

  void load();
  return {
    element,
    get part(): Box | null {
      return part;
    },
    dispose: () => life.abort(),
  };
}
