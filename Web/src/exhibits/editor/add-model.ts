/** The dialog that adds a model: from a file, or from a space or a thing of the library, with its real size. */

import type { LibraryModel } from "../../api/generated.ts";
import { makeKSUID } from "../../api/ksuid.ts";
import { loadCore } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import { effect, type Signal, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { choice, labelled, problemText } from "../../ui/fields.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { progressBar } from "../../ui/progress.ts";
import { parseLength, units } from "../../ui/units.ts";
import { watchAddition } from "./addition.ts";
import { archiveExtensions, fileExtensions } from "../../uploads/intake.ts";
import type { ExhibitDetail, ModelSize, SizeAxis } from "../exhibit-api.ts";
import type { EditorStore } from "./editor-store.ts";
import { allSpaces, allThings } from "./library-items.ts";

type Origin = "file" | "space" | "thing";

const axes: readonly { value: SizeAxis; label: string }[] = [
  { value: "x", label: "wide" },
  { value: "y", label: "high" },
  { value: "z", label: "deep" },
  { value: "longest", label: "long" },
];

export function openAddModel(store: EditorStore, pageOwner: AbortSignal): void {
  const controller = new AbortController();
  const owner = controller.signal;
  /** Closing the dialog cancels what is being sent, and what the server converts. */
  const upload = new AbortController();
  pageOwner.addEventListener("abort", () => upload.abort(), { once: true });
  const problem = signal("");
  const origin = signal<Origin>("file");
  const file = fileField(origin, owner);
  const space = libraryField("space", { origin, problem, owner });
  const thing = libraryField("thing", { origin, problem, owner });
  const size = sizeField(owner);
  const bar = progressBar(t("Adding the model"));
  bar.element.hidden = true;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const request = await loadCore().then(requestOf, messageOf); // lengths are read by the core
    if (typeof request === "string") return void (problem.value = request);
    problem.value = "";
    confirm.disabled = true;
    bar.element.hidden = false;
    bar.set(null, t("Saving what was changed so far"));
    const watch = watchAddition(store, request.operation, bar, upload.signal);
    try {
      const [added] = await store.addModels(request.run);
      if (added) store.selectedModel.value = added;
      announce(t("The model is added."));
      dialog.close();
    } catch (error) {
      if (!owner.aborted) problem.value = messageOf(error);
      else if (!upload.signal.aborted) notify(t("Couldn't add the model: {problem}", { problem: messageOf(error) }));
    } finally {
      watch.end();
      confirm.disabled = false;
      bar.element.hidden = true;
    }
  };
  /** The request, or what is missing for it. */
  const requestOf = (): { operation: string; run: () => Promise<ExhibitDetail> } | string => {
    const metres = size.read();
    if (typeof metres === "string") return metres;
    const operation = makeKSUID();
    const fromLibrary = (source: LibraryModel) => ({
      operation,
      run: () => store.source.addLibraryModel(store.id, { source, size: metres, operation }),
    });
    if (origin.peek() === "space") {
      return space.value === "" ? t("Choose a space.") : fromLibrary({ space: space.value });
    }
    if (origin.peek() === "thing") {
      return thing.value === "" ? t("Choose a thing.") : fromLibrary({ thing: thing.value });
    }
    const chosen = file.files?.[0];
    if (!chosen) return t("Choose a file.");
    const report = (sent: number): void => {
      if (sent < chosen.size) bar.set(sent / Math.max(1, chosen.size), t("Sending {name}", { name: chosen.name }));
      else bar.set(null, t("Converting the model"));
    };
    const model = { file: chosen, size: metres, operation };
    return { operation, run: () => store.source.addModelFile(store.id, model, report, upload.signal) };
  };
  const confirm = el("button", { class: "button primary", type: "submit" }, t("Add"));
  const form = el(
    "form",
    { class: "exhibit-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    originField(origin),
    file.parentElement!,
    space.parentElement!,
    thing.parentElement!,
    size.element,
    bar.element,
    problemText(problem, owner),
    el(
      "div",
      { class: "dialog-actions" },
      el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
      confirm,
    ),
  );
  const dialog = openDialog(t("Add a model"), [form]);
  dialog.classList.add("add-model");
  dialog.addEventListener("close", () => {
    controller.abort();
    upload.abort();
  });
}

function originField(origin: Signal<Origin>): HTMLElement {
  const radio = (value: Origin, label: string, help: string): HTMLElement =>
    choice(
      label,
      el("input", {
        type: "radio",
        name: "model-origin",
        value,
        checked: origin.peek() === value,
        onchange: () => origin.value = value,
      }),
      help,
    );
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("From")),
    radio("file", t("A file"), t("glb, usdz, fbx, obj and more; files with textures beside them as a zip.")),
    radio("space", t("A space of the library"), t("The model of a scan.")),
    radio("thing", t("A thing of the library"), t("Its model; without one its photo, as a panel.")),
  );
}

function fileField(origin: Signal<Origin>, owner: AbortSignal): HTMLInputElement {
  const accept = [...fileExtensions, ...archiveExtensions].map((extension) => `.${extension}`).join(",");
  const input = el("input", { type: "file", class: "file-input", accept });
  const field = labelled(t("File"), input);
  effect(() => void (field.hidden = origin.value !== "file"), owner);
  return input;
}

/** The texts of the list of spaces, or of things. */
const libraryTexts = {
  space: {
    label: t("Space"),
    choose: t("Choose a space"),
    none: t("The library has no spaces"),
    failed: (problem: string) => t("Couldn't load the spaces: {problem}", { problem }),
  },
  thing: {
    label: t("Thing"),
    choose: t("Choose a thing"),
    none: t("The library has no things"),
    failed: (problem: string) => t("Couldn't load the things: {problem}", { problem }),
  },
} as const;

/** The spaces or things are fetched when they are first needed. */
function libraryField(
  kind: "space" | "thing",
  { origin, problem, owner }: { origin: Signal<Origin>; problem: Signal<string>; owner: AbortSignal },
): HTMLSelectElement {
  const texts = libraryTexts[kind];
  const select = el("select", {}, el("option", { value: "" }, t("Loading…")));
  const field = labelled(texts.label, select);
  let isRequested = false;
  effect(() => {
    field.hidden = origin.value !== kind;
    if (origin.value !== kind || isRequested) return;
    isRequested = true;
    (kind === "space" ? allSpaces() : allThings()).then((items) => {
      const options = items.map(({ id, name }) => el("option", { value: id }, name));
      select.replaceChildren(el("option", { value: "" }, items.length > 0 ? texts.choose : texts.none), ...options);
    }, (error) => {
      isRequested = false;
      problem.value = texts.failed(messageOf(error));
    });
  }, owner);
  return select;
}

/** The size of the real thing. `read` returns null for the file's own unit, or what is wrong with the length. */
function sizeField(owner: AbortSignal): { element: HTMLElement; read(): ModelSize | null | string } {
  const isGiven = signal(false);
  const length = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": t("Length") });
  const axis = el(
    "select",
    { "aria-label": t("Direction") },
    ...axes.map(({ value, label }) => el("option", { value }, label)),
  );
  const radio = (given: boolean, label: string, help: string | null): HTMLElement =>
    choice(
      label,
      el("input", {
        type: "radio",
        name: "model-size",
        value: String(given),
        checked: !given,
        onchange: () => isGiven.value = given,
      }),
      help,
    );
  const line = el("div", { class: "size-line" }, el("span", {}, t("This is")), length, axis);
  effect(() => void (line.hidden = !isGiven.value), owner);
  const element = el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("Size")),
    radio(false, t("As in the file"), null),
    radio(true, t("I know the size"), t("A number is in metres, or with a unit: 19, 85 cm, 6 ft.")),
    line,
  );
  return {
    element,
    read(): ModelSize | null | string {
      if (!isGiven.peek()) return null;
      const metres = parseLength(length.value, units.lengths.peek());
      if (metres === null || metres <= 0) return t("Type the size as a length, for example 19 or 85 cm.");
      return { metres, axis: axis.value as SizeAxis };
    },
  };
}
