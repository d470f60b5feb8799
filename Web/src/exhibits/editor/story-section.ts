/** Timelines and mission scenarios as lists. */

import { limits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import type { Exhibit, ScenarioStep, TimelineEvent } from "../document.ts";
import { numberField, selectField, textField } from "./bound-fields.ts";
import { conditionalButton, textButton } from "./buttons.ts";
import type { EditorStore } from "./editor-store.ts";
import { indexKeys, keyedList } from "./keyed-list.ts";
import { at, type Lens, optionalText, prop, scenarioLens, timelineLens } from "./lens.ts";
import { moved } from "./lists.ts";
import { addEvent, addScenario, addTimeline, removeScenario, removeTimeline } from "./operations.ts";
import { targetField } from "./target-field.ts";

export function storySection(store: EditorStore, owner: AbortSignal): HTMLElement {
  return el(
    "div",
    { class: "editor-form" },
    group(store, {
      title: t("Timelines"),
      empty: t("A timeline lists events in their order, each with a card or part that it points at."),
      list: "timelines",
      add: () => store.edit(t("Add a timeline"), addTimeline),
      addLabel: t("Add a timeline"),
      item: timelineItem,
    }, owner),
    group(store, {
      title: t("Scenarios"),
      empty: t("A scenario leads through the models step by step."),
      list: "scenarios",
      add: () => store.edit(t("Add a scenario"), addScenario),
      addLabel: t("Add a scenario"),
      item: scenarioItem,
    }, owner),
  );
}

interface GroupProps {
  title: string;
  empty: string;
  list: "timelines" | "scenarios";
  add(): void;
  addLabel: string;
  item(store: EditorStore, id: string, owner: AbortSignal): HTMLElement;
}

function group(store: EditorStore, props: GroupProps, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "story-list" });
  keyedList(
    list,
    () => store.document.value[props.list].map(({ id }) => id),
    (id, itemOwner) => props.item(store, id, itemOwner),
    owner,
  );
  const add = textButton("add", props.addLabel, () => {
    props.add();
    list.lastElementChild?.querySelector<HTMLElement>("input")?.focus();
  });
  return el(
    "section",
    { class: "story-group" },
    el("h3", {}, props.title),
    el("p", { class: "quiet" }, props.empty),
    list,
    el("div", { class: "section-actions" }, add),
  );
}

function timelineItem(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const lens = timelineLens(id);
  const remove = (): void => store.edit(t("Remove a timeline"), removeTimeline(id));
  return el(
    "li",
    { class: "story-item" },
    el(
      "div",
      { class: "item-buttons" },
      conditionalButton("trash", t("Remove the timeline"), () => true, remove, owner),
    ),
    textField(
      store,
      {
        label: t("Title"),
        lens: prop(lens, "title"),
        step: t("Change a title"),
        max: limits.ExhibitTimeline.title.maxLength,
      },
      owner,
    ),
    stepList(store, {
      lens: prop(lens, "events"),
      item: "event",
      add: (document) => {
        const timeline = lens.get(document);
        return timeline ? addEvent(timeline)(document) : document;
      },
      fields: (event, itemOwner) => eventFields(store, event, itemOwner),
    }, owner),
  );
}

function eventFields(store: EditorStore, lens: Lens<TimelineEvent>, owner: AbortSignal): HTMLElement[] {
  const step = t("Change an event");
  const { time, title, text } = limits.ExhibitEvent;
  const card = prop(lens, "card");
  return [
    el(
      "div",
      { class: "field-pair" },
      textField(store, {
        label: t("Time"),
        lens: prop(lens, "time"),
        step,
        max: time.maxLength,
        help: t("As visitors read it: 8 April, T+3 min."),
      }, owner),
      textField(store, { label: t("Title"), lens: prop(lens, "title"), step, max: title.maxLength }, owner),
    ),
    textField(store, {
      label: t("Text"),
      lens: optionalText(prop(lens, "text"), lens),
      step,
      max: text.maxLength,
      rows: 2,
    }, owner),
    selectField(store, {
      label: t("Card"),
      lens: optionalText(card, lens),
      step,
      options: () => [
        { value: "", label: t("None") },
        ...store.document.value.cards.map(({ id, title: name }) => ({ value: id, label: name || id })),
      ],
    }, owner),
    targetField(store, prop(lens, "target"), step, owner),
  ];
}

function scenarioItem(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const lens = scenarioLens(id);
  const { title, text } = limits.ExhibitScenario;
  const remove = (): void => store.edit(t("Remove a scenario"), removeScenario(id));
  return el(
    "li",
    { class: "story-item" },
    el(
      "div",
      { class: "item-buttons" },
      conditionalButton("trash", t("Remove the scenario"), () => true, remove, owner),
    ),
    textField(
      store,
      { label: t("Title"), lens: prop(lens, "title"), step: t("Change a title"), max: title.maxLength },
      owner,
    ),
    textField(
      store,
      { label: t("Text"), lens: prop(lens, "text"), step: t("Change a text"), max: text.maxLength, rows: 3 },
      owner,
    ),
    stepList(store, {
      lens: prop(lens, "steps"),
      item: "step",
      add: (document) => {
        const old = lens.get(document);
        return old ? lens.set(document, { ...old, steps: [...old.steps, { title: "", text: "" }] }) : document;
      },
      fields: (step, itemOwner) => stepFields(store, step, itemOwner),
    }, owner),
  );
}

function stepFields(store: EditorStore, lens: Lens<ScenarioStep>, owner: AbortSignal): HTMLElement[] {
  const step = t("Change a step");
  const { title, text } = limits.ExhibitStep;
  const seconds = prop(lens, "seconds");
  const whenEmpty = (document: Exhibit): Exhibit => seconds.set(document, undefined);
  return [
    el(
      "div",
      { class: "field-pair" },
      textField(store, { label: t("Title"), lens: prop(lens, "title"), step, max: title.maxLength }, owner),
      numberField(store, {
        label: t("Seconds"),
        lens: seconds as Lens<number>,
        step,
        min: 0.1,
        max: 3600,
        digits: 1,
        whenEmpty,
      }, owner),
    ),
    textField(store, { label: t("Text"), lens: prop(lens, "text"), step, max: text.maxLength, rows: 2 }, owner),
    targetField(store, prop(lens, "target"), step, owner),
  ];
}

interface StepListProps<T> {
  lens: Lens<T[]>;
  /** "event" */
  item: string;
  add: Parameters<EditorStore["edit"]>[1];
  fields(lens: Lens<T>, owner: AbortSignal): HTMLElement[];
}

/** Events of a timeline, steps of a scenario. */
function stepList<T>(store: EditorStore, props: StepListProps<T>, owner: AbortSignal): HTMLElement {
  const { lens, item } = props;
  const count = (): number => lens.get(store.document.value)?.length ?? 0;
  const change = (label: string, edit: (items: T[]) => T[]): void =>
    store.edit(label, (document) => lens.set(document, edit(lens.get(document) ?? [])));
  const list = el("ol", { class: "step-list" });
  keyedList(list, () => indexKeys(count()), (key, itemOwner) => {
    const index = Number(key);
    const move = (by: -1 | 1): void =>
      change(item === "event" ? t("Move the event") : t("Move the step"), (items) => moved(items, index, index + by));
    const remove = (): void =>
      change(item === "event" ? t("Remove the event") : t("Remove the step"), (items) => items.toSpliced(index, 1));
    return el(
      "li",
      {},
      el(
        "div",
        { class: "item-buttons" },
        conditionalButton(
          "up",
          item === "event"
            ? t("Move event {number} up", { number: index + 1 })
            : t("Move step {number} up", { number: index + 1 }),
          () => index > 0,
          () => move(-1),
          itemOwner,
        ),
        conditionalButton(
          "down",
          item === "event"
            ? t("Move event {number} down", { number: index + 1 })
            : t("Move step {number} down", { number: index + 1 }),
          () => index < count() - 1,
          () => move(1),
          itemOwner,
        ),
        conditionalButton(
          "trash",
          item === "event"
            ? t("Remove event {number}", { number: index + 1 })
            : t("Remove step {number}", { number: index + 1 }),
          () => true,
          remove,
          itemOwner,
        ),
      ),
      ...props.fields(at(lens, index), itemOwner),
    );
  }, owner);
  const add = textButton("add", item === "event" ? t("Add an event") : t("Add a step"), () => {
    store.edit(item === "event" ? t("Add the event") : t("Add the step"), props.add);
    list.lastElementChild?.querySelector<HTMLElement>("input")?.focus();
  }, "small");
  return el("div", {}, list, add);
}
