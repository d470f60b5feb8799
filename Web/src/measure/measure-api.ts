/** HTTP calls for measuring and for saved measurements. */

import type { ObjectList, SceneObject } from "../api/generated.ts";
import { ApiError, call, json, sending } from "../api/client.ts";
import type { LengthUnits } from "../ui/units.ts";
import { withTicket } from "../api/visit-ticket.ts";
import type { CheckList, Measured, Measurement, MeasurementsAnswer, MeasurePoint, MeasureRequest } from "./types.ts";

export type Measurable = Pick<SceneObject, "id" | "name" | "category">;

/** A distance that is known from a tape or a laser; metres. */
export interface NewCheck {
  points: readonly [MeasurePoint, MeasurePoint];
  radius: number;
  length: number;
  /** Half of its interval of 95 %. */
  tolerance: number;
}

const pointsOf = (points: MeasureRequest["points"]): MeasureRequest["points"] =>
  points.map(({ at, snap }) => ({ at, snap }));

export const measureApi = {
  /** The saved ones; null where this visitor may not measure. */
  async list(space: string, signal?: AbortSignal): Promise<MeasurementsAnswer | null> {
    try {
      return await json<MeasurementsAnswer>(`/spaces/${space}/measurements`, signal ? { signal } : {});
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
      throw error;
    }
  },

  measure(space: string, request: MeasureRequest, signal?: AbortSignal): Promise<Measured> {
    const body = { ...request, points: pointsOf(request.points) };
    return json(`/spaces/${space}/measure`, { ...sending<"measure">("POST", body), ...(signal ? { signal } : {}) });
  },

  save(space: string, request: MeasureRequest, name: string): Promise<Measurement> {
    return json(
      `/spaces/${space}/measurements`,
      sending<"keepMeasurement">("POST", { ...request, points: pointsOf(request.points), name }),
    );
  },

  change(id: string, change: { name?: string; points?: MeasurePoint[] }): Promise<Measurement> {
    const body = change.points ? { ...change, points: pointsOf(change.points) } : change;
    return json(`/measurements/${id}`, sending<"editMeasurement">("PATCH", body));
  },

  async trash(id: string): Promise<void> {
    await call(`/measurements/${id}`, { method: "DELETE" });
  },

  restore(id: string): Promise<Measurement> {
    return json(`/measurements/${id}/restore`, { method: "POST" });
  },

  csv(space: string, units: LengthUnits): string {
    return withTicket(`/api/v1/spaces/${space}/measurements.csv?units=${units}`);
  },

  checks(space: string, signal: AbortSignal): Promise<CheckList> {
    return json(`/spaces/${space}/checks`, { signal });
  },

  addCheck(space: string, check: NewCheck): Promise<CheckList> {
    const [a, b] = check.points;
    const points = [{ at: a.at, snap: a.snap }, { at: b.at, snap: b.snap }] as const;
    return json(`/spaces/${space}/checks`, sending<"addCheck">("POST", { ...check, points }));
  },

  async removeCheck(id: string): Promise<void> {
    await call(`/checks/${id}`, { method: "DELETE" });
  },

  async restoreCheck(id: string): Promise<void> {
    await call(`/checks/${id}/restore`, { method: "POST" });
  },

  async objects(space: string): Promise<Measurable[]> {
    const { objects } = await json<ObjectList>(`/spaces/${space}/objects`);
    return objects.filter(({ category }) => category !== "room");
  },
};
