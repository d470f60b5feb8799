/** The dialog that asks a contact for a recording: whom, what, with which steps, by when. */

import type { Contact, Id, Workflow, WorkflowItem } from "../../api/generated.ts";
import { sharingApi } from "../../api/sharing-api.ts";
import { t } from "../../i18n/messages.ts";
import { timeOf } from "../../things/dates.ts";
import { openRecordForm } from "../../things/thing/record-form.ts";
import { announce } from "../../ui/announce.ts";
import { explain } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { sharingPath, workflowsPath } from "../../ui/routes.ts";
import { stepText } from "../request-text.ts";
import { requestsApi } from "../requests-api.ts";

/** `done` is called with the new request. */
export async function openAskDialog(done: (request: Id) => void, chosen: Id | null = null): Promise<void> {
  try {
    const [{ contacts }, workflows] = await Promise.all([
      sharingApi.contacts(),
      requestsApi.workflows({ limit: 200 }),
    ]);
    if (contacts.length === 0) {
      return explain(
        t("You have no contacts yet"),
        el("p", {}, t("Exchange contact cards with a person first.")),
        el("a", { class: "button", href: sharingPath() }, icon("people"), t("Contacts")),
      );
    }
    showDialog({ contacts, workflows: [...workflows.predefined, ...workflows.workflows], chosen }, done);
  } catch (error) {
    notify(messageOf(error));
  }
}

interface Choices {
  contacts: readonly Contact[];
  workflows: readonly WorkflowItem[];
  chosen: Id | null;
}

function showDialog({ contacts, workflows, chosen }: Choices, done: (request: Id) => void): void {
  const contact = el("select", {}, ...contacts.map(({ account, name }) => el("option", { value: account }, name)));
  const workflow = el(
    "select",
    { onchange: () => void showSteps() },
    el("option", { value: "" }, t("Photos and notes")),
    ...workflows.map(({ id, name }) => el("option", { value: id }, name)),
  );
  workflow.value = chosen ?? "";
  const title = el("input", { type: "text", maxlength: 200, autocomplete: "off", placeholder: t("Your fridge") });
  const message = el("textarea", { rows: 2, maxlength: 2000 });
  const due = el("input", { type: "date" });
  const steps = el("ol", { class: "request-steps" });
  const known = new Map<Id, Workflow>();
  const showSteps = async (): Promise<void> => {
    const id = workflow.value;
    if (id !== "" && !known.has(id)) {
      try {
        known.set(id, (await requestsApi.workflow(id)).workflow);
      } catch (error) {
        notify(messageOf(error));
      }
    }
    if (workflow.value !== id) return; // another was chosen meanwhile
    const found = known.get(id);
    steps.hidden = !found;
    steps.replaceChildren(
      ...(found?.steps ?? []).map((step) => el("li", {}, step.title, el("p", { class: "quiet" }, stepText(step)))),
    );
  };
  const save = async (): Promise<string | void> => {
    const text = title.value.trim() || workflows.find(({ id }) => id === workflow.value)?.name;
    if (text === undefined) return t("Write what you ask for.");
    const day = timeOf(due.value);
    const request = await requestsApi.ask({
      contact: contact.value,
      title: text,
      message: message.value.trim(),
      ...(workflow.value === "" ? {} : { workflow: workflow.value }),
      ...(day === null ? {} : { due: day }),
    });
    announce(t("The request is on its way."));
    done(request.id);
  };
  openRecordForm({
    title: t("Ask for a recording"),
    fields: [
      labelled(t("Contact"), contact),
      labelled(t("What"), title),
      labelled(t("Message (optional)"), message),
      labelled(t("Steps"), workflow),
      steps,
      el("a", { href: workflowsPath() }, t("Make your own steps")),
      labelled(t("By when (optional)"), due),
    ],
    confirm: t("Send"),
    save,
    focus: title,
  });
  void showSteps();
}
