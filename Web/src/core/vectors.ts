/** Points and rotations as plain numbers. Metres, y up. */

export type Vec3 = readonly [number, number, number];

/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

/** An axis-aligned box. */
export interface Box {
  min: Vec3;
  max: Vec3;
}
