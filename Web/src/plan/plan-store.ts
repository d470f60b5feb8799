/** The plan that is open: what it holds, which storey and part are shown, and changes by way of the server. */

import { messageOf } from "../ui/notice.ts";
import { type Units, units } from "../ui/units.ts";
import { planApi } from "./plan-api.ts";
import type { NewEdit, Opening, PartKind, PartRef, PlanAnswer, Room, Sheet, Storey, Wall } from "./types.ts";

/** What changed: all of it, only the part that is selected, or only the room that is lit. */
export type Change = "plan" | "storey" | "selection" | "light" | "work";

export class PlanStore {
  private readonly listeners = new Set<(change: Change) => void>();
  private level = 0;
  private chosen: PartRef | null = null;
  private litRoom: string | null = null;
  private working = false;
  /** Counts what came from the server, so that drawings are fetched anew. */
  version = 0;

  /** `drawnIn`: the units of the sheets. */
  constructor(readonly space: string, private current: PlanAnswer, private drawnIn: Units) {}

  get units(): Units {
    return this.drawnIn;
  }

  get answer(): PlanAnswer {
    return this.current;
  }

  get storeys(): readonly Storey[] {
    return this.current.plan?.storeys ?? [];
  }

  get storeyIndex(): number {
    return Math.min(this.level, Math.max(0, this.storeys.length - 1));
  }

  get storey(): Storey | null {
    return this.storeys[this.storeyIndex] ?? null;
  }

  get sheet(): Sheet | null {
    return this.current.sheets.find(({ storey }) => storey === this.storeyIndex) ?? null;
  }

  get selected(): PartRef | null {
    return this.chosen;
  }

  /** The id of the room under a pointer, here or in the place. */
  get lit(): string | null {
    return this.litRoom;
  }

  get busy(): boolean {
    return this.working;
  }

  get canUndo(): boolean {
    return this.current.canEdit && this.current.edits.length > 0 && !this.working;
  }

  get canRedo(): boolean {
    return this.current.canEdit && this.current.undone.length > 0 && !this.working;
  }

  room(id: string): Room | null {
    return this.storey?.rooms.find((room) => room.id === id) ?? null;
  }

  wall(id: string): Wall | null {
    return this.storey?.walls.find((wall) => wall.id === id) ?? null;
  }

  opening(id: string): Opening | null {
    return this.storey?.openings.find((opening) => opening.id === id) ?? null;
  }

  listen(listener: (change: Change) => void): void {
    this.listeners.add(listener);
  }

  take(answer: PlanAnswer, drawnIn: Units): void {
    this.current = answer;
    this.drawnIn = drawnIn;
    this.version += 1;
    if (this.chosen && !this.has(this.chosen)) this.chosen = null;
    if (this.litRoom !== null && !this.room(this.litRoom)) this.litRoom = null;
    this.tell("plan");
  }

  showStorey(index: number): void {
    if (index === this.storeyIndex || !this.storeys[index]) return;
    this.level = index;
    this.chosen = null;
    this.litRoom = null;
    this.tell("storey");
  }

  select(part: PartRef | null): void {
    if (part?.id === this.chosen?.id) return;
    this.chosen = part && this.has(part) ? part : null;
    this.tell("selection");
  }

  /** Selects a part of whichever storey it is on. */
  show(part: PartRef): void {
    const index = this.storeys.findIndex((storey) => partsOf(storey, part.kind).some(({ id }) => id === part.id));
    if (index >= 0) this.showStorey(index);
    this.select(part);
  }

  light(room: string | null): void {
    if (room === this.litRoom) return;
    this.litRoom = room;
    this.tell("light");
  }

  /** Throws with a sentence to show where it can't be. */
  edit(edit: NewEdit): Promise<void> {
    return this.work((units) => planApi.edit(this.space, units, edit));
  }

  undo(): Promise<void> {
    return this.work((units) => planApi.undo(this.space, units));
  }

  redo(): Promise<void> {
    return this.work((units) => planApi.redo(this.space, units));
  }

  /** Takes the plan away, with what was changed in it. */
  remove(): Promise<void> {
    return this.work(async (units) => {
      await planApi.remove(this.space);
      return await planApi.load(this.space, units, this.current.canEdit) ?? this.current;
    });
  }

  /** As it is on the server now, in the units that are chosen now. */
  async reload(): Promise<void> {
    const wanted = units.current;
    const answer = await planApi.load(this.space, wanted, this.current.canEdit);
    const isNew = wanted !== this.drawnIn || JSON.stringify(answer) !== JSON.stringify(this.current);
    if (answer && isNew && !this.working && wanted === units.current) this.take(answer, wanted);
  }

  /** One change at a time: they follow one another on the server. */
  private async work(ask: (units: Units) => Promise<PlanAnswer>): Promise<void> {
    if (this.working) throw new Error("The last change is still on its way.");
    this.working = true;
    this.tell("work");
    const drawnIn = units.current;
    let answer: PlanAnswer;
    try {
      answer = await ask(drawnIn);
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    } finally {
      this.working = false;
      this.tell("work");
    }
    this.take(answer, drawnIn);
  }

  private has({ kind, id }: PartRef): boolean {
    return this.storey !== null && partsOf(this.storey, kind).some((part) => part.id === id);
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function partsOf(storey: Storey, kind: PartKind): readonly { id: string }[] {
  return kind === "room" ? storey.rooms : kind === "wall" ? storey.walls : storey.openings;
}
