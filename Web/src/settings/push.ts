/** Notifications of this browser by Web Push: subscribing at the browser's push service, and at the server. */

import { call, json, sending } from "../api/client.ts";
import type { Push, PushSubscriptionEntry } from "../api/generated.ts";
import { language } from "../i18n/catalogue.ts";
import { t } from "../i18n/messages.ts";

export const pushApi = {
  show(): Promise<Push> {
    return json("/push");
  },

  add(subscription: PushSubscription, name: string): Promise<PushSubscriptionEntry> {
    const { endpoint, keys } = subscription.toJSON();
    const body = {
      endpoint: endpoint ?? "",
      keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
      name,
      language,
    };
    return json("/push/subscriptions", sending<"addPushSubscription">("POST", body));
  },

  async remove(id: string): Promise<void> {
    await call(`/push/subscriptions/${id}`, { method: "DELETE" });
  },

  test(): Promise<Push> {
    return json("/push/test", { method: "POST" });
  },
};

/** Why this browser can't be notified; null where it can. */
export function cannotNotify(): string | null {
  if (!isSecureContext) return t("Browsers take notifications only from pages over HTTPS.");
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) {
    return t("This browser takes no notifications from servers.");
  }
  return null;
}

/**
 * Asks for permission and subscribes this browser.
 * @throws Error with a text to show where the person or the browser refuses.
 */
export async function subscribe(publicKey: string): Promise<PushSubscriptionEntry> {
  if (await Notification.requestPermission() !== "granted") {
    throw new Error(t("Notifications are not allowed for this page; the browser's settings can change that."));
  }
  const registration = await navigator.serviceWorker.ready;
  // A subscription with another key, of another server at this address, can't be used.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  return await pushApi.add(await registration.pushManager.subscribe(options), browserName(navigator.userAgent));
}

/** `Firefox, Linux`: enough to recognize it in the list. */
export function browserName(agent: string): string {
  const browsers = [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//];
  const names = ["Edge", "Firefox", "Chrome", "Safari"];
  const systems = [/Android/, /iPhone|iPad/, /Mac OS X/, /Windows/, /Linux/];
  const systemNames = ["Android", "iOS", "macOS", "Windows", "Linux"];
  const browser = names[browsers.findIndex((pattern) => pattern.test(agent))];
  const system = systemNames[systems.findIndex((pattern) => pattern.test(agent))];
  return [browser ?? t("Browser"), system].filter((part) => part !== undefined).join(", ");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
