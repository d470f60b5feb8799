/** A floor plan as the server tells it (docs/plans.md), and what can be done to it. Metres, radians; plan x is the world's x, plan y its −z. */

export type PlanPoint = readonly [number, number];

export interface Wall {
  id: string;
  start: PlanPoint;
  end: PlanPoint;
  thickness: number;
  height: number;
  isExternal?: boolean;
  /** Only one face was seen. */
  assumesThickness?: boolean;
  confidence?: number;
  isUnseen?: boolean;
}

export interface Opening {
  id: string;
  kind: "door" | "window" | "opening";
  wall: string;
  /** From the wall's start to the nearer jamb. */
  offset: number;
  width: number;
  sill: number;
  height: number;
  confidence?: number;
  isUnseen?: boolean;
}

export interface Room {
  id: string;
  name: string;
  use: string;
  /** Along the walls' inner faces. */
  polygon: PlanPoint[];
  ceilingHeight: number;
  confidence?: number;
  isUnseen?: boolean;
}

export interface Storey {
  id: string;
  name: string;
  /** World y of its floor. */
  elevation: number;
  height: number;
  walls: Wall[];
  openings: Opening[];
  rooms: Room[];
}

export interface FloorPlan {
  id: string;
  name: string;
  storeys: Storey[];
}

/** A drawn page of one storey: its size in millimetres and where the plan lies on it, as SVG's `matrix()`. */
export interface Sheet {
  storey: number;
  name: string;
  width: number;
  height: number;
  toSheet: readonly [number, number, number, number, number, number];
  /** The drawing's scale, 50 for 1:50, where the server tells it. */
  scale?: number;
}

export type NewEdit =
  | { kind: "rename-room"; room: string; name: string }
  /** Parallel, to the left as one looks from the wall's start to its end; negative to the right. */
  | { kind: "move-wall"; wall: string; distance: number }
  | { kind: "delete-opening"; opening: string };

export type Edit = NewEdit & { id: string; created: string };

export interface PlanAnswer {
  /** Null where none was made yet. */
  plan: FloorPlan | null;
  /** Those that hold, the oldest first. */
  edits: Edit[];
  /** Those taken back; the last is redone next. */
  undone: Edit[];
  canEdit: boolean;
  notes: string[];
  sheets: Sheet[];
}

export type PartKind = "room" | "wall" | "opening";

/** One part of the storey that is shown. */
export interface PartRef {
  kind: PartKind;
  id: string;
}
