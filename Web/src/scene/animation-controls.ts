/** The controls of a model's animations: play and pause, the clip, its time, the speed. */

import { t } from "../i18n/messages.ts";
import { formatDecimal } from "../i18n/numbers.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { type AnimationPlayer, speeds } from "./animation-player.ts";

export function animationControls(player: AnimationPlayer, owner: AbortSignal): HTMLElement {
  return el(
    "div",
    {
      class: "animation",
      role: "group",
      "aria-label": t("Animation"),
      // Lists use letters and arrows themselves.
      onkeydown: (event: KeyboardEvent) => event.target instanceof HTMLSelectElement && event.stopPropagation(),
    },
    playButton(player, owner),
    player.clips.length > 1 && clipSelect(player, owner),
    ...timeSlider(player, owner),
    speedSelect(player, owner),
  );
}

function playButton(player: AnimationPlayer, owner: AbortSignal): HTMLButtonElement {
  const toggle = (): void => player.isPlaying.peek() ? player.pause() : player.play();
  const button = el("button", { class: "icon-button animation-play", type: "button", onclick: toggle });
  effect(() => {
    const isPlaying = player.isPlaying.value;
    const label = isPlaying ? t("Pause the animation") : t("Play the animation");
    button.replaceChildren(icon(isPlaying ? "pause" : "play"));
    button.setAttribute("aria-label", label);
    button.title = label;
  }, owner);
  return button;
}

function clipSelect(player: AnimationPlayer, owner: AbortSignal): HTMLSelectElement {
  const select = el(
    "select",
    { class: "animation-clip", "aria-label": t("Clip"), onchange: () => player.choose(Number(select.value)) },
    ...player.clips.map(({ name }, i) => el("option", { value: i }, name)),
  );
  effect(() => void (select.value = String(player.clip.value)), owner);
  return select;
}

function timeSlider(player: AnimationPlayer, owner: AbortSignal): HTMLElement[] {
  const range = el("input", {
    class: "animation-time",
    type: "range",
    min: 0,
    step: "any",
    "aria-label": t("Time of the animation"),
    oninput: () => {
      player.pause();
      player.seek(Number(range.value));
    },
    // Without steps of its own the slider would jump by a tenth of the clip.
    onkeydown: (event: KeyboardEvent) => {
      const steps = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1 }[event.key];
      if (steps === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      player.pause();
      player.seek(player.time.peek() + steps);
    },
  });
  const output = el("output", { class: "animation-seconds", "aria-live": "off" });
  effect(() => {
    void player.clip.value;
    range.max = String(player.duration);
  }, owner);
  effect(() => {
    const text = t("{time} of {duration} s", {
      time: formatDecimal(player.time.value, 1),
      duration: formatDecimal(player.duration, 1),
    });
    range.value = String(player.time.value);
    range.setAttribute("aria-valuetext", text);
    setText(output, text);
  }, owner);
  return [range, output];
}

function speedSelect(player: AnimationPlayer, owner: AbortSignal): HTMLSelectElement {
  const select = el(
    "select",
    { class: "animation-speed", "aria-label": t("Speed"), onchange: () => player.setSpeed(Number(select.value)) },
    ...speeds.map((speed) => el("option", { value: speed }, `${speed}×`)),
  );
  effect(() => void (select.value = String(player.speed.value)), owner);
  return select;
}
