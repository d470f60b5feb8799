/** The people of a session: names, roles, following a camera, and what hosts may do. */

import type { LiveMeasurement, Participant } from "../../core/live.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { ask } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { choice, problemText } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { units } from "../../ui/units.ts";
import type { LiveStore } from "../live-store.ts";
import { roleNames } from "../live-text.ts";
import type { RecordingStore } from "../recording-store.ts";
import { lengthText } from "../shared-lines.ts";
import type { SessionPanelProps } from "./session-panel.ts";

export function peopleTab({ store, recording }: SessionPanelProps, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "live-people" });
  effect(() => {
    const people = store.people.value;
    const isHost = store.role.value === "host";
    const followed = store.followed.value;
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement && list.contains(activeElement) && activeElement.dataset.key;
    list.replaceChildren(...people.map((person) => row(person, store, { isHost, isFollowed: person.id === followed })));
    if (focused) list.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }, owner);
  return el(
    "section",
    { class: "live-tab", "aria-label": t("People") },
    list,
    measurementList(store, owner),
    hostSwitches(store, recording, owner),
  );
}

/** What people measured: read out, and removed by its author or a host. */
function measurementList(store: LiveStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "live-people" });
  const element = el("section", { class: "live-measured" }, el("h3", {}, t("Measurements")), list);
  effect(() => {
    const shown = store.shownMeasurements.value;
    const isHost = store.role.value === "host";
    void units.lengths.value;
    element.hidden = shown.length === 0;
    list.replaceChildren(...shown.map((one) => measurementRow(one, store, isHost || one.author === store.ownID)));
  }, owner);
  return element;
}

function measurementRow(one: LiveMeasurement, store: LiveStore, mayRemove: boolean): HTMLElement {
  const length = lengthText(one);
  const name = store.person(one.author)?.name ?? t("Somebody");
  const dot = el("span", { class: "live-dot", "aria-hidden": "true" });
  dot.style.setProperty("--color", one.color);
  return el(
    "li",
    { class: "live-person", "data-measurement": one.id },
    dot,
    el("span", { class: "live-person-name" }, el("span", {}, length), el("span", { class: "quiet" }, name)),
    mayRemove &&
      iconButton("trash", t("Remove the measurement {length}", { length }), () => store.removeMeasurement(one.id)),
  );
}

function row(
  person: Participant,
  store: LiveStore,
  { isHost, isFollowed }: { isHost: boolean; isFollowed: boolean },
): HTMLElement {
  const { id, name, color, role, isSelf } = person;
  const dot = el("span", { class: "live-dot", "aria-hidden": "true" });
  dot.style.setProperty("--color", color);
  const follow = el(
    "button",
    {
      class: "button small",
      type: "button",
      "data-key": `follow-${id}`,
      "aria-pressed": String(isFollowed),
      "aria-label": t("Follow {name}", { name }),
      onclick: () => store.followed.value = isFollowed ? null : id,
    },
    icon("look"),
    isFollowed ? t("Following") : t("Follow"),
  );
  const remove = el(
    "button",
    {
      class: "icon-button",
      type: "button",
      "data-key": `remove-${id}`,
      "aria-label": t("Remove {name}", { name }),
      title: t("Remove {name}", { name }),
      onclick: () => void kick(person, store),
    },
    icon("leave"),
  );
  return el(
    "li",
    { class: "live-person", "data-person": id },
    dot,
    el(
      "span",
      { class: "live-person-name" },
      el("span", {}, isSelf ? t("{name} (you)", { name }) : name),
      el("span", { class: "quiet" }, roleNames[role]),
    ),
    !isSelf && follow,
    isHost && !isSelf && remove,
  );
}

async function kick({ id, name }: Participant, store: LiveStore): Promise<void> {
  const confirmed = await ask({
    title: t("Remove {name} from the session?", { name }),
    body: t("They can't join it again. Their companions pass to you."),
    confirm: t("Remove"),
  });
  if (confirmed) store.kick(id);
}

function hostSwitches(store: LiveStore, recording: RecordingStore, owner: AbortSignal): HTMLElement {
  const lock = el("input", { type: "checkbox", onchange: () => void store.lock(lock.checked) });
  const mute = el("input", { type: "checkbox", onchange: () => void store.muteEffects(mute.checked) });
  const record = el("input", { type: "checkbox", onchange: () => void recording.set(record.checked) });
  const file = el(
    "a",
    { class: "button small", href: recording.address, download: "" },
    icon("download"),
    t("Download the recording"),
  );
  const memory = el("a", { class: "button small live-memory" }, icon("memory"), t("Open the memory of the session"));
  const element = el(
    "div",
    { class: "live-host" },
    choice(t("Only hosts change companions"), lock),
    choice(t("Mute effects for everyone"), mute),
    choice(
      t("Record the session"),
      record,
      t("Everybody sees that it is recorded. The recording becomes a memory of this space that only you see."),
    ),
    problemText(recording.problem, owner),
    memory,
    file,
  );
  effect(() => {
    record.checked = recording.isRecording.value;
    file.hidden = !recording.hasFile.value;
    const address = recording.memoryAddress.value;
    memory.hidden = address === null;
    if (address !== null) memory.href = address;
  }, owner);
  effect(() => {
    const { role, isLocked, areEffectsMuted } = store.state.value;
    element.hidden = role !== "host";
    lock.checked = isLocked;
    mute.checked = areEffectsMuted;
  }, owner);
  return element;
}
