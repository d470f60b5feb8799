/** Choosing the place of a thing by typing; a path that isn't there yet can be made. */

import type { Id } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { combobox, type ComboOption } from "./combobox.ts";
import { pathNames, pathText, type PlaceChoices, placeChoices } from "./places.ts";

export interface PlaceFieldProps {
  /** The path of the chosen place; empty for none. */
  path: ReadonlySignal<readonly string[]>;
  /** Null where the place is taken away. */
  choose: (place: { id: Id; path: string[] } | null) => void;
  name?: string;
  choices?: PlaceChoices;
}

export interface PlaceField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Takes what was typed; resolves when a place that is added for it is chosen. */
  commit(): Promise<void>;
}

/** An input that can stand below a label. */
export function placeField(props: PlaceFieldProps, owner: AbortSignal): PlaceField {
  const choices = props.choices ?? placeChoices;
  let pending: Promise<void> = Promise.resolve();
  const reset = (): void => void (field.input.value = pathText(props.path.peek()));
  const choose = (place: { id: Id; path: string[] } | null): void => {
    props.choose(place);
    field.input.value = place === null ? "" : pathText(place.path);
  };
  const create = async (path: string[]): Promise<void> => {
    try {
      choose(await choices.create(path));
    } catch (error) {
      notify(t("Couldn't add the place {path}: {problem}", { path: pathText(path), problem: messageOf(error) }));
      reset();
    }
  };
  const options = (text: string): ComboOption[] => {
    const found: ComboOption[] = choices.matching(text).map((place) => ({
      label: pathText(place.path),
      detail: place.things > 0 ? String(place.things) : "",
      take: () => choose(place),
    }));
    const path = pathNames(text);
    if (path.length > 0 && !choices.atPath(path)) {
      found.push({
        label: t("Add “{path}”", { path: pathText(path) }),
        icon: "add",
        take: () => void (pending = create(path)),
      });
    }
    return found;
  };
  /** What was typed in full: a path or name that is there, else a new place. */
  const take = (text: string): void => {
    const path = pathNames(text);
    if (path.length === 0) return choose(null);
    const place = choices.atPath(path) ?? choices.named(text);
    if (place) choose(place);
    else pending = create(path);
  };
  const field = combobox({
    ...(props.name === undefined ? {} : { name: props.name }),
    placeholder: t("Cellar / Shelf 2"),
    options,
    left: take,
    entered: take,
  });
  effect(() => {
    const path = props.path.value;
    if (document.activeElement !== field.input) field.input.value = pathText(path);
  }, owner);
  effect(() => {
    void choices.places.value;
    field.refresh();
  }, owner);
  field.input.addEventListener("focus", () => void choices.load(), { once: true });
  return {
    element: field.element,
    input: field.input,
    commit: () => {
      field.commit();
      return pending;
    },
  };
}
