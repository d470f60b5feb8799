/** Who the visitor is in live sessions: the secret key of a session, and the name and colour that are remembered. */

import { t } from "../i18n/messages.ts";

/** Avatars' colours; names of their own for screen readers. */
export const avatarColors = [
  { name: t("Amber"), value: "#f2a33c" },
  { name: t("Coral"), value: "#f2705c" },
  { name: t("Rose"), value: "#e86fa4" },
  { name: t("Violet"), value: "#9b7bea" },
  { name: t("Blue"), value: "#4f9bea" },
  { name: t("Teal"), value: "#2fb6a8" },
  { name: t("Green"), value: "#6cba4f" },
  { name: t("Sand"), value: "#c9a77c" },
] as const;

export interface LiveProfile {
  name: string;
  /** sRGB, `#rrggbb`. */
  color: string;
}

const profileName = "diorama.live.profile";

/** The remembered name and colour; a random colour for new visitors. */
export function rememberedProfile(storage: Storage | null = storageOf("localStorage")): LiveProfile {
  const color = avatarColors[Math.floor(Math.random() * avatarColors.length)]!.value;
  try {
    const stored = JSON.parse(storage?.getItem(profileName) ?? "null") as Partial<LiveProfile> | null;
    const isColor = /^#[0-9a-f]{6}$/.test(stored?.color ?? "");
    return { name: typeof stored?.name === "string" ? stored.name : "", color: isColor ? stored!.color! : color };
  } catch {
    return { name: "", color };
  }
}

export function rememberProfile(profile: LiveProfile, storage: Storage | null = storageOf("localStorage")): void {
  try {
    storage?.setItem(profileName, JSON.stringify(profile));
  } catch {
    // Full or forbidden: it is asked for next time.
  }
}

/**
 * The key of a session for this tab. It is kept in the tab, so that the page is the same participant after it was
 * loaded again. A duplicated tab gets its own: the room lets a key have one connection only.
 */
export async function claimKey(code: string, owner: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const storage = storageOf("sessionStorage");
  const name = `diorama.live.key.${code}`;
  const stored = keyFrom(storage?.getItem(name) ?? "");
  const key = stored && !await isUsedElsewhere(stored) ? stored : crypto.getRandomValues(new Uint8Array(16));
  try {
    storage?.setItem(name, hex(key));
  } catch {
    // Without storage the visitor is a new participant after a reload.
  }
  answerOthers(key, owner);
  return key;
}

interface KeyMessage {
  kind: "isUsed" | "used";
  key: string;
}

const channelName = "diorama.live.keys";
/** Milliseconds in which another tab answers. */
const answerTime = 120;

function isUsedElsewhere(key: Uint8Array): Promise<boolean> {
  if (typeof BroadcastChannel === "undefined") return Promise.resolve(false);
  const channel = new BroadcastChannel(channelName);
  return new Promise((resolve) => {
    const end = (isUsed: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(isUsed);
    };
    const timer = setTimeout(() => end(false), answerTime);
    channel.onmessage = ({ data }: MessageEvent<KeyMessage>): void => {
      if (data.kind === "used" && data.key === hex(key)) end(true);
    };
    channel.postMessage({ kind: "isUsed", key: hex(key) } satisfies KeyMessage);
  });
}

function answerOthers(key: Uint8Array, owner: AbortSignal): void {
  if (typeof BroadcastChannel === "undefined" || owner.aborted) return;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<KeyMessage>): void => {
    if (data.kind === "isUsed" && data.key === hex(key)) {
      channel.postMessage({ kind: "used", key: data.key } satisfies KeyMessage);
    }
  };
  owner.addEventListener("abort", () => channel.close(), { once: true });
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keyFrom(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{32}$/.test(text)) return null;
  return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function storageOf(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null; // forbidden by the browser's settings
  }
}
