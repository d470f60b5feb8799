/**
 * A room for tests, as docs/live-protocol.md describes it: it welcomes, numbers operations and sends them to everyone. It knows no
 * permissions and sends every missing event, never a snapshot with content.
 */

import type { ConnectionServices, Socket } from "../src/live/connection.ts";

interface Member {
  id: number;
  received: number;
  socket: TestSocket | null;
}

const operations = new Set([4, 5, 7, 8, 9, 10, 11, 17, 18, 19, 20]);

/** The time of all clients of a test, with its timers. */
export class TestClock {
  now = 10_000;
  private timers: { at: number; id: number; body: () => void }[] = [];
  private count = 0;

  readonly setTimeout = (body: () => void, milliseconds: number): number => {
    this.timers.push({ at: this.now + milliseconds, id: ++this.count, body });
    return this.count;
  };

  readonly clearTimeout = (timer: number): void => {
    this.timers = this.timers.filter(({ id }) => id !== timer);
  };

  advance(milliseconds: number): void {
    this.now += milliseconds;
    const due = this.timers.filter(({ at }) => at <= this.now);
    this.timers = this.timers.filter(({ at }) => at > this.now);
    for (const { body } of due) body();
  }
}

export class TestSocket implements Socket {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;

  constructor(private readonly room: TestRoom) {}

  send(data: Uint8Array<ArrayBuffer>): void {
    if (!this.isClosed) this.room.receive(data, this);
  }

  close(): void {
    this.isClosed = true;
  }
}

export class TestRoom {
  readonly sockets: TestSocket[] = [];
  private readonly members = new Map<string, Member>();
  private readonly events: Uint8Array<ArrayBuffer>[] = [];
  /** Whether connections can be opened. */
  isUp = true;
  /** The answer to a hello in place of a welcome. */
  refusal: { reason: number; remedy: number } | null = null;
  role = 1;

  constructor(private readonly clock: TestClock) {}

  services(ending: string | null = null): ConnectionServices {
    const { clock } = this;
    return {
      open: () => this.open(),
      now: () => clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      ending: () => Promise.resolve(ending),
      ended: "The session has ended.",
    };
  }

  private open(): TestSocket {
    const socket = new TestSocket(this);
    this.sockets.push(socket);
    this.clock.setTimeout(() => this.isUp ? socket.onopen?.() : socket.onclose?.({ code: 1006 }), 5);
    return socket;
  }

  /** Ends all connections, as a restart of the server does, or with another code of RFC 6455. */
  interrupt(code = 1001): void {
    for (const member of this.members.values()) {
      const { socket } = member;
      member.socket = null;
      socket?.onclose?.({ code });
    }
  }

  send(socket: TestSocket, ...frames: Uint8Array[]): void {
    const packet = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
    let at = 0;
    for (const frame of frames) {
      packet.set(frame, at);
      at += frame.length;
    }
    socket.onmessage?.({ data: packet.buffer });
  }

  receive(packet: Uint8Array, socket: TestSocket): void {
    const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
    for (let at = 0; at < packet.length;) {
      const length = view.getUint32(at, true) >>> 8;
      this.process(packet.slice(at, at + 8 + length), socket);
      at += 8 + length;
    }
  }

  private process(message: Uint8Array<ArrayBuffer>, socket: TestSocket): void {
    const view = new DataView(message.buffer);
    const type = view.getUint8(0);
    const number = view.getUint32(4, true);
    if (type === 1) return this.admit(message.slice(14, 30), socket);
    const member = [...this.members.values()].find((each) => each.socket === socket);
    if (!member) return;
    if (type === 13) {
      const body = new DataView(new ArrayBuffer(24));
      body.setBigUint64(0, view.getBigUint64(8, true), true);
      body.setBigUint64(8, this.time, true);
      body.setUint32(16, this.events.length, true);
      body.setUint32(20, member.received, true);
      this.send(socket, frame(14, 0, body));
    }
    if (type === 16) this.resume(member, view.getUint32(8, true));
    if (type === 6 || type === 12) {
      for (const other of this.members.values()) if (other !== member && other.socket) this.send(other.socket, message);
    }
    if (!operations.has(type) || number !== member.received + 1) return;
    member.received = number;
    view.setUint32(4, this.events.length + 1, true);
    this.events.push(message);
    for (const each of this.members.values()) if (each.socket) this.send(each.socket, message);
  }

  private admit(key: Uint8Array, socket: TestSocket): void {
    if (this.refusal) {
      const body = new DataView(new ArrayBuffer(6));
      body.setUint8(0, this.refusal.reason);
      body.setUint8(5, this.refusal.remedy);
      return this.send(socket, frame(3, 0, body));
    }
    const member = this.members.get(key.join()) ?? { id: this.members.size + 1, received: 0, socket: null };
    this.members.set(key.join(), member);
    member.socket = socket;
    const body = new DataView(new ArrayBuffer(30));
    body.setUint8(0, 3);
    body.setUint32(1, member.id, true);
    body.setUint8(5, this.role);
    body.setBigUint64(6, this.time, true);
    body.setBigUint64(14, BigInt(this.events.length), true);
    body.setUint32(22, member.received, true);
    body.setUint32(26, 3, true);
    this.send(socket, frame(2, 0, body));
  }

  private resume(member: Member, after: number): void {
    const body = new DataView(new ArrayBuffer(24));
    body.setBigUint64(12, this.time, true);
    const missing = this.events.slice(after);
    this.send(member.socket!, ...(after === 0 ? [frame(15, 0, body)] : []), ...missing);
  }

  private get time(): bigint {
    return BigInt(this.clock.now + 500_000);
  }
}

function frame(type: number, number: number, body: DataView): Uint8Array {
  const bytes = new Uint8Array(8 + body.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type | body.byteLength << 8, true);
  view.setUint32(4, number, true);
  bytes.set(new Uint8Array(body.buffer), 8);
  return bytes;
}
