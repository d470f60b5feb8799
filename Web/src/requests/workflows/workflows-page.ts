/** The workflows: those that come with the program, and the library's own, with what can be done with them. */

import type { Id, WorkflowItem } from "../../api/generated.ts";
import { trashApi } from "../../api/trash-api.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, signal } from "../../reactive/signal.ts";
import { failure, troubleContent } from "../../things/trouble.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyles } from "../styles.ts";
import { menuButton, type MenuItem } from "../../ui/menu.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { panel } from "../../ui/panel.ts";
import { inboxPath, newWorkflowPath, recordingPath, requestPath, workflowPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { openAskDialog } from "../inbox/ask-dialog.ts";
import { stepCount } from "../request-text.ts";
import type { RequestPage, RequestsHost } from "../request-page-type.ts";
import { requestsApi } from "../requests-api.ts";

interface Lists {
  predefined: readonly WorkflowItem[];
  own: readonly WorkflowItem[];
  next: string | null;
}

class WorkflowsStore {
  readonly lists = signal<Lists | null>(null);
  readonly problem = signal("");

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const { predefined, workflows, next } = await requestsApi.workflows();
      this.lists.value = { predefined, own: workflows, next };
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  async more(): Promise<void> {
    const before = this.lists.peek();
    if (!before?.next) return;
    const { workflows, next } = await requestsApi.workflows({ after: before.next });
    this.lists.value = { ...before, own: [...before.own, ...workflows], next };
  }
}

export async function workflowsPage(host: RequestsHost): Promise<RequestPage> {
  await loadStyles();
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new WorkflowsStore();
  const isLoaded = computed(() => store.lists.value !== null);
  const panels = el(
    "div",
    { class: "panels" },
    panel(
      { name: "own-workflows", title: t("Your workflows"), icon: "list", lines: 3, isLoaded },
      () => own(store, host, owner),
      owner,
    ),
    panel(
      { name: "predefined", title: t("With Diorama"), icon: "list", lines: 3, isLoaded },
      () => [list(() => store.lists.value?.predefined ?? [], { none: "", store, host }, owner)],
      owner,
    ),
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("inbox"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("a", { class: "button small", href: inboxPath() }, icon("back"), t("Inbox")),
      el("h1", {}, t("Workflows")),
      el("p", { class: "sheet-note" }, t("The steps of a recording: what to photograph, and what to write down.")),
      trouble,
      panels,
    ),
  );
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : isLoaded.value ? "ready" : "loading";
    if (problem !== "") trouble.replaceChildren(...troubleContent(failure(problem, () => void store.load())));
  }, owner);
  return { element, title: t("Workflows"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function own(store: WorkflowsStore, host: RequestsHost, owner: AbortSignal): HTMLElement[] {
  const more = el("button", { class: "button", type: "button", onclick: () => void store.more() }, t("Show more"));
  effect(() => void (more.hidden = store.lists.value?.next === null), owner);
  return [
    list(
      () => store.lists.value?.own ?? [],
      { none: t("None yet. Copy one below, or make a new one."), store, host },
      owner,
    ),
    el(
      "div",
      { class: "panel-buttons" },
      more,
      el("a", { class: "button primary", href: newWorkflowPath() }, icon("add"), t("New workflow")),
    ),
  ];
}

interface ListProps {
  none: string;
  store: WorkflowsStore;
  host: RequestsHost;
}

function list(items: () => readonly WorkflowItem[], { none, store, host }: ListProps, owner: AbortSignal): HTMLElement {
  const element = el("ul", { class: "account-list" });
  effect(() => {
    const found = items().map((item) => workflowItem(item, store, host));
    element.replaceChildren(...(found.length > 0 ? found : [el("li", { class: "quiet" }, none)]));
  }, owner);
  return element;
}

function workflowItem(item: WorkflowItem, store: WorkflowsStore, host: RequestsHost): HTMLElement {
  const copy = async (): Promise<void> => {
    try {
      const made = await requestsApi.copyWorkflow(item.id);
      host.navigate(workflowPath(made.id));
      announce(t("{name} is added.", { name: made.name }));
    } catch (error) {
      notify(t("Couldn't copy it: {problem}", { problem: messageOf(error) }));
    }
  };
  const trash = async (): Promise<void> => {
    try {
      await requestsApi.trashWorkflow(item.id);
      await store.load();
      const message = t("{name} is in the trash.", { name: item.name });
      announce(message);
      undoNotice(message, async () => {
        await trashApi.restore(item.id);
        await store.load();
      });
    } catch (error) {
      notify(t("Couldn't delete it: {problem}", { problem: messageOf(error) }));
    }
  };
  const record = async (): Promise<void> => {
    try {
      const made = await requestsApi.addRecording({ title: item.name, workflow: item.id });
      host.navigate(recordingPath(made.id));
    } catch (error) {
      notify(t("Couldn't begin: {problem}", { problem: messageOf(error) }));
    }
  };
  const send = (id: Id): void => void openAskDialog((request) => host.navigate(requestPath(request)), id);
  const actions = (): MenuItem[] => [
    { icon: "camera", label: t("Record it yourself"), action: () => void record() },
    { icon: "send", label: t("Ask a contact…"), action: () => send(item.id) },
    { icon: "copy", label: item.predefined ? t("Copy to edit") : t("Duplicate"), action: () => void copy() },
    ...(item.predefined
      ? []
      : [{ icon: "trash" as const, label: t("Delete"), danger: true, action: () => void trash() }]),
  ];
  return el(
    "li",
    { class: "account", "data-workflow": item.id },
    el(
      "div",
      { class: "link-line" },
      el("a", { class: "link-name", href: workflowPath(item.id) }, item.name),
      menuButton(t("Actions for {name}", { name: item.name }), actions),
    ),
    item.about !== "" && el("p", {}, item.about),
    el("p", { class: "quiet" }, stepCount(item.steps)),
  );
}
