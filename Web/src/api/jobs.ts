/** Follows jobs on the server: a few by event streams, the others by polling. */

import type { Job } from "./generated.ts";
import { api, ApiError, isFinal } from "./client.ts";

/** Browsers open six connections to a server; uploads and images need some of them. */
const maxStreams = 3;
const askEvery = 2000;
let streams = 0;

export interface JobListener {
  job(job: Job): void;
  /** The connection was lost (it is being retried), or is restored. */
  connected(connected: boolean): void;
  /** The server doesn't know the job any more. */
  lost(): void;
}

/** Reports the job's progress until it ends. Returns a function that stops it. */
export function watchJob(id: string, listener: JobListener): () => void {
  return streams < maxStreams ? stream(id, listener) : poll(id, listener);
}

function stream(id: string, listener: JobListener): () => void {
  const source = api.jobEvents(id);
  streams += 1;
  let stopPolling: (() => void) | null = null;
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    streams -= 1;
    source.close();
  };
  source.addEventListener("progress", (event) => {
    const job = JSON.parse((event as MessageEvent<string>).data) as Job;
    if (isFinal(job.state)) close();
    listener.connected(true);
    listener.job(job);
  });
  source.onerror = (): void => {
    if (!open) return;
    listener.connected(false);
    // In CONNECTING the browser retries by itself; CLOSED means that the server refused.
    if (source.readyState !== EventSource.CLOSED) return;
    close();
    stopPolling = poll(id, listener);
  };
  return () => {
    close();
    stopPolling?.();
  };
}

function poll(id: string, listener: JobListener): () => void {
  let timer = 0;
  let stopped = false;
  const askOnce = async (): Promise<void> => {
    try {
      const job = await api.job(id);
      if (stopped) return;
      listener.connected(true);
      listener.job(job);
      if (isFinal(job.state)) return;
    } catch (error) {
      if (stopped) return;
      if (error instanceof ApiError && error.status === 404) return listener.lost();
      listener.connected(false);
    }
    timer = setTimeout(askOnce, askEvery);
  };
  void askOnce();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
