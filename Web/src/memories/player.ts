/** A memory's file as it is shown: the picture, or the browser's own player, with its words. */

import { type Child, el } from "../ui/dom.ts";
import type { Media } from "./types.ts";

export function mediaElement(media: Media): HTMLElement {
  const problem = el("p", { class: "media-trouble", hidden: true }, "It can't be shown here.");
  const shown = media.kind === "photo" ? photo(media) : player(media);
  shown.addEventListener("error", () => {
    shown.hidden = true;
    problem.hidden = false;
    problem.append(" ", el("a", { href: media.url, download: "" }, "Download it"));
  }, { once: true });
  return el("figure", { class: `memory-media ${media.kind}` }, shown, problem, ...words(media));
}

function photo({ thumbnails, url, alternative, width, height }: Media): HTMLImageElement {
  return el("img", {
    src: thumbnails?.large ?? url,
    alt: alternative || "A photo without a description",
    width,
    height,
    decoding: "async",
  });
}

function player({ kind, url, poster, alternative }: Media): HTMLElement {
  const common = { src: url, controls: true, preload: "metadata" };
  if (kind === "audio") return el("audio", { ...common, "aria-label": alternative || "The recording" });
  return el("video", { ...common, poster, playsinline: true, "aria-label": alternative || "The video" });
}

function words({ kind, alternative, transcript }: Media): Child[] {
  return [
    alternative !== "" && el("figcaption", { class: "quiet" }, alternative),
    transcript !== "" &&
    el(
      "details",
      { class: "transcript" },
      el("summary", {}, kind === "photo" ? "In words" : "What is said"),
      el("p", { class: "prose" }, transcript),
    ),
  ];
}
