/** Before a session: name and colour, the sessions that are running in this space, and a new one. */

import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { problemText } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf } from "../../ui/notice.ts";
import { liveApi, type LiveSession } from "../api.ts";
import { avatarColors, type LiveProfile, rememberedProfile, rememberProfile } from "../identity.ts";
import { nameField, nameProblem } from "../parents/name-field.ts";
import type { SessionRules } from "../parents/parent-settings.ts";

export interface LobbyProps {
  space: string;
  /** The session of the page's address; null: all running ones are listed. */
  code: string | null;
  mayStart: boolean;
  /** The rules of a session that is started here. */
  rules(): SessionRules;
  /** Why the last session ended; empty: there was none. */
  ended: ReadonlySignal<string>;
  enter(session: LiveSession, profile: LiveProfile): Promise<void>;
}

export function lobby(props: LobbyProps, owner: AbortSignal): HTMLElement {
  const sessions = signal<readonly LiveSession[] | null>(null);
  const problem = signal("");
  const isBusy = signal(false);
  const reactionsOnly = signal(props.rules().reactionsOnly);
  const remembered = rememberedProfile();
  const name = nameField({ reactionsOnly, initial: remembered.name, taken: [] }, owner);
  const color = colorField(remembered.color);
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    if (isBusy.peek()) return;
    problem.value = "";
    isBusy.value = true;
    try {
      await action();
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const enter = async (session: LiveSession): Promise<void> => {
    const profile = { name: name.name, color: color.value() };
    problem.value = nameProblem(name.name, session.reactionsOnly);
    if (problem.peek() !== "") return;
    rememberProfile(profile);
    await props.enter(session, profile);
  };
  const start = async (): Promise<void> => {
    const rules = props.rules();
    problem.value = nameProblem(name.name, rules.reactionsOnly);
    if (problem.peek() === "") await enter(await liveApi.start(props.space, rules));
  };
  void load(props, owner).then((found) => {
    // The names to choose from are the rule of the session that can be joined.
    if (found[0]) reactionsOnly.value = found[0].reactionsOnly;
    sessions.value = found;
  }, (error) => {
    sessions.value = [];
    if (!owner.aborted) problem.value = messageOf(error);
  });
  return el(
    "div",
    { class: "live-lobby" },
    endedNote(props.ended, owner),
    name.element,
    color.element,
    sessionList({ sessions, isBusy, enter: (session) => void attempt(() => enter(session)) }, owner),
    problemText(problem, owner),
    props.mayStart && props.code === null && startButton(sessions, isBusy, () => void attempt(start), owner),
  );
}

async function load({ code, space }: LobbyProps, owner: AbortSignal): Promise<readonly LiveSession[]> {
  const found = code === null ? await liveApi.sessions(space) : [await liveApi.session(code)];
  owner.throwIfAborted();
  return found;
}

function endedNote(ended: ReadonlySignal<string>, owner: AbortSignal): HTMLElement {
  const text = el("span", {});
  const note = el("p", { class: "note live-ended", role: "status" }, icon("info"), text);
  effect(() => {
    setText(text, ended.value);
    note.hidden = ended.value === "";
  }, owner);
  return note;
}

function colorField(initial: string): { element: HTMLElement; value(): string } {
  const group = freshID("live-color");
  const known = avatarColors.some(({ value }) => value === initial) ? initial : avatarColors[0].value;
  const radios = avatarColors.map(({ value }) =>
    el("input", { type: "radio", name: group, value, checked: value === known })
  );
  const labels = avatarColors.map(({ name, value }, i) => {
    const dot = el("span", { class: "live-color-dot" });
    dot.style.setProperty("--color", value);
    return el("label", { title: name }, radios[i], dot, el("span", { class: "visually-hidden" }, name));
  });
  const element = el(
    "fieldset",
    { class: "field live-colors" },
    el("legend", {}, t("Your colour")),
    el("div", { class: "live-color-row" }, ...labels),
  );
  return { element, value: () => radios.find((radio) => radio.checked)?.value ?? known };
}

interface SessionListProps {
  sessions: ReadonlySignal<readonly LiveSession[] | null>;
  isBusy: ReadonlySignal<boolean>;
  enter(session: LiveSession): void;
}

function sessionList({ sessions, isBusy, enter }: SessionListProps, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "live-sessions" });
  effect(() => {
    const found = sessions.value;
    if (found === null) element.replaceChildren(el("div", { class: "bone", "aria-hidden": "true" }));
    else if (found.length === 0) {
      element.replaceChildren(el("p", { class: "quiet" }, t("No live session is running in this space.")));
    } else element.replaceChildren(...found.map((session) => sessionRow(session, isBusy.value, () => enter(session))));
  }, owner);
  return element;
}

function sessionRow(session: LiveSession, isBusy: boolean, enter: () => void): HTMLElement {
  return el(
    "div",
    { class: "live-session" },
    el(
      "div",
      {},
      el("p", { class: "live-session-title" }, t("Session "), el("span", { class: "live-code" }, session.code)),
      el("p", { class: "quiet" }, facts(session)),
    ),
    el(
      "button",
      { class: "button primary", type: "button", disabled: isBusy, onclick: enter },
      session.role === "viewer" ? t("Watch") : t("Join"),
    ),
  );
}

function facts(session: LiveSession): string {
  const people = session.participants === 0
    ? t("Nobody is in it")
    : plural(session.participants, { one: "{count} person in it", other: "{count} people in it" });
  const minutes = Math.max(1, Math.round((Date.parse(session.expires) - Date.now()) / 60_000));
  const end = minutes < 90
    ? t("ends in {minutes} min", { minutes })
    : t("ends in {number} h", { number: Math.round(minutes / 60) });
  return `${people} · ${end}${session.recording ? ` · ${t("is recorded")}` : ""}`;
}

function startButton(
  sessions: ReadonlySignal<readonly LiveSession[] | null>,
  isBusy: ReadonlySignal<boolean>,
  start: () => void,
  owner: AbortSignal,
): HTMLElement {
  const button = el(
    "button",
    { class: "button live-start", type: "button", onclick: start },
    icon("live"),
    t("Start a live session"),
  );
  effect(() => {
    button.disabled = isBusy.value || sessions.value === null;
    button.classList.toggle("primary", sessions.value?.length === 0);
  }, owner);
  return button;
}
