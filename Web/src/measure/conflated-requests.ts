/** Sends one request at a time. Of those that arrive meanwhile only the latest is sent next (conflation). */

export interface ConflatedRequestsOptions<Request, Response> {
  send(request: Request, signal: AbortSignal): Promise<Response>;
  received(response: Response, request: Request): void;
  /** The latest request failed; errors of requests that a newer one replaced are dropped. */
  failed(error: unknown, request: Request): void;
}

export class ConflatedRequests<Request, Response> {
  private waiting: { request: Request } | null = null;
  private running: AbortController | null = null;

  constructor(private readonly options: ConflatedRequestsOptions<Request, Response>) {}

  get isBusy(): boolean {
    return this.running !== null;
  }

  send(request: Request): void {
    if (this.running) this.waiting = { request };
    else void this.run(request);
  }

  /** Drops what waits and what is under way; neither callback is called for them. */
  cancel(): void {
    this.waiting = null;
    this.running?.abort();
    this.running = null;
  }

  private async run(request: Request): Promise<void> {
    const { send, received, failed } = this.options;
    const controller = this.running = new AbortController();
    const { signal } = controller;
    try {
      const response = await send(request, signal);
      if (!signal.aborted) received(response, request);
    } catch (error) {
      if (!signal.aborted && !this.waiting) failed(error, request);
    }
    if (signal.aborted) return;
    this.running = null;
    const next = this.waiting as { request: Request } | null;
    this.waiting = null;
    if (next) void this.run(next.request);
  }
}
