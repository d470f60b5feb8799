/** The server's interface for the plan of a space. */

import { api, ApiError, call, type Job, json, sending } from "../api.ts";
import type { Units } from "../units.ts";
import { withTicket } from "../visit-ticket.ts";
import type { NewEdit, PlanAnswer } from "./types.ts";

export type PlanFormat = "svg" | "pdf" | "png" | "dxf" | "dwg" | "ifc" | "json";

export interface PlanFile {
  format: PlanFormat;
  storey: number;
  units: Units;
  measurements: boolean;
  download: boolean;
  /** Counts changes, so that a drawing after an edit is another address. */
  version?: number;
}

const none: PlanAnswer = { plan: null, edits: [], undone: [], canEdit: false, notes: [], sheets: [] };

export const planApi = {
  /** Null for those who may not see it; an answer without a plan where none was made. */
  async load(space: string, owns: boolean, signal?: AbortSignal): Promise<PlanAnswer | null> {
    try {
      return await json<PlanAnswer>(`/spaces/${space}/plan`, signal ? { signal } : {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return { ...none, canEdit: owns };
      if (error.status === 403 || error.status === 401) return null;
      throw error;
    }
  },

  async make(space: string): Promise<Job> {
    const answer = await json<Job | { job: Job }>(`/spaces/${space}/plan`, { method: "POST" });
    return "job" in answer ? answer.job : answer;
  },

  /** The one under way that makes this space's plan, after a reload say. */
  async making(space: string): Promise<Job | null> {
    const jobs = await api.jobs();
    const mine = (job: Job): boolean => job.space === space && /^plan\b/i.test(job.title);
    return jobs.find((job) => mine(job) && (job.state === "queued" || job.state === "running")) ?? null;
  },

  async delete(space: string): Promise<void> {
    await call(`/spaces/${space}/plan`, { method: "DELETE" });
  },

  edit(space: string, edit: NewEdit): Promise<PlanAnswer> {
    return json(`/spaces/${space}/plan/edits`, sending("POST", edit));
  },

  undo(space: string): Promise<PlanAnswer> {
    return json(`/spaces/${space}/plan/undo`, { method: "POST" });
  },

  redo(space: string): Promise<PlanAnswer> {
    return json(`/spaces/${space}/plan/redo`, { method: "POST" });
  },
};

/** Where a drawing or file of the plan is to be had. */
export function planFileURL(space: string, file: PlanFile): string {
  const query = new URLSearchParams({
    format: file.format,
    storey: String(file.storey),
    units: file.units,
    measurements: String(file.measurements),
    download: String(file.download),
  });
  if (file.version !== undefined) query.set("v", String(file.version));
  return withTicket(`/api/v1/spaces/${space}/plan/file?${query}`);
}
