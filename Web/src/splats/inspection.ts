/** What tests and the developer console see of splats: the detail of the event `diorama:splats` (docs/splats-viewer.md). */

/** From the splats to the camera, and to the image. */
export interface SplatCamera {
  view: number[];
  projection: number[];
}

export interface SplatInspection {
  /** The splats that have arrived, and those that are drawn. */
  readonly count: number;
  readonly drawn: number;
  /** Whether what is on the screen is in the order of its view. */
  readonly isOrdered: boolean;
  /** The camera of the last frame: column-major matrices; null before the first one. */
  readonly camera: SplatCamera | null;
  /** What the last sorting took. */
  readonly sortMilliseconds: number;
}

export function announceSplats(detail: SplatInspection): void {
  document.dispatchEvent(new CustomEvent("diorama:splats", { detail }));
}
