/** A titled card of a page, with a place for what it holds; and what several of them show. */

import type { StateWords } from "./sync-words.ts";
import { announce } from "./announce.ts";
import { el, freshID, setText } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

export interface Panel {
  element: HTMLElement;
  body: HTMLElement;
}

/** A section with its heading. `kind` gives it its place on the page. */
export function panel(kind: string, name: string, shape: IconName): Panel {
  const id = freshID("panel");
  const body = el("div", { class: "panel-body" });
  const element = el(
    "section",
    { class: `panel panel-${kind}`, "aria-labelledby": id, "aria-busy": "true" },
    el("h2", { id }, icon(shape), name),
    body,
  );
  return { element, body };
}

/** Lines in the shape of what will come. */
export function bones(count: number): HTMLElement {
  const lines = Array.from({ length: count }, (_, at) => el("div", { class: at % 2 === 0 ? "bone" : "bone short" }));
  return el("div", { class: "panel-bones", "aria-hidden": "true" }, ...lines);
}

export interface Headline {
  element: HTMLElement;
  set(words: StateWords): void;
}

const shapes: Record<StateWords["mood"], IconName> = { good: "check", busy: "sync", idle: "info", warning: "warning" };

/** How something stands: a picture, a line, and what is to be known about it. */
export function headline(): Headline {
  const title = el("p", { class: "state-title" });
  const detail = el("p", { class: "state-detail" });
  const command = commandLine();
  const element = el("div", { class: "state" }, title, detail, command.element);
  const text = el("span", {});
  let mood = "";
  return {
    element,
    set(words): void {
      if (mood !== words.mood) {
        mood = words.mood;
        element.dataset.mood = mood;
        title.replaceChildren(icon(shapes[words.mood]), text);
      }
      setText(text, words.title);
      setText(detail, words.detail);
      command.set(words.command);
    },
  };
}

/** A line to type on the command line, with a button that copies it. */
function commandLine(): { element: HTMLElement; set(command: string | null): void } {
  const code = el("code", { class: "command", tabindex: 0, "aria-label": "Command" });
  const button = el("button", { class: "button small", type: "button", onclick: () => void copy() }, icon("copy"));
  const word = el("span", {}, "Copy");
  button.append(word);
  const element = el("div", { class: "command-line", hidden: true }, code, button);
  let timer = 0;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      setText(word, "Copied");
      announce("Copied.");
    } catch {
      // Browsers give no clipboard to pages that came over a plain network: it is selected for Ctrl+C instead.
      getSelection()?.selectAllChildren(code);
      setText(word, "Selected");
      announce("It is selected; copy it with Control and C.");
    }
    clearTimeout(timer);
    timer = setTimeout(() => setText(word, "Copy"), 3000);
  }

  return {
    element,
    set(command): void {
      element.hidden = command === null;
      setText(code, command ?? "");
    },
  };
}

/** A line that tells why something could not be done; it is read out when it comes. */
export function problemLine(): { element: HTMLElement; set(message: string): void } {
  const element = el("p", { class: "field-problem", role: "alert" });
  return { element, set: (message) => setText(element, message) };
}
