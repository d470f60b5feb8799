import { readMessage, startNotifications } from "../src/offline/notifications.ts";
import type { WorkerScope } from "../src/offline/worker.ts";
import { browserName } from "../src/settings/push.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const message = { title: "Eine Garantie endet morgen", body: "Drill", path: "/things/abc", tag: "warranty-abc" };

function data(value: unknown): { json(): unknown } {
  return { json: () => JSON.parse(JSON.stringify(value)) };
}

Deno.test("a message is shown as it came, and leads to no other server", () => {
  deepStrictEqual(readMessage(data(message)), message);
  for (const path of ["https://evil.example", "//evil.example", "/\\evil.example", 7, undefined]) {
    strictEqual(readMessage(data({ ...message, path }))?.path, "/inbox");
  }
  strictEqual(readMessage(data({ title: 1 })), null);
  strictEqual(readMessage(null), null);
  strictEqual(readMessage({ json: () => JSON.parse("{") }), null);
});

Deno.test("a press opens the page, or focuses the one that is open", async () => {
  // deno-lint-ignore no-explicit-any -- each event has a type of its own
  const listeners = new Map<string, (event: any) => void>();
  const log: string[] = [];
  const open = { url: "https://a.example/things/abc", focus: () => Promise.resolve(log.push("focused")) };
  const pages = [open];
  const scope = {
    location: { href: "https://a.example/sw.js" },
    registration: { showNotification: (title: string) => Promise.resolve(void log.push(title)) },
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: (url: string) => Promise.resolve(log.push(url)),
    },
    // deno-lint-ignore no-explicit-any -- as above
    addEventListener: (type: string, listener: (event: any) => void) => listeners.set(type, listener),
  } as unknown as WorkerScope;
  startNotifications(scope);
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>): void => void works.push(work);
  listeners.get("push")!({ data: data(message), waitUntil });
  const notification = { data: message.path, close: () => log.push("closed") };
  listeners.get("notificationclick")!({ notification, waitUntil });
  await Promise.all(works);
  pages.pop();
  listeners.get("notificationclick")!({ notification, waitUntil });
  await Promise.all(works);
  deepStrictEqual(log, [message.title, "closed", "focused", "closed", "https://a.example/things/abc"]);
});

Deno.test("browsers are named so that people recognize them", () => {
  strictEqual(browserName("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"), "Firefox, Linux");
  strictEqual(
    browserName("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"),
    "Chrome, Android",
  );
  strictEqual(browserName("curl"), "Browser");
});
