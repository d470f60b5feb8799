/** The plan that is open: its data, the storey and part that are shown, and edits by way of the server. No DOM. */

import { t } from "../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { type Units, units } from "../ui/units.ts";
import type { NewEdit, Opening, PartKind, PartRef, PlanAnswer, Room, Sheet, Storey, Wall } from "./types.ts";

/** The calls to the server that the store needs; `planApi` is one. */
export interface PlanService {
  load(space: string, units: Units, owns: boolean): Promise<PlanAnswer | null>;
  edit(space: string, units: Units, edit: NewEdit): Promise<PlanAnswer>;
  undo(space: string, units: Units): Promise<PlanAnswer>;
  redo(space: string, units: Units): Promise<PlanAnswer>;
  remove(space: string): Promise<void>;
}

/** The server's answer, and the units that its sheets are drawn in. */
export interface LoadedPlan extends PlanAnswer {
  sheetUnits: Units;
  /** Increases with each answer, so that drawings are fetched again. */
  version: number;
}

export class PlanStore {
  private readonly data: Signal<LoadedPlan>;
  private readonly level = signal(0);
  private readonly selectedPart = signal<PartRef | null>(null);
  private readonly highlightedID = signal<string | null>(null);
  private readonly working = signal(false);

  readonly loaded: ReadonlySignal<LoadedPlan>;
  readonly storeys: ReadonlySignal<readonly Storey[]> = computed(() => this.data.value.plan?.storeys ?? []);
  readonly storeyIndex: ReadonlySignal<number> = computed(() =>
    Math.min(this.level.value, Math.max(0, this.storeys.value.length - 1))
  );
  readonly storey: ReadonlySignal<Storey | null> = computed(() => this.storeys.value[this.storeyIndex.value] ?? null);
  readonly sheet: ReadonlySignal<Sheet | null> = computed(() =>
    this.data.value.sheets.find(({ storey }) => storey === this.storeyIndex.value) ?? null
  );
  readonly selected: ReadonlySignal<PartRef | null> = this.selectedPart;
  /** The id of the room under a pointer, on the plan or in the 3D view. */
  readonly highlighted: ReadonlySignal<string | null> = this.highlightedID;
  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.canEditNow() && this.data.value.edits.length > 0);
  readonly canRedo: ReadonlySignal<boolean> = computed(() => this.canEditNow() && this.data.value.undone.length > 0);

  constructor(
    readonly space: string,
    answer: PlanAnswer,
    sheetUnits: Units,
    private readonly service: PlanService,
  ) {
    this.loaded = this.data = signal<LoadedPlan>({ ...answer, sheetUnits, version: 0 });
  }

  get canEdit(): boolean {
    return this.data.value.canEdit;
  }

  room(id: string): Room | null {
    return this.storey.value?.rooms.find((room) => room.id === id) ?? null;
  }

  wall(id: string): Wall | null {
    return this.storey.value?.walls.find((wall) => wall.id === id) ?? null;
  }

  opening(id: string): Opening | null {
    return this.storey.value?.openings.find((opening) => opening.id === id) ?? null;
  }

  showStorey(index: number): void {
    if (index === this.storeyIndex.peek() || !this.storeys.peek()[index]) return;
    batch(() => {
      this.level.value = index;
      this.selectedPart.value = this.highlightedID.value = null;
    });
  }

  select(part: PartRef | null): void {
    if (part?.id !== this.selectedPart.peek()?.id) this.selectedPart.value = part && this.has(part) ? part : null;
  }

  /** Shows the storey of the part and selects it. */
  show(part: PartRef): void {
    const index = this.storeys.peek().findIndex((storey) =>
      partsOf(storey, part.kind).some(({ id }) => id === part.id)
    );
    batch(() => {
      if (index >= 0) this.showStorey(index);
      this.select(part);
    });
  }

  highlight(room: string | null): void {
    this.highlightedID.value = room;
  }

  /** Throws an error whose message can be shown. */
  edit(edit: NewEdit): Promise<void> {
    return this.change((units) => this.service.edit(this.space, units, edit));
  }

  undo(): Promise<void> {
    return this.change((units) => this.service.undo(this.space, units));
  }

  redo(): Promise<void> {
    return this.change((units) => this.service.redo(this.space, units));
  }

  /** Moves the plan and its edits to the trash. */
  remove(): Promise<void> {
    return this.change(async (units) => {
      await this.service.remove(this.space);
      const { canEdit } = this.data.peek();
      return await this.service.load(this.space, units, canEdit) ?? this.data.peek();
    });
  }

  /** Loads the current plan in the current units. */
  async reload(): Promise<void> {
    const wanted = units.peek();
    const answer = await this.service.load(this.space, wanted, this.data.peek().canEdit);
    const { version: _, sheetUnits, ...before } = this.data.peek();
    const isNew = wanted !== sheetUnits || JSON.stringify(answer) !== JSON.stringify(before);
    if (answer && isNew && !this.working.peek() && wanted === units.peek()) this.apply(answer, wanted);
  }

  /** One change at a time, since the server applies them in order. */
  private async change(request: (units: Units) => Promise<PlanAnswer>): Promise<void> {
    if (this.working.peek()) throw new Error(t("The last change is not saved yet. Try again in a moment."));
    this.working.value = true;
    const sheetUnits = units.peek();
    try {
      const answer = await request(sheetUnits);
      batch(() => {
        this.working.value = false;
        this.apply(answer, sheetUnits);
      });
    } catch (error) {
      this.working.value = false;
      throw new Error(messageOf(error), { cause: error });
    }
  }

  private apply(answer: PlanAnswer, sheetUnits: Units): void {
    const before = this.data.peek();
    // A plan that didn't change stays the same object: forms that somebody is filling in are not made anew.
    const plan = JSON.stringify(answer.plan) === JSON.stringify(before.plan) ? before.plan : answer.plan;
    batch(() => {
      this.data.value = { ...answer, plan, sheetUnits, version: before.version + 1 };
      const selected = this.selectedPart.peek();
      const highlighted = this.highlightedID.peek();
      if (selected && !this.has(selected)) this.selectedPart.value = null;
      if (highlighted !== null && !this.has({ kind: "room", id: highlighted })) this.highlightedID.value = null;
    });
  }

  private canEditNow(): boolean {
    return this.canEdit && !this.working.value;
  }

  private has({ kind, id }: PartRef): boolean {
    const storey = this.storey.peek();
    return storey !== null && partsOf(storey, kind).some((part) => part.id === id);
  }
}

function partsOf(storey: Storey, kind: PartKind): readonly { id: string }[] {
  return kind === "room" ? storey.rooms : kind === "wall" ? storey.walls : storey.openings;
}
