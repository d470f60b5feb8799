/** The controls of a replay, over the lower edge of the image: play, time, speed, who is there, and leaving it. */

import { t } from "../../i18n/messages.ts";
import { clock } from "../../memories/memory-text.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { replaySpeeds, type ReplayStore } from "./replay-store.ts";

/** Seconds that an arrow key of the bar goes. */
const step = 5;

export function replayBar(store: ReplayStore, title: string, close: () => void, owner: AbortSignal): HTMLElement {
  const duration = clock(store.duration);
  const position = el("input", {
    class: "replay-position",
    type: "range",
    min: 0,
    max: Math.ceil(store.duration * 10) / 10,
    step: 0.1,
    "aria-label": t("Time in the recording"),
    oninput: () => store.seek(Number(position.value)),
  });
  const time = el("span", { class: "replay-time" });
  const people = el("span", { class: "replay-people quiet" });
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const bar = el(
    "section",
    { class: "replay-bar", "aria-label": t("Replay: {title}", { title }) },
    el(
      "header",
      { class: "replay-head" },
      el("strong", { class: "replay-title" }, title),
      people,
      iconButton("close", t("End the replay"), close),
    ),
    el("div", { class: "replay-controls" }, playButton(store, owner), position, time, speedField(store)),
    problem,
  );
  effect(() => {
    const seconds = store.seconds.value;
    if (document.activeElement !== position || store.playing.peek()) position.value = String(seconds);
    position.setAttribute("aria-valuetext", t("{time} of {duration}", { time: clock(seconds), duration }));
    setText(time, `${clock(seconds)} / ${duration}`);
  }, owner);
  effect(() => setText(people, store.people.value.map(({ name }) => name).join(", ")), owner);
  effect(() => {
    problem.hidden = store.problem.value === "";
    setText(
      problem,
      problem.hidden ? "" : t("The recording can't be replayed further: {problem}", { problem: store.problem.value }),
    );
  }, owner);
  bar.addEventListener("keydown", (event) => handleKey(event, store, position, close), { signal: owner });
  return bar;
}

function playButton(store: ReplayStore, owner: AbortSignal): HTMLButtonElement {
  const button = el("button", {
    class: "button primary replay-play",
    type: "button",
    onclick: () => store.playing.peek() ? store.pause() : store.play(),
  });
  effect(() => {
    const label = store.playing.value ? t("Pause") : t("Play");
    button.replaceChildren(
      icon(store.playing.value ? "pause" : "play"),
      el("span", { class: "visually-hidden" }, label),
    );
    button.title = label;
  }, owner);
  return button;
}

function speedField(store: ReplayStore): HTMLElement {
  const select = el(
    "select",
    {
      class: "replay-speed",
      "aria-label": t("Speed"),
      onchange: () => {
        store.speed.value = Number(select.value);
        announce(t("Speed {speed}", { speed: `${select.value}×` }));
      },
    },
    ...replaySpeeds.map((speed) =>
      el("option", { value: String(speed), selected: speed === store.speed.peek() }, `${speed}×`)
    ),
  );
  return select;
}

/** Keys of the bar: `k` or the space key play, `j` and `l` go five seconds, Escape ends the replay. */
function handleKey(event: KeyboardEvent, store: ReplayStore, position: HTMLElement, close: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const isOwn = event.target instanceof HTMLButtonElement;
  if (event.key === "k" || (event.key === " " && !isOwn)) store.playing.peek() ? store.pause() : store.play();
  else if (event.key === "j" || event.key === "l") {
    store.seek(store.seconds.peek() + (event.key === "j" ? -step : step));
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    if (event.target !== position) return;
    store.seek(store.seconds.peek() + (event.key === "ArrowLeft" ? -step : step));
  } else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
