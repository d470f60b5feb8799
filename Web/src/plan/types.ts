/** Floor plans as the server sends them (docs/plans.md). Metres, radians; plan x is the world's x, plan y its −z. */

export type {
  FloorPlan,
  NewPlanEdit as NewEdit,
  Opening,
  Plan as PlanAnswer,
  PlanEdit as Edit,
  PlanPoint,
  PlanSheet as Sheet,
  Room,
  Storey,
  Wall,
} from "../api/generated.ts";

export type PartKind = "room" | "wall" | "opening";

/** One part of the storey that is shown. */
export interface PartRef {
  kind: PartKind;
  id: string;
}
