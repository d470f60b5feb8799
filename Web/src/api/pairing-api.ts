/** The HTTP interface for pairing with other devices. */

import type { Pairing, RemovedDevice } from "./generated.ts";
import { call, json, sending } from "./client.ts";

export const pairingApi = {
  pairing(): Promise<Pairing> {
    return json("/pairing");
  },

  /** Shows a code for another device. */
  open(): Promise<Pairing> {
    return json("/pairing/offer", sending<"openPairing">("POST", {}));
  },

  close(): Promise<Pairing> {
    return json("/pairing/offer", { method: "DELETE" });
  },

  /** Starts pairing with the device that shows this code or address. */
  begin(target: string): Promise<Pairing> {
    return json("/pairing/session", sending<"beginPairing">("POST", { target }));
  },

  confirm(): Promise<Pairing> {
    return json("/pairing/session/confirm", { method: "POST" });
  },

  reject(): Promise<Pairing> {
    return json("/pairing/session", { method: "DELETE" });
  },

  async forget(device: string): Promise<void> {
    await call(`/pairing/devices/${device}`, { method: "DELETE" });
  },

  /** Removes a lost device from the account, and rotates its keys. */
  removeDevice(device: string): Promise<RemovedDevice> {
    return json(`/account/devices/${device}`, { method: "DELETE" });
  },

  /** The address of a QR code of the text, as an SVG image. */
  qr(text: string): string {
    return `/api/v1/links/qr.svg?${new URLSearchParams({ text })}`;
  },
};
