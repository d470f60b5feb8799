/** Chooses a room of the plan, an object or the whole space to measure instead of points. */

import { t } from "../i18n/messages.ts";
import { roomName } from "../plan/plan-text.ts";
import type { FloorPlan } from "../plan/types.ts";
import { effect, signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import type { Draft, Subject } from "./draft.ts";
import { kindOf } from "./kinds.ts";
import { type Measurable, measureApi } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";

export function labelledSelect(label: string, select: HTMLSelectElement): HTMLElement {
  return el("label", { class: "measure-field" }, el("span", {}, label), select);
}

/** Subjects are loaded once a kind needs them; without them one can still place points. */
export function subjectField(
  store: MeasureStore,
  plan: () => Promise<FloorPlan | null>,
  owner: AbortSignal,
): HTMLElement {
  const subjects = signal<readonly Subject[]>([]);
  const select = el("select", {
    onchange: () => store.draft.choose(subjects.peek().find((one) => valueOf(one) === select.value) ?? null),
  });
  const field = labelledSelect(t("Measure"), select);
  const { current } = store.draft;
  let isRequested = false;

  async function load(): Promise<void> {
    isRequested = true;
    const [floors, objects] = await Promise.all([
      plan().catch(() => null),
      measureApi.objects(store.space).catch(() => []),
    ]);
    subjects.value = subjectsOf(floors, objects);
  }

  effect(() => {
    const draft = current.value;
    const kind = kindOf(draft.kind);
    if (kind.rooms && !isRequested) void load();
    const offered = subjectsFor(draft, subjects.value);
    field.hidden = !kind.rooms || (kind.kind === "area" && offered.length === 0);
    const options: [value: string, label: string][] = [
      ["", draft.kind === "volume" ? t("Choose…") : t("Placed points")],
      ...offered.map((one): [string, string] => [valueOf(one), one.name]),
    ];
    const before = [...select.options].map(({ value, text }) => [value, text]);
    if (JSON.stringify(options) !== JSON.stringify(before)) {
      select.replaceChildren(...options.map(([value, label]) => el("option", { value }, label)));
    }
    select.value = draft.subject ? valueOf(draft.subject) : "";
  }, owner);
  return field;
}

/** Rooms, then objects, then the whole space. */
export function subjectsOf(plan: FloorPlan | null, objects: readonly Measurable[]): Subject[] {
  const rooms = (plan?.storeys ?? []).flatMap((storey) => storey.rooms);
  return [
    ...rooms.map((room): Subject => ({ of: "room", id: room.id, name: roomName(room) })),
    ...objects.map((one): Subject => ({ of: "object", id: one.id, name: one.name || one.category })),
    { of: "whole", id: "", name: t("The whole space, if its mesh is closed") },
  ];
}

/** A volume can be measured of all of them, an area only of rooms. */
export function subjectsFor({ kind }: Pick<Draft, "kind">, subjects: readonly Subject[]): Subject[] {
  return subjects.filter(({ of }) => kind === "volume" || of === "room");
}

function valueOf({ of, id }: Subject): string {
  return `${of} ${id}`;
}
