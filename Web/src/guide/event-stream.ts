/** Reads server-sent events from the body of a response, as they arrive. */

export interface ServerEvent {
  event: string;
  data: string;
}

/** Splits text into events by the HTML standard's rules; ids, retry times and comments are ignored. */
export class EventParser {
  private rest = "";
  private event = "";
  private data: string[] = [];

  /** The events that a piece of the stream completes. */
  push(text: string): ServerEvent[] {
    const found: ServerEvent[] = [];
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.take(line, found);
    return found;
  }

  private take(line: string, found: ServerEvent[]): void {
    if (line === "") {
      if (this.data.length > 0) found.push({ event: this.event || "message", data: this.data.join("\n") });
      this.event = "";
      this.data = [];
      return;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.event = value;
    if (name === "data") this.data.push(value);
  }
}

export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
    // The last event counts even if the empty line after it is missing.
    yield* parser.push(`${decoder.decode()}\n\n`);
  } finally {
    // Whoever stops reading ends the request.
    reader.cancel().catch(() => {});
  }
}
