/** What can be done with a place: the dialogs, the messages, undoing. */

import { type Id, limits, type PlaceItem } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { thingsPath } from "../ui/routes.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import type { PlacesStore } from "./places-store.ts";

export class PlaceActions {
  constructor(private readonly store: PlacesStore, private readonly navigate: (path: string) => void) {}

  openThings(place: PlaceItem): void {
    this.navigate(thingsPath(place.id));
  }

  /** Asks for the name of a place within another, null for none. */
  add(parent: PlaceItem | null): void {
    const title = parent ? t("Add a place in {name}", { name: parent.name }) : t("Add a place");
    askForName({ title, name: "", confirm: t("Add") }, async (name) => {
      await this.store.add(name, parent?.id ?? null);
      announce(t("{name} is added.", { name }));
    });
  }

  rename(place: PlaceItem): void {
    askForName(
      { title: t("Rename {name}", { name: place.name }), name: place.name, confirm: t("Rename") },
      async (name) => {
        await this.store.rename(place.id, name);
        announce(t("Renamed to {name}.", { name }));
      },
    );
  }

  /** Asks into which place it is moved. */
  askWhereTo(place: PlaceItem): void {
    const options = this.store.places.peek()
      .filter(({ id }) => this.store.canMove(place.id, id) || id === place.parent)
      .map(({ id, path }) => el("option", { value: id, selected: id === place.parent }, path.join(" › ")));
    const select = el(
      "select",
      { class: "text-field" },
      el("option", { value: "", selected: place.parent === null }, t("No other place")),
      ...options,
    );
    const submit = (event: Event): void => {
      event.preventDefault();
      dialog.close();
      void this.move(place, select.value === "" ? null : select.value);
    };
    const dialog = formDialog(t("Move {name}", { name: place.name }), [labelled(t("Into"), select)], t("Move"), submit);
    select.focus();
  }

  /** Moves a place, and offers to undo that. */
  async move(place: PlaceItem, into: Id | null): Promise<void> {
    if (!this.store.canMove(place.id, into)) return;
    const target = this.store.places.peek().find(({ id }) => id === into)?.name;
    try {
      const before = await this.store.move(place.id, into);
      const message = target === undefined
        ? t("{name} is in no other place now.", { name: place.name })
        : t("{name} is in {target} now.", { name: place.name, target });
      announce(message);
      undoNotice(message, async () => void await this.store.move(place.id, before));
    } catch (error) {
      notify(t("Couldn't move {name}: {problem}", { name: place.name, problem: messageOf(error) }));
    }
  }

  /** Puts a place into the trash, and offers to undo that. */
  async trash(place: PlaceItem): Promise<void> {
    try {
      await this.store.trash(place.id);
      announce(t("{name} is in the trash.", { name: place.name }));
      const message = place.things === 0
        ? t("{name} is in the trash.", { name: place.name })
        : t("{name} is in the trash. Its things stay.", { name: place.name });
      undoNotice(message, async () => {
        await this.store.restore(place.id);
        announce(t("{name} is restored.", { name: place.name }));
      });
    } catch (error) {
      notify(t("Couldn't move {name} to the trash: {problem}", { name: place.name, problem: messageOf(error) }));
    }
  }
}

function formDialog(
  title: string,
  content: HTMLElement[],
  confirm: string,
  submit: (event: Event) => void,
): HTMLDialogElement {
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const form = el(
    "form",
    { class: "place-form", novalidate: true, onsubmit: submit },
    ...content,
    el("div", { class: "dialog-actions" }, cancel, el("button", { class: "button primary", type: "submit" }, confirm)),
  );
  const dialog: HTMLDialogElement = openDialog(title, [form]);
  return dialog;
}

/** Asks for a name; the dialog stays open with the reason when `save` rejects. */
function askForName(
  { title, name, confirm }: { title: string; name: string; confirm: string },
  save: (name: string) => Promise<void>,
): void {
  const field = el("input", {
    class: "text-field",
    type: "text",
    value: name,
    maxlength: limits.PlaceBody.name.maxLength,
    autocomplete: "off",
  });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const submit = async (): Promise<void> => {
    const text = field.value.trim();
    if (text === "") return setText(problem, t("A place needs a name."));
    if (text === name) return dialog.close();
    try {
      await save(text);
      dialog.close();
    } catch (error) {
      setText(problem, messageOf(error));
      field.focus();
    }
  };
  const dialog = formDialog(title, [labelled(t("Name"), field), problem], confirm, (event) => {
    event.preventDefault();
    void submit();
  });
  field.focus();
  field.select();
}
