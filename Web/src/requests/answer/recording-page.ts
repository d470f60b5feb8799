/** The page of a recording: its answers, notes, and whether it is private; the own one can be changed. */

import type { Id } from "../../api/generated.ts";
import { trashApi } from "../../api/trash-api.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { failure, troubleContent } from "../../things/trouble.ts";
import { formatCalendarDay } from "../../things/dates.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyles } from "../styles.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { inboxPath, recordingPath, requestPath, spacePath, thingPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import type { RequestPage, RequestsHost } from "../request-page-type.ts";
import { requestsApi } from "../requests-api.ts";
import { answerView } from "./answer-view.ts";
import { RecordingStore } from "./recording-store.ts";
import { stepWizard } from "./step-wizard.ts";

export async function recordingPage(host: RequestsHost, id: Id): Promise<RequestPage> {
  await loadStyles();
  const controller = new AbortController();
  const owner = controller.signal;
  const store = signal<RecordingStore | null>(null);
  const problem = signal("");
  const body = el("div", { class: "request-body" });
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar(),
    el("main", { id: "main", class: "sheet request-page", tabindex: -1 }, trouble, body),
  );
  const load = async (): Promise<void> => {
    problem.value = "";
    try {
      store.value = new RecordingStore(await requestsApi.recording(id));
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  effect(() => {
    trouble.hidden = problem.value === "";
    if (problem.value !== "") trouble.replaceChildren(...troubleContent(failure(problem.value, () => void load())));
    element.dataset.state = problem.value !== "" ? "failed" : store.value ? "ready" : "loading";
    if (store.value) body.replaceChildren(...content(host, store.value, owner));
  }, owner);
  return {
    element,
    title: t("Recording"),
    shown: () => void load(),
    dispose: () => {
      store.peek()?.dispose();
      controller.abort();
    },
  };
}

function content(host: RequestsHost, store: RecordingStore, owner: AbortSignal): HTMLElement[] {
  const recording = store.recording.peek();
  const links = [
    recording.thing !== null &&
    el("a", { class: "button small", href: thingPath(recording.thing) }, icon("thing"), t("Thing")),
    recording.space !== null &&
    el("a", { class: "button small", href: spacePath(recording.space) }, icon("place"), t("Space")),
    recording.request !== null &&
    el("a", { class: "button small", href: requestPath(recording.request) }, icon("inbox"), t("Request")),
  ];
  const head = [
    el("a", { class: "button small", href: inboxPath() }, icon("back"), t("Inbox")),
    el("h1", {}, recording.title),
    el("p", { class: "quiet" }, t("Recorded {date}", { date: formatCalendarDay(recording.created) })),
    el("div", { class: "panel-buttons" }, ...links),
  ];
  if (recording.received) return [...head, answerView(recording)];
  const end = el("div", { class: "wizard-end" }, el("h2", { class: "wizard-title" }, t("All steps")));
  effect(
    () =>
      void end.replaceChildren(el("h2", { class: "wizard-title" }, t("All steps")), answerView(store.recording.value)),
    owner,
  );
  return [
    ...head,
    ...settings(store),
    recording.steps.length > 0 ? stepWizard(store, end, owner) : answerView(recording),
    deleteButton(host, store),
  ];
}

function settings(store: RecordingStore): HTMLElement[] {
  const notes = el("textarea", { rows: 3, onchange: () => void store.edit({ notes: notes.value }) });
  notes.value = store.recording.peek().notes;
  const isPrivate = el("input", {
    type: "checkbox",
    checked: store.recording.peek().private,
    onchange: () =>
      void store.edit({ private: isPrivate.checked }).then((done) => {
        if (done) return;
        isPrivate.checked = store.recording.peek().private;
        notify(store.problem.peek());
      }),
  });
  return [
    labelled(t("Notes"), notes),
    choice(t("Private"), isPrivate, t("It is never shared, and never used for anything else.")),
  ];
}

function deleteButton(host: RequestsHost, store: RecordingStore): HTMLElement {
  const { id, title } = store.recording.peek();
  const remove = async (): Promise<void> => {
    try {
      await requestsApi.trashRecording(id);
      host.navigate(inboxPath());
      const message = t("{title} is in the trash.", { title });
      announce(message);
      undoNotice(message, async () => {
        await trashApi.restore(id);
        host.navigate(recordingPath(id));
      });
    } catch (error) {
      notify(t("Couldn't delete it: {problem}", { problem: messageOf(error) }));
    }
  };
  return el(
    "div",
    { class: "panel-buttons" },
    el("button", { class: "button", type: "button", onclick: () => void remove() }, icon("trash"), t("Delete")),
  );
}
