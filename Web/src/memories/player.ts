/** The file of a memory: image, or the browser's player, with description and transcript. */

import { t } from "../i18n/messages.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { clock } from "./memory-text.ts";
import type { Media } from "./types.ts";

/** `replay`: plays a recorded session in the space; null where the space isn't shown. */
export function mediaElement(media: Media, replay: ((media: Media) => void) | null): HTMLElement {
  if (media.kind === "session") return recordedSession(media, replay);
  const problem = el("p", { class: "media-trouble", hidden: true }, t("This browser can't show the file."));
  const shown = media.kind === "photo" ? photo(media) : player(media);
  shown.addEventListener("error", () => {
    shown.hidden = true;
    problem.hidden = false;
    problem.append(" ", el("a", { href: media.url, download: "" }, t("Download it")));
  }, { once: true });
  return el("figure", { class: `memory-media ${media.kind}` }, shown, problem, ...captions(media));
}

function recordedSession(media: Media, replay: ((media: Media) => void) | null): HTMLElement {
  const duration = media.duration === null ? "" : ` (${clock(media.duration)})`;
  const button = el(
    "button",
    { class: "button primary replay-open", type: "button", hidden: replay === null, onclick: () => replay?.(media) },
    icon("play"),
    t("Replay in the space{duration}", { duration }),
  );
  return el("figure", { class: "memory-media session" }, button, ...captions(media));
}

function photo({ thumbnails, url, alternative, width, height }: Media): HTMLImageElement {
  return el("img", {
    src: thumbnails?.large ?? url,
    alt: alternative || t("A photo without a description"),
    width,
    height,
    decoding: "async",
  });
}

function player({ kind, url, poster, alternative }: Media): HTMLElement {
  const common = { src: url, controls: true, preload: "metadata" };
  if (kind === "audio") return el("audio", { ...common, "aria-label": alternative || t("The recording") });
  return el("video", { ...common, poster, playsinline: true, "aria-label": alternative || t("The video") });
}

function captions({ alternative, transcript }: Media): Child[] {
  return [
    alternative !== "" && el("figcaption", { class: "quiet" }, alternative),
    transcript !== "" &&
    el(
      "details",
      { class: "transcript" },
      el("summary", {}, t("Transcript")),
      el("p", { class: "prose" }, transcript),
    ),
  ];
}
