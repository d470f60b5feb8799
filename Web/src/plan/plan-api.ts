/** HTTP calls for the plan of a space. */

import type { Job, PlanFormat } from "../api/generated.ts";
import { api, ApiError, call, json, queryOf, sending } from "../api/client.ts";
import type { Units } from "../ui/units.ts";
import { withTicket } from "../api/visit-ticket.ts";
import type { NewEdit, PlanAnswer } from "./types.ts";

export type { PlanFormat };

export interface PlanFile {
  format: PlanFormat;
  storey: number;
  units: Units;
  measurements: boolean;
  download: boolean;
  /** Part of the URL, so that a drawing after an edit is fetched again. */
  version?: number;
}

const none: PlanAnswer = { plan: null, edits: [], undone: [], canEdit: false, notes: [], sheets: [] };

/** `units`: those of the sheets, since their page size and scale depend on them. */
export const planApi = {
  /** Null where this visitor may not see it; an answer without a plan where none was made. */
  async load(space: string, units: Units, owns: boolean, signal?: AbortSignal): Promise<PlanAnswer | null> {
    try {
      return await answer(`/spaces/${space}/plan?units=${units}`, signal ? { signal } : {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return owns ? { ...none, canEdit: true } : null;
      if (error.status === 403 || error.status === 401) return null;
      throw error;
    }
  },

  async make(space: string): Promise<Job> {
    return await json(`/spaces/${space}/plan`, { method: "POST" });
  },

  /** The latest plan job of the space, whichever tab started it; null where there was none in the last hour. */
  async latestJob(space: string): Promise<Job | null> {
    return (await api.jobs()).find((job) => job.kind === "plan" && job.space === space) ?? null;
  },

  /** Moves the plan and its edits to the trash. */
  async remove(space: string): Promise<void> {
    await call(`/spaces/${space}/plan`, { method: "DELETE" });
  },

  edit(space: string, units: Units, edit: NewEdit): Promise<PlanAnswer> {
    return answer(`/spaces/${space}/plan/edits?units=${units}`, sending<"editPlan">("POST", edit));
  },

  undo(space: string, units: Units): Promise<PlanAnswer> {
    return answer(`/spaces/${space}/plan/undo?units=${units}`, { method: "POST" });
  },

  redo(space: string, units: Units): Promise<PlanAnswer> {
    return answer(`/spaces/${space}/plan/redo?units=${units}`, { method: "POST" });
  },
};

async function answer(path: string, init: RequestInit): Promise<PlanAnswer> {
  return await json(path, init);
}

/** The URL of a drawing or file of the plan. */
export function planFileURL(space: string, file: PlanFile): string {
  const query = queryOf<"getPlanFile">({
    format: file.format,
    storey: file.storey,
    units: file.units,
    measurements: `${file.measurements}`,
    download: `${file.download}`,
    ...(file.version === undefined ? {} : { v: file.version }),
  });
  return withTicket(`/api/v1/spaces/${space}/plan/file?${query}`);
}
