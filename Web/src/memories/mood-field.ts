import { t } from "../i18n/messages.ts";
import { moodMark } from "../ui/mood-mark.ts";
import { type Mood, moodNames, moods } from "../ui/moods.ts";
import { el, freshID } from "../ui/dom.ts";

/** Radio buttons for the moods and none. */
export function moodField(selected: Mood | null, changed: (mood: Mood | null) => void): HTMLElement {
  const name = freshID("mood");
  const choice = (mood: Mood | null): HTMLElement => {
    const checked = mood === selected;
    return el(
      "label",
      { class: "mood-choice" },
      el("input", { type: "radio", name, value: mood ?? "", checked, onchange: () => changed(mood) }),
      el("span", {}, mood && moodMark(mood), mood === null ? t("None") : moodNames[mood]),
    );
  };
  return el(
    "fieldset",
    { class: "field mood-field" },
    el("legend", {}, t("Mood")),
    el("div", { class: "mood-choices" }, choice(null), ...moods.map(choice)),
  );
}
