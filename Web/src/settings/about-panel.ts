/** The program: version, licence, and whose work is in it. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import type { SettingsStore } from "./settings-store.ts";

/** Components of other people that run in the browser or in the program, with their licences. */
const components: readonly (readonly [name: string, licence: string])[] = [
  ["three.js", "MIT"],
  ["Swift, SwiftNIO, Hummingbird, swift-crypto", "Apache-2.0"],
  ["GRDB, SQLite", "MIT, public domain"],
  ["libjpeg-turbo, libpng, libwebp", "BSD, libpng"],
  ["libheif", "LGPL-3.0"],
  ["OpenCV, ZXing, Tesseract", "Apache-2.0"],
  ["Cairo", "LGPL-2.1"],
  ["meshoptimizer, libarchive", "MIT, BSD"],
];

export function aboutPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const version = el("p", { class: "state-title" });
  effect(() => void (version.textContent = `Diorama ${store.settings.value?.version ?? ""}`), owner);
  const list = el("dl", { class: "settings-licences" });
  for (const [name, licence] of components) list.append(el("dt", {}, name), el("dd", {}, licence));
  return [
    version,
    el("p", {}, t("Apache License 2.0. Use, change and share it; the licence and the notice stay with it.")),
    el("details", {}, el("summary", {}, t("Components of others")), list),
  ];
}
