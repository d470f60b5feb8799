/** Style sheets of parts of the page that are loaded when they are first opened. */

import { assetURL } from "../core/assets.ts";
import { t } from "../i18n/messages.ts";

const loading = new Map<string, Promise<void>>();

type StyleFile =
  | "plan.css"
  | "measure.css"
  | "live.css"
  | "live-settings.css"
  | "exhibit.css"
  | "exhibit-editor.css"
  | "guide.css"
  | "settings.css"
  | "things.css"
  | "requests.css";

/** Resolves when the sheet of `css/` applies; rejects where it can't be loaded. */
export function loadStyle(file: StyleFile): Promise<void> {
  let style = loading.get(file);
  if (!style) {
    style = new Promise<void>((resolve, reject) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = assetURL(file);
      link.addEventListener("load", () => resolve());
      link.addEventListener("error", () => {
        link.remove();
        loading.delete(file); // so that trying again helps
        reject(new Error(t("A part of this page couldn't be loaded. Is Diorama still running?")));
      });
      document.head.append(link);
    });
    loading.set(file, style);
  }
  return style;
}
