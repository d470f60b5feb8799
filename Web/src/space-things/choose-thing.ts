/** A dialog to choose one of the things, by searching as one types. */

import type { ThingItem } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { thingsApi } from "../things/things-api.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";

const typingDelay = 140;
const maxChoices = 20;

/** Resolves with the chosen thing, or null. */
export function chooseThing(title: string): Promise<ThingItem | null> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    let chosen: ThingItem | null = null;
    const list = thingChoices((thing) => {
      chosen = thing;
      dialog.close();
    }, controller.signal);
    const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
    const dialog = openDialog(title, [
      el("div", { class: "search-line" }, icon("search"), list.field),
      list.status,
      list.element,
      el("div", { class: "dialog-actions" }, cancel),
    ]);
    dialog.classList.add("choose-thing");
    dialog.addEventListener("close", () => {
      controller.abort();
      resolve(chosen);
    });
    list.field.focus();
  });
}

interface ThingChoices {
  field: HTMLInputElement;
  status: HTMLElement;
  element: HTMLElement;
}

function thingChoices(choose: (thing: ThingItem) => void, owner: AbortSignal): ThingChoices {
  const element = el("ul", { class: "choice-rows" });
  const status = el("p", { class: "quiet", role: "status" });
  let request = new AbortController();
  let timer = 0;
  const load = async (): Promise<void> => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const search = field.value.trim();
    try {
      const order = search === "" ? "changed" : "name";
      const query = { limit: maxChoices, order, ...(search === "" ? {} : { search }) } as const;
      const { things, total } = await thingsApi.list(query, signal);
      if (signal.aborted || owner.aborted) return;
      setText(status, statusText(things.length, total, search));
      element.replaceChildren(...things.map((thing) => choiceRow(thing, choose)));
    } catch (error) {
      if (!signal.aborted && !owner.aborted) {
        setText(status, t("The things didn't load: {problem}", { problem: messageOf(error) }));
      }
    }
  };
  const field = el("input", {
    class: "search-field",
    type: "search",
    "aria-label": t("Search things"),
    autocomplete: "off",
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(), typingDelay);
    },
  });
  owner.addEventListener("abort", () => {
    clearTimeout(timer);
    request.abort();
  }, { once: true });
  void load();
  return { field, status, element };
}

function statusText(shown: number, total: number, search: string): string {
  if (total === 0) {
    return search === ""
      ? t("There are no things yet. Add one on the page Things.")
      : t("No thing has “{search}”.", { search });
  }
  return shown < total ? t("The first {shown} of {total}. Type to find others.", { shown, total }) : "";
}

function choiceRow(thing: ThingItem, choose: (thing: ThingItem) => void): HTMLElement {
  const facts = thing.path.join(" › ");
  return el(
    "li",
    {},
    el(
      "button",
      { class: "choice-row", type: "button", onclick: () => choose(thing) },
      icon("thing"),
      el("span", { class: "choice-text" }, thing.name, facts !== "" && el("span", { class: "quiet" }, facts)),
    ),
  );
}
