/** The page of a request: answered step by step where it came from a contact; what came back where it went to one. */

import type { Id, Request as AskedRecording } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, untracked } from "../../reactive/signal.ts";
import { failure, troubleContent } from "../../things/trouble.ts";
import { announce } from "../../ui/announce.ts";
import { ask } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import { icon } from "../../ui/icons.ts";
import { updateWaiting } from "../../ui/inbox-dot.ts";
import { loadStyles } from "../styles.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { inboxPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { requestFacts, stepText } from "../request-text.ts";
import type { RequestPage } from "../request-page-type.ts";
import { answerView } from "./answer-view.ts";
import type { RecordingStore } from "./recording-store.ts";
import { RequestStore } from "./request-store.ts";
import { stepWizard } from "./step-wizard.ts";

export async function requestPage(id: Id): Promise<RequestPage> {
  await loadStyles();
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new RequestStore(id);
  const title = el("h1", {}, t("Request"));
  const facts = el("p", { class: "quiet request-facts" });
  const message = el("p", { class: "request-message" });
  const body = el("div", { class: "request-body" });
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("inbox"),
    el(
      "main",
      { id: "main", class: "sheet request-page", tabindex: -1 },
      el("a", { class: "button small", href: inboxPath() }, icon("back"), t("Inbox")),
      title,
      facts,
      message,
      trouble,
      body,
    ),
  );
  effect(() => {
    const problem = store.problem.value;
    const request = store.request.value;
    trouble.hidden = problem === "";
    body.hidden = problem !== "";
    element.dataset.state = problem !== "" ? "failed" : request ? "ready" : "loading";
    if (problem !== "") trouble.replaceChildren(...troubleContent(failure(problem, () => void store.load())));
    if (!request) return;
    setText(title, request.title);
    setText(facts, requestFacts(request));
    setText(message, request.message);
    message.hidden = request.message === "";
  }, owner);
  // The wizard is drawn once: it stays while the request is saved and loaded again.
  const view = computed(() => {
    const request = store.request.value;
    if (!request) return "none";
    if (store.answer.value) return "wizard";
    return `${request.direction} ${request.state} ${request.offer?.state} ${request.recording !== null}`;
  });
  effect(() => {
    if (view.value === "none") return;
    body.replaceChildren(...untracked(() => content(store, owner)));
  }, owner);
  return {
    element,
    title: t("Request"),
    shown: () => void store.load(),
    dispose: () => {
      store.dispose();
      controller.abort();
    },
  };
}

function content(store: RequestStore, owner: AbortSignal): HTMLElement[] {
  const request = store.request.peek()!;
  const answer = store.answer.peek();
  if (answer) return [stepWizard(answer, ending(store, answer, owner), owner), declineButton(store, request)];
  if (request.direction === "incoming" && request.state === "open") {
    return [preview(request), el("div", { class: "panel-buttons" }, startButton(store), declineButton(store, request))];
  }
  const parts: HTMLElement[] = [];
  if (request.direction === "outgoing" && request.state === "open") {
    parts.push(
      el("p", {}, t("{contact} hasn't answered yet.", { contact: request.contact })),
      withdrawButton(store, request),
    );
  }
  if (request.offer?.state === "offered") parts.push(arrived(store));
  if (request.recording) {
    parts.push(el("h2", {}, t("Answer")), answerView(request.recording));
    if (request.direction === "outgoing") parts.push(receiveButton(store));
  } else {
    parts.push(preview(request));
  }
  return parts;
}

/** What is asked for, before it is answered. */
function preview(request: AskedRecording): HTMLElement {
  return el(
    "ol",
    { class: "request-steps", "aria-label": t("Steps") },
    ...request.asked.map((step) =>
      el("li", {}, el("strong", {}, step.title), el("p", { class: "quiet" }, stepText(step)))
    ),
  );
}

/** The end of the wizard: what is missing, a message, and sending. */
function ending(store: RequestStore, answer: RecordingStore, owner: AbortSignal): HTMLElement {
  const problems = el("ul", { class: "wizard-problems" });
  const heading = el("h2", { class: "wizard-title" });
  const message = el("textarea", { rows: 2, maxlength: 2000 });
  const incomplete = el("input", { type: "checkbox", onchange: () => update() });
  const incompleteChoice = choice(t("Send it although something is missing"), incomplete);
  const send = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void submit() },
    icon("send"),
    t("Send"),
  );
  const update = (): void => {
    send.disabled = answer.recording.peek().next !== null && !incomplete.checked;
  };
  const submit = async (): Promise<void> => {
    send.disabled = true;
    try {
      await store.send(message.value.trim(), incomplete.checked);
      announce(t("The answer is on its way."));
      void updateWaiting();
    } catch (error) {
      notify(t("Couldn't send the answer: {problem}", { problem: messageOf(error) }));
    } finally {
      update();
    }
  };
  effect(() => {
    const open = answer.recording.value.steps.filter(({ done }) => !done);
    setText(heading, open.length === 0 ? t("Everything is answered") : t("Something is missing"));
    problems.replaceChildren(...open.flatMap((step) => step.problems.map((text) => el("li", {}, text))));
    incompleteChoice.hidden = open.length === 0;
    update();
  }, owner);
  return el(
    "div",
    { class: "wizard-end" },
    heading,
    problems,
    labelled(t("Message (optional)"), message),
    incompleteChoice,
    el("div", { class: "panel-buttons" }, send),
  );
}

function startButton(store: RequestStore): HTMLElement {
  return actionButton(
    { label: t("Answer"), icon: "camera", isPrimary: true },
    t("Couldn't begin"),
    () => store.begin(),
  );
}

function declineButton(store: RequestStore, request: AskedRecording): HTMLElement {
  return actionButton({ label: t("Decline"), icon: "close" }, t("Couldn't decline it"), async () => {
    const confirmed = await ask({
      title: t("Decline “{title}”?", { title: request.title }),
      body: t("{contact} is told. What you have recorded stays in your library.", { contact: request.contact }),
      confirm: t("Decline"),
    });
    if (!confirmed) return;
    await store.decline();
    void updateWaiting();
  });
}

function withdrawButton(store: RequestStore, request: AskedRecording): HTMLElement {
  return actionButton({ label: t("Withdraw"), icon: "undo" }, t("Couldn't withdraw it"), async () => {
    const confirmed = await ask({
      title: t("Withdraw “{title}”?", { title: request.title }),
      body: t("{contact} can't answer it any more.", { contact: request.contact }),
      confirm: t("Withdraw"),
    });
    if (confirmed) await store.withdraw();
  });
}

function arrived(store: RequestStore): HTMLElement {
  return el(
    "div",
    { class: "list-problem" },
    icon("inbox"),
    el("p", {}, t("The answer has arrived.")),
    actionButton(
      { label: t("Add it to your library"), icon: "check", isPrimary: true },
      t("Couldn't accept it"),
      async () => {
        await store.acceptAnswer();
        void updateWaiting();
      },
    ),
  );
}

function receiveButton(store: RequestStore): HTMLElement {
  return el(
    "div",
    { class: "panel-buttons" },
    actionButton({ label: t("Receive files now"), icon: "sync" }, t("Couldn't receive"), () => store.receive()),
  );
}

/** A button whose failure is shown as a notice. */
function actionButton(
  look: { label: string; icon: Parameters<typeof icon>[0]; isPrimary?: boolean },
  failed: string,
  act: () => Promise<void>,
): HTMLElement {
  const run = async (): Promise<void> => {
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      notify(`${failed}: ${messageOf(error)}`);
    } finally {
      button.disabled = false;
    }
  };
  const button = el(
    "button",
    { class: look.isPrimary ? "button primary" : "button", type: "button", onclick: () => void run() },
    icon(look.icon),
    look.label,
  );
  return button;
}
