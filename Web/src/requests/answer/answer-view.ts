/** What a recording answers, to be read. */

import type { Recording } from "../../api/generated.ts";
import { el } from "../../ui/dom.ts";
import { fileCount, valueText } from "../request-text.ts";
import { shownFile } from "./shot-field.ts";

export function answerView(recording: Recording): HTMLElement {
  const placed = new Set(recording.steps.flatMap(({ shots }) => shots.flatMap(({ media }) => media)));
  const others = recording.media.filter(({ id }) => !placed.has(id));
  return el(
    "div",
    { class: "answer" },
    recording.notes !== "" && el("p", {}, recording.notes),
    ...recording.steps.map((step) =>
      el(
        "section",
        { class: "answer-step", "aria-label": step.title },
        el("h3", {}, step.title),
        ...step.shots.map((shot) =>
          el(
            "div",
            { class: "answer-shot" },
            el("p", { class: "quiet" }, `${shot.title}: ${fileCount(shot.media.length)}`),
            el("ul", { class: "shot-files" }, ...shot.media.map((id) => el("li", {}, shownFile(recording, id)))),
          )
        ),
        el(
          "dl",
          { class: "answer-fields" },
          ...step.fields.flatMap((field) => [
            el("dt", {}, field.title),
            el("dd", {}, valueText(field) || "–"),
          ]),
        ),
      )
    ),
    others.length > 0 &&
      el("ul", { class: "shot-files" }, ...others.map(({ id }) => el("li", {}, shownFile(recording, id)))),
  );
}
