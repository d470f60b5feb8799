/** A step of a workflow as a form: its title, shots and fields, and buttons that move and delete it. */

import { type ShotKind, type WorkflowFieldKind, workflowFieldKindValues } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { shotKindNames } from "../request-text.ts";
import { type FieldDraft, newField, newShot, type ShotDraft, type StepDraft } from "./draft.ts";

const shotKinds: readonly ShotKind[] = ["photo", "video", "audio", "document"];
const fieldKindNames: Readonly<Record<WorkflowFieldKind, string>> = {
  text: t("Text"),
  number: t("Number"),
  date: t("Date"),
  flag: t("Yes or no"),
  money: t("Amount of money"),
  choice: t("Choice"),
};

export interface StepEditorProps {
  step: StepDraft;
  /** Counted from 1. */
  number: number;
  count: number;
  /** Called after each change of the step. */
  changed: () => void;
  /** Draws the step again. */
  redraw: () => void;
  move: (by: number) => void;
  remove: () => void;
}

export function stepEditor(props: StepEditorProps): HTMLElement {
  const { step, number, count, changed, move, remove } = props;
  const title = el("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    value: step.title,
    oninput: () => {
      step.title = title.value;
      changed();
    },
  });
  const up = iconButton("up", t("Move step {number} up", { number }), () => move(-1));
  const down = iconButton("down", t("Move step {number} down", { number }), () => move(1));
  up.disabled = number === 1;
  down.disabled = number === count;
  return el(
    "li",
    { class: "step-editor", "data-key": step.key },
    el(
      "div",
      { class: "step-head" },
      el("span", { class: "step-grip", title: t("Drag to move"), "aria-hidden": "true" }, icon("move")),
      el("h2", {}, t("Step {number}", { number })),
      up,
      down,
      iconButton("trash", t("Delete step {number}", { number }), remove),
    ),
    labelled(t("Title"), title),
    el("h3", {}, t("Photos and other files")),
    ...step.shots.map((shot, at) => shotRow(props, shot, at)),
    addButton(t("Add a photo or file"), () => step.shots.push(newShot(step.shots)), props),
    el("h3", {}, t("What to write down")),
    ...step.fields.map((field, at) => fieldRow(props, field, at)),
    addButton(t("Add a field"), () => step.fields.push(newField(step.fields)), props),
  );
}

function addButton(label: string, add: () => void, { changed, redraw }: StepEditorProps): HTMLElement {
  const press = (): void => {
    add();
    changed();
    redraw();
  };
  return el("button", { class: "button small", type: "button", onclick: press }, icon("add"), label);
}

/** A button that removes an element, with the way back. */
function removeButton<T>(label: string, list: T[], at: number, { changed, redraw }: StepEditorProps): HTMLElement {
  return iconButton("trash", label, () => {
    const [removed] = list.splice(at, 1);
    changed();
    redraw();
    undoNotice(t("It is removed."), () => {
      if (removed !== undefined) list.splice(at, 0, removed);
      changed();
      redraw();
      return Promise.resolve();
    });
  });
}

function textInput(value: string, label: string, changed: (text: string) => void): HTMLInputElement {
  const input = el("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    "aria-label": label,
    placeholder: label,
    value,
    oninput: () => changed(input.value),
  });
  return input;
}

function select<Value extends string>(
  label: string,
  options: readonly [Value, string][],
  value: Value,
  changed: (value: Value) => void,
): HTMLElement {
  const input = el(
    "select",
    { "aria-label": label, onchange: () => changed(input.value as Value) },
    ...options.map(([key, text]) => el("option", { value: key }, text)),
  );
  input.value = value;
  return input;
}

function shotRow(props: StepEditorProps, shot: ShotDraft, at: number): HTMLElement {
  const { step, changed } = props;
  const count = el("input", {
    type: "number",
    min: 0,
    max: 100,
    step: 1,
    "aria-label": t("How many are needed; 0 where it may be left out"),
    value: shot.count,
    oninput: () => {
      if (count.validity.valid && count.value !== "") shot.count = count.valueAsNumber;
      changed();
    },
  });
  return el(
    "div",
    { class: "part-row" },
    textInput(shot.title, t("What is to be seen"), (text) => {
      shot.title = text;
      changed();
    }),
    select(t("Kind"), shotKinds.map((kind) => [kind, shotKindNames[kind]]), shot.kind, (kind) => {
      shot.kind = kind;
      changed();
    }),
    count,
    removeButton(
      shot.title === "" ? t("Remove this file") : t("Remove {name}", { name: shot.title }),
      step.shots,
      at,
      props,
    ),
  );
}

function fieldRow(props: StepEditorProps, field: FieldDraft, at: number): HTMLElement {
  const { step, changed, redraw } = props;
  const required = el("input", {
    type: "checkbox",
    checked: field.required,
    onchange: () => {
      field.required = required.checked;
      changed();
    },
  });
  return el(
    "div",
    { class: "part-row" },
    textInput(field.title, t("Label"), (text) => {
      field.title = text;
      changed();
    }),
    select(t("Kind"), workflowFieldKindValues.map((kind) => [kind, fieldKindNames[kind]]), field.kind, (kind) => {
      field.kind = kind;
      changed();
      redraw();
    }),
    ...details(field, changed),
    choice(t("Required"), required),
    removeButton(
      field.title === "" ? t("Remove this field") : t("Remove {name}", { name: field.title }),
      step.fields,
      at,
      props,
    ),
  );
}

/** What a choice is chosen from, or the limits of a number. */
function details(field: FieldDraft, changed: () => void): HTMLElement[] {
  if (field.kind === "choice") {
    const choices = el("textarea", {
      rows: 3,
      "aria-label": t("Choices, one in each line"),
      placeholder: t("Choices, one in each line"),
      oninput: () => {
        field.choices = [
          ...new Set(choices.value.split("\n").map((line) => line.trim()).filter((line) => line !== "")),
        ];
        changed();
      },
    });
    choices.value = field.choices.join("\n");
    return [choices];
  }
  if (field.kind !== "number") return [];
  const limit = (label: string, key: "minimum" | "maximum"): HTMLElement => {
    const input = el("input", {
      type: "number",
      step: "any",
      "aria-label": label,
      placeholder: label,
      value: field[key],
      oninput: () => {
        field[key] = input.value === "" ? null : input.valueAsNumber;
        changed();
      },
    });
    return input;
  };
  return [limit(t("Least"), "minimum"), limit(t("Greatest"), "maximum")];
}
