/** A workflow while it is edited: steps, shots and fields with their changes. Pure functions, and what a page stores of it. */

import type { ShotKind, Workflow, WorkflowBody, WorkflowFieldKind } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";

export interface ShotDraft {
  key: string;
  title: string;
  kind: ShotKind;
  count: number;
}

export interface FieldDraft {
  key: string;
  title: string;
  kind: WorkflowFieldKind;
  required: boolean;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
}

export interface StepDraft {
  key: string;
  title: string;
  shots: ShotDraft[];
  fields: FieldDraft[];
}

export interface WorkflowDraft {
  name: string;
  about: string;
  steps: StepDraft[];
}

export function draftOf(workflow: Workflow): WorkflowDraft {
  return structuredClone({ name: workflow.name, about: workflow.about, steps: workflow.steps });
}

export function newDraft(): WorkflowDraft {
  return { name: "", about: "", steps: [newStep([])] };
}

/** A key that no other has: answers refer to it, so it never changes. */
export function freshKey(stem: string, others: readonly { key: string }[]): string {
  const used = new Set(others.map(({ key }) => key));
  for (let number = others.length + 1;; number++) {
    if (!used.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}

export function newStep(others: readonly StepDraft[]): StepDraft {
  return {
    key: freshKey("step", others),
    title: "",
    shots: [{ key: "photo-1", title: t("Photo"), kind: "photo", count: 1 }],
    fields: [],
  };
}

export function newShot(others: readonly ShotDraft[]): ShotDraft {
  return { key: freshKey("photo", others), title: "", kind: "photo", count: 1 };
}

export function newField(others: readonly FieldDraft[]): FieldDraft {
  const common = { title: "", kind: "text", required: false, choices: [], minimum: null, maximum: null } as const;
  return { key: freshKey("field", others), ...common, choices: [] };
}

/** The list with one element at another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  return from < 0 || from >= list.length
    ? [...list]
    : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, list[from]!);
}

/** The first thing that is missing; an empty text where nothing is. */
export function draftProblem(draft: WorkflowDraft): string {
  if (draft.name.trim() === "") return t("The workflow needs a name.");
  if (draft.steps.length === 0) return t("A workflow needs at least one step.");
  for (const [at, step] of draft.steps.entries()) {
    const place = t("Step {number}", { number: at + 1 });
    if (step.title.trim() === "") return t("{place} needs a title.", { place });
    if (step.shots.some(({ title }) => title.trim() === "")) return t("{place}: say what is to be seen.", { place });
    if (step.fields.some(({ title }) => title.trim() === "")) return t("{place}: a field needs a label.", { place });
    const empty = step.fields.find(({ kind, choices }) => kind === "choice" && choices.length === 0);
    if (empty) return t("{place}: “{title}” needs something to choose from.", { place, title: empty.title });
  }
  return "";
}

/** What is sent: choices of choices only, limits of numbers only. */
export function bodyOf(draft: WorkflowDraft): WorkflowBody {
  return {
    name: draft.name.trim(),
    about: draft.about.trim(),
    steps: draft.steps.map(({ key, title, shots, fields }) => ({
      key,
      title: title.trim(),
      shots: shots.map((shot) => ({
        key: shot.key,
        title: shot.title.trim(),
        kind: shot.kind === "model" ? "document" : shot.kind,
        count: shot.count,
      })),
      fields: fields.map((field) => ({
        key: field.key,
        title: field.title.trim(),
        kind: field.kind,
        required: field.required,
        choices: field.kind === "choice" ? field.choices : [],
        minimum: field.kind === "number" ? field.minimum : null,
        maximum: field.kind === "number" ? field.maximum : null,
      })),
    })),
  };
}

const storageKey = (id: string): string => `workflow-draft-${id}`;

/** Changes that were not saved when the page was left; null for none. */
export function storedDraft(id: string, storage: Pick<Storage, "getItem"> = sessionStorage): WorkflowDraft | null {
  try {
    const text = storage.getItem(storageKey(id));
    return text === null ? null : JSON.parse(text) as WorkflowDraft;
  } catch {
    return null; // storage is switched off
  }
}

/** Null forgets the draft. */
export function storeDraft(
  id: string,
  draft: WorkflowDraft | null,
  storage: Pick<Storage, "setItem" | "removeItem"> = sessionStorage,
): void {
  try {
    if (draft === null) storage.removeItem(storageKey(id));
    else storage.setItem(storageKey(id), JSON.stringify(draft));
  } catch {
    // Storage is switched off or full: only the page itself holds the changes.
  }
}
