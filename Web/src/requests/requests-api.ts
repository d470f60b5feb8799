/** The requests about workflows, recordings, and recordings that contacts ask for. */

import { call, json, queryOf, send, sending } from "../api/client.ts";
import type {
  Id,
  Operations,
  Recording,
  RecordingBody,
  RecordingList,
  Request as AskedRecording,
  RequestAnswer,
  RequestBody,
  RequestList,
  StepAnswer,
  Workflow,
  WorkflowBody,
  WorkflowList,
} from "../api/generated.ts";

export type RequestQuery = Operations["listRequests"]["query"];
export type RecordingQuery = Operations["listRecordings"]["query"];
export type FileKind = Operations["addRecordingMedia"]["query"]["kind"];
export type ImageSize = NonNullable<Operations["getRecordingMedia"]["query"]["size"]>;

/** A workflow with the tag of its version: a change of an older one is rejected. */
export interface TaggedWorkflow {
  workflow: Workflow;
  tag: string | null;
}

/** A file for a shot of a step. */
export interface ShotFile {
  step: string;
  shot: string;
  kind: FileKind;
  name: string;
  body: Blob;
}

/** The address of a file of a recording, or of a JPEG of it. */
export function recordingMediaAddress(recording: Id, media: Id, size?: ImageSize): string {
  const path = `/api/v1/recordings/${recording}/media/${media}`;
  return size ? `${path}?${queryOf<"getRecordingMedia">({ size })}` : path;
}

async function tagged(answer: Promise<Response>): Promise<TaggedWorkflow> {
  const response = await answer;
  return { workflow: await response.json() as Workflow, tag: response.headers.get("ETag") };
}

export const requestsApi = {
  workflows(query: Operations["listWorkflows"]["query"] = {}): Promise<WorkflowList> {
    return json(`/workflows?${queryOf<"listWorkflows">(query)}`);
  },

  workflow(id: Id): Promise<TaggedWorkflow> {
    return tagged(call(`/workflows/${id}`));
  },

  addWorkflow(body: WorkflowBody): Promise<TaggedWorkflow> {
    return tagged(call("/workflows", sending<"addWorkflow">("POST", body)));
  },

  editWorkflow(id: Id, body: WorkflowBody, tag: string | null): Promise<TaggedWorkflow> {
    const init = sending<"editWorkflow">("PATCH", body);
    if (tag !== null) init.headers["If-Match"] = tag;
    return tagged(call(`/workflows/${id}`, init));
  },

  copyWorkflow(id: Id): Promise<Workflow> {
    return json(`/workflows/${id}/copy`, { method: "POST" });
  },

  async trashWorkflow(id: Id): Promise<void> {
    await call(`/workflows/${id}`, { method: "DELETE" });
  },

  recordings(query: RecordingQuery): Promise<RecordingList> {
    return json(`/recordings?${queryOf<"listRecordings">(query)}`);
  },

  recording(id: Id): Promise<Recording> {
    return json(`/recordings/${id}`);
  },

  addRecording(body: RecordingBody): Promise<Recording> {
    return json("/recordings", sending<"addRecording">("POST", body));
  },

  editRecording(id: Id, body: RecordingBody): Promise<Recording> {
    return json(`/recordings/${id}`, sending<"editRecording">("PATCH", body));
  },

  async trashRecording(id: Id): Promise<void> {
    await call(`/recordings/${id}`, { method: "DELETE" });
  },

  answerStep(id: Id, step: string, answer: StepAnswer): Promise<Recording> {
    return json(`/recordings/${id}/steps/${step}`, sending<"answerStep">("PUT", answer));
  },

  addMedia(
    id: Id,
    file: ShotFile,
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<Recording> {
    const { step, shot, kind, name, body } = file;
    const query = queryOf<"addRecordingMedia">({ kind, name, step, shot });
    return send(`/recordings/${id}/media?${query}`, body, "application/octet-stream", progress, signal);
  },

  removeMedia(id: Id, media: Id): Promise<Recording> {
    return json(`/recordings/${id}/media/${media}`, { method: "DELETE" });
  },

  requests(query: RequestQuery): Promise<RequestList> {
    return json(`/requests?${queryOf<"listRequests">(query)}`);
  },

  request(id: Id): Promise<AskedRecording> {
    return json(`/requests/${id}`);
  },

  ask(body: RequestBody): Promise<AskedRecording> {
    return json("/requests", sending<"addRequest">("POST", body));
  },

  withdraw(id: Id): Promise<AskedRecording> {
    return json(`/requests/${id}/withdraw`, { method: "POST" });
  },

  decline(id: Id): Promise<AskedRecording> {
    return json(`/requests/${id}/decline`, { method: "POST" });
  },

  /** The recording that will answer a request; it is added where there is none. */
  begin(id: Id): Promise<Recording> {
    return json(`/requests/${id}/recording`, { method: "POST" });
  },

  answer(id: Id, body: RequestAnswer): Promise<AskedRecording> {
    return json(`/requests/${id}/answer`, sending<"sendAnswer">("POST", body));
  },
};

export type RequestsApi = typeof requestsApi;
