/** Looking at the exhibit as visitors do, and exporting it. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { exhibitPath } from "../../ui/routes.ts";
import { exportURL } from "../exhibit-api.ts";
import type { EditorStore } from "./editor-store.ts";

export function exportSection(store: EditorStore, owner: AbortSignal): HTMLElement {
  const note = el("p", { class: "quiet", role: "status" });
  effect(() => {
    const isSaved = store.saveState.value.state === "saved";
    setText(
      note,
      isSaved ? t("Everything is saved.") : t("Changes that aren't saved yet are missing in a preview and an export."),
    );
  }, owner);
  const download = (format: "zip" | "web", name: string): Record<string, string> => ({
    href: exportURL(store.id, format),
    download: name,
  });
  return el(
    "div",
    { class: "editor-form" },
    note,
    entry("look", t("Preview"), t("The page that visitors see."), t("Open the exhibit"), {
      href: exhibitPath(store.id),
    }),
    entry(
      "download",
      t("Package"),
      t("One file with the document, models and images, to import into another library."),
      t("Export package"),
      download("zip", `${store.id}.zip`),
    ),
    entry(
      "download",
      t("Website"),
      t("A folder for any web host: unpack it there, and the exhibit is online."),
      t("Export website"),
      download("web", `${store.id}-website.zip`),
    ),
  );
}

function entry(
  name: IconName,
  title: string,
  text: string,
  label: string,
  link: Record<string, string>,
): HTMLElement {
  return el(
    "section",
    { class: "export-entry" },
    el("div", {}, el("h3", {}, title), el("p", { class: "quiet" }, text)),
    el("a", { class: "button", ...link }, icon(name), label),
  );
}
