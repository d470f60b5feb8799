/** The editor of a workflow: its steps are added, changed, moved by buttons and by dragging, and previewed. */

import type { Id } from "../../api/generated.ts";
import { ApiError } from "../../api/client.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { failure, troubleContent } from "../../things/trouble.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { icon } from "../../ui/icons.ts";
import { loadStyles } from "../styles.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { workflowPath, workflowsPath } from "../../ui/routes.ts";
import { topBar } from "../../ui/top-bar.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { stepText } from "../request-text.ts";
import type { RequestPage, RequestsHost } from "../request-page-type.ts";
import { requestsApi, type TaggedWorkflow } from "../requests-api.ts";
import {
  bodyOf,
  draftOf,
  draftProblem,
  moved,
  newDraft,
  newStep,
  storedDraft,
  storeDraft,
  type WorkflowDraft,
} from "./draft.ts";
import { dragSteps } from "./drag-steps.ts";
import { stepEditor } from "./step-editor.ts";

/** A null id: a new workflow. */
export async function workflowPage(host: RequestsHost, id: Id | null): Promise<RequestPage> {
  await loadStyles();
  const controller = new AbortController();
  const owner = controller.signal;
  const loaded = signal<TaggedWorkflow | null>(null);
  const problem = signal("");
  const body = el("div", { class: "request-body" });
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("inbox"),
    el(
      "main",
      { id: "main", class: "sheet request-page", tabindex: -1 },
      el("a", { class: "button small", href: workflowsPath() }, icon("back"), t("Workflows")),
      trouble,
      body,
    ),
  );
  const load = async (): Promise<void> => {
    problem.value = "";
    if (id === null) {
      body.replaceChildren(...editor(host, null, owner));
      element.dataset.state = "ready";
      return;
    }
    try {
      loaded.value = await requestsApi.workflow(id);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  effect(() => {
    const found = loaded.value;
    trouble.hidden = problem.value === "";
    if (problem.value !== "") {
      element.dataset.state = "failed";
      trouble.replaceChildren(...troubleContent(failure(problem.value, () => void load())));
    }
    if (!found) return;
    element.dataset.state = "ready";
    body.replaceChildren(...(found.workflow.predefined ? shown(host, found) : editor(host, found, owner)));
  }, owner);
  return { element, title: t("Workflow"), shown: () => void load(), dispose: () => controller.abort() };
}

/** A predefined workflow, which can only be copied. */
function shown(host: RequestsHost, { workflow }: TaggedWorkflow): HTMLElement[] {
  const copy = async (): Promise<void> => {
    try {
      host.navigate(workflowPath((await requestsApi.copyWorkflow(workflow.id)).id));
    } catch (error) {
      notify(t("Couldn't copy it: {problem}", { problem: messageOf(error) }));
    }
  };
  return [
    el("h1", {}, workflow.name),
    el("p", {}, workflow.about),
    stepList(draftOf(workflow)),
    el("p", { class: "quiet" }, t("It comes with Diorama and can't be changed.")),
    el(
      "div",
      { class: "panel-buttons" },
      el(
        "button",
        { class: "button primary", type: "button", onclick: () => void copy() },
        icon("copy"),
        t("Copy to edit"),
      ),
    ),
  ];
}

/** The steps as the person who answers reads them. */
function stepList(draft: WorkflowDraft): HTMLElement {
  return el(
    "ol",
    { class: "request-steps", "aria-label": t("Preview") },
    ...draft.steps.map((step) =>
      el("li", {}, el("strong", {}, step.title || "…"), el("p", { class: "quiet" }, stepText(step)))
    ),
  );
}

function editor(host: RequestsHost, loaded: TaggedWorkflow | null, owner: AbortSignal): HTMLElement[] {
  const id = loaded?.workflow.id ?? null;
  const stored = storedDraft(id ?? "new");
  const initial = loaded ? draftOf(loaded.workflow) : newDraft();
  const draft = stored ?? structuredClone(initial);
  let tag = loaded?.tag ?? null;
  const isChanged = signal(stored !== null);
  const problem = signal("");
  const changed = (): void => {
    isChanged.value = true;
    problem.value = "";
    storeDraft(id ?? "new", draft);
  };
  const name = el("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    value: draft.name,
    oninput: () => {
      draft.name = name.value;
      changed();
    },
  });
  const about = el("textarea", {
    rows: 2,
    maxlength: 10_000,
    oninput: () => {
      draft.about = about.value;
      changed();
    },
  });
  about.value = draft.about;
  const steps = el("ol", { class: "step-editors" });
  const preview = el("div", { hidden: true });
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= draft.steps.length || from === to) return;
    draft.steps = moved(draft.steps, from, to);
    changed();
    draw();
    const title = draft.steps[to]?.title || t("The step");
    announce(t("{title} is step {number} of {count}.", { title, number: to + 1, count: draft.steps.length }));
    // The focus follows the step, at the button that moved it or, at an end, at the other one.
    const buttons = [...steps.children[to]?.querySelectorAll<HTMLButtonElement>(".step-head button") ?? []];
    (to < from ? buttons : buttons.slice(1)).find(({ disabled }) => !disabled)?.focus();
  };
  const remove = (at: number): void => {
    const [removed] = draft.steps.splice(at, 1);
    changed();
    draw();
    undoNotice(t("Step {number} is removed.", { number: at + 1 }), () => {
      if (removed) draft.steps.splice(at, 0, removed);
      changed();
      draw();
      return Promise.resolve();
    });
  };
  const draw = (): void => {
    const count = draft.steps.length;
    steps.replaceChildren(
      ...draft.steps.map((step, at) =>
        stepEditor({
          step,
          number: at + 1,
          count,
          changed,
          redraw: draw,
          move: (by) => move(at, at + by),
          remove: () => remove(at),
        })
      ),
    );
  };
  draw();
  dragSteps(steps, move, owner);
  const add = (): void => {
    draft.steps.push(newStep(draft.steps));
    changed();
    draw();
    steps.lastElementChild?.querySelector("input")?.focus();
  };
  const save = async (): Promise<void> => {
    problem.value = draftProblem(draft);
    if (problem.value !== "") return;
    try {
      const saved = id === null
        ? await requestsApi.addWorkflow(bodyOf(draft))
        : await requestsApi.editWorkflow(id, bodyOf(draft), tag);
      tag = saved.tag;
      isChanged.value = false;
      storeDraft(id ?? "new", null);
      announce(t("The workflow is saved."));
      if (id === null) host.navigate(workflowPath(saved.workflow.id));
    } catch (error) {
      problem.value = error instanceof ApiError && error.status === 412
        ? t(
          "It was changed on another device meanwhile. Open it again; what you wrote here stays until " +
            "you discard it.",
        )
        : messageOf(error);
    }
  };
  const discard = (): void => {
    storeDraft(id ?? "new", null);
    host.navigate(workflowsPath());
  };
  return [
    el("h1", {}, id === null ? t("New workflow") : t("Workflow")),
    stored !== null && el("p", { class: "note" }, icon("info"), t("These are your changes that were not saved.")),
    labelled(t("Name"), name),
    labelled(t("What it is for (optional)"), about),
    steps,
    el("button", { class: "button", type: "button", onclick: add }, icon("add"), t("Add a step")),
    previewToggle(preview, () => stepList(draft)),
    preview,
    footer({ isChanged, problem, save, discard }, owner),
  ].filter((each): each is HTMLElement => each !== false);
}

function previewToggle(preview: HTMLElement, content: () => HTMLElement): HTMLElement {
  const toggle = el(
    "button",
    {
      class: "button",
      type: "button",
      "aria-expanded": "false",
      onclick: () => {
        preview.hidden = !preview.hidden;
        toggle.setAttribute("aria-expanded", String(!preview.hidden));
        preview.replaceChildren(...(preview.hidden ? [] : [content()]));
      },
    },
    icon("look"),
    t("Preview"),
  );
  return toggle;
}

interface FooterProps {
  isChanged: { value: boolean };
  problem: { value: string };
  save: () => Promise<void>;
  discard: () => void;
}

function footer({ isChanged, problem, save, discard }: FooterProps, owner: AbortSignal): HTMLElement {
  const status = el("p", { role: "alert" });
  const button = el(
    "button",
    { class: "button primary", type: "button", onclick: () => void save() },
    icon("check"),
    t("Save"),
  );
  const drop = el("button", { class: "button", type: "button", onclick: discard }, t("Discard changes"));
  effect(() => {
    const text = problem.value !== "" ? problem.value : isChanged.value ? t("Not saved yet") : "";
    setText(status, text);
    status.className = problem.value !== "" ? "field-problem" : "quiet";
    button.disabled = !isChanged.value;
    drop.hidden = !isChanged.value;
  }, owner);
  return el("div", { class: "wizard-buttons" }, drop, status, button);
}
