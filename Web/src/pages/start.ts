/** The page of the first start, `/start`: a new person, or a library that is already on another device. */

import { limits, type Start, type StartBody } from "../api/generated.ts";
import { beginStart, compareDigits, startEnded, type StartKey, startState } from "../api/start.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { progressBar } from "../ui/progress.ts";
import { libraryPath } from "../ui/routes.ts";
import type { Page } from "./page.ts";

export function startPage(): Page {
  const controller = new AbortController();
  const key: StartKey = location.hash.slice(1) || null;
  const create = createForm((body) => attempt.begin(body, create));
  const join = joinForm((body) => attempt.begin(body, join));
  const pair = pairForm((body) => attempt.begin(body, pair));
  const joining = joinChoice(join, pair);
  const choices = el("div", { class: "start-choices" }, create.element, joining);
  const attempt = new Attempt(key, choices, controller.signal);
  const main = el(
    "main",
    { id: "main", class: "message start", tabindex: -1 },
    icon("people"),
    el("h1", {}, t("Welcome to Diorama")),
    el("p", {}, t("There is no library on this device yet.")),
    choices,
    el(
      "p",
      { class: "quiet" },
      t("Your library is stored on the machine where Diorama runs. Nothing leaves it by itself."),
    ),
    attempt.element,
  );
  // Without a library there are no other pages.
  const header = el("header", { class: "top-bar" }, el("span", { class: "wordmark" }, icon("place"), "Diorama"));
  void prepare(key, { join, joining, attempt, main });
  return {
    element: el("div", { class: "page", "data-state": "start" }, header, main),
    title: t("First start"),
    shown: () => create.element.querySelector("input")?.focus(),
    dispose: () => controller.abort(),
  };
}

/** The two ways to a library that is on another device. */
function joinChoice(join: StartForm, pair: StartForm): HTMLDetailsElement {
  const bucketHelp = el(
    "p",
    {},
    t("Enter the folder or S3 bucket with which your other device synchronizes. "),
    el("code", {}, "diorama sync"),
    t(" shows its address there."),
  );
  const pairHelp = el(
    "p",
    {},
    t("Without a bucket, run "),
    el("code", {}, "diorama pair"),
    t(" on your other device and enter its code here."),
  );
  return el(
    "details",
    { class: "start-join" },
    el("summary", {}, t("I already have a library")),
    el("section", {}, el("h2", {}, t("In a bucket")), bucketHelp, join.element),
    el("section", {}, el("h2", {}, t("On a device in this network")), pairHelp, pair.element),
  );
}

interface StartParts {
  join: StartForm;
  joining: HTMLDetailsElement;
  attempt: Attempt;
  main: HTMLElement;
}

/** Continues where an earlier visit of the page stopped. */
async function prepare(key: StartKey, { join, joining, attempt, main }: StartParts): Promise<void> {
  try {
    const start = await startState(key);
    if (start.state === "ready") return location.assign(libraryPath());
    if (!start.isAllowed) {
      main.replaceChildren(
        icon("warning"),
        el("h1", {}, t("This library is not set up yet")),
        el("p", {}, t("To set it up, open the address that the server printed when it started.")),
      );
      return;
    }
    const bucket = join.element.querySelector<HTMLInputElement>("[name=bucket]");
    if (start.bucket !== null && bucket && bucket.value === "") {
      bucket.value = start.bucket;
      joining.open = true;
    }
    if (start.state === "running" || start.state === "opening") {
      // Where it fails, the reason is shown in this form.
      joining.open = true;
      await attempt.follow(join);
    }
  } catch (error) {
    setText(join.problem, messageOf(error));
  }
}

/** A form of one of the two decisions. */
interface StartForm {
  element: HTMLFormElement;
  button: HTMLButtonElement;
  problem: HTMLElement;
  /** What has to be entered before the form can be sent; empty where nothing is missing. */
  missing(): string;
}

function form(
  title: string,
  button: HTMLButtonElement,
  fields: HTMLElement[],
  required: { input: HTMLInputElement; missing: string },
  submit: () => void,
): StartForm {
  const problem = el("p", { class: "field-problem", role: "alert" });
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    submit();
  };
  const element = el(
    "form",
    { class: "join-form", novalidate: true, "aria-label": title, onsubmit },
    ...fields,
    problem,
    button,
  );
  const missing = (): string => required.input.value.trim() === "" ? required.missing : "";
  return { element, button, problem, missing };
}

function createForm(submit: (body: StartBody) => void): StartForm {
  const name = el("input", {
    name: "name",
    type: "text",
    autocomplete: "name",
    maxlength: limits.StartBody.name.maxLength,
  });
  const help = t("Other people see it beside what you share with them.");
  return form(
    t("New library"),
    el("button", { class: "button primary", type: "submit" }, t("Create my library")),
    [labelled(t("Your name"), name, help)],
    { input: name, missing: t("Enter your name.") },
    () => submit({ name: name.value.trim() }),
  );
}

function joinForm(submit: (body: StartBody) => void): StartForm {
  const bucket = el("input", { name: "bucket", type: "text", autocomplete: "off", spellcheck: "false" });
  const phrase = el("textarea", { name: "phrase", rows: 3, autocomplete: "off", spellcheck: "false" });
  const fields = [
    labelled(t("Address of the bucket"), bucket, "file:///media/disk/diorama or s3://bucket/prefix?endpoint=https://…"),
    labelled(
      t("Recovery phrase"),
      phrase,
      t("24 words; only where the library is encrypted and this device has no keys for it."),
    ),
  ];
  const button = el("button", { class: "button", type: "submit" }, t("Open this library"));
  const required = { input: bucket, missing: t("Enter the address of the bucket.") };
  return form(t("Existing library"), button, fields, required, () => {
    const words = phrase.value.trim();
    submit({ bucket: bucket.value.trim(), ...(words === "" ? {} : { phrase: words }) });
  });
}

function pairForm(submit: (body: StartBody) => void): StartForm {
  const code = el("input", { name: "pair", type: "text", autocomplete: "off", spellcheck: "false" });
  const fields = [labelled(t("Pairing code or address"), code, "192.168.1.20:40123, or diorama:pair?…")];
  const button = el("button", { class: "button", type: "submit" }, t("Pair"));
  const required = { input: code, missing: t("Enter the code or the address that the other device shows.") };
  return form(t("Other device"), button, fields, required, () => submit({ pair: code.value.trim() }));
}

/** An attempt with its progress, in place of the forms; after a failure these can be sent again. */
class Attempt {
  private readonly bar = progressBar(t("Opening the library"));
  private readonly digits = el("div", { class: "pairing-digits", hidden: true });
  /** The device whose digits were confirmed here, and the step of the attempt at that time. */
  private confirmed = { name: "", during: "" };
  readonly element = el("div", { class: "start-progress", hidden: true }, this.bar.element, this.digits);

  constructor(
    private readonly key: StartKey,
    private readonly choices: HTMLElement,
    private readonly signal: AbortSignal,
  ) {}

  begin(body: StartBody, from: StartForm): void {
    for (const problem of this.choices.querySelectorAll<HTMLElement>("[role=alert]")) setText(problem, "");
    const missing = from.missing();
    if (missing !== "") {
      setText(from.problem, missing);
      from.element.querySelector("input")?.focus();
      return;
    }
    void this.run(from, async () => {
      await beginStart(body, this.key);
      await this.follow(from);
    });
  }

  /** Shows the progress until the library is there; then opens it. */
  async follow(from: StartForm): Promise<void> {
    const end = await startEnded(this.key, (start) => this.show(start), this.signal);
    if (end.state === "failed") {
      this.showForms(true);
      setText(from.problem, end.error ?? t("The library couldn't be opened."));
      return;
    }
    announce(t("Your library is ready."));
    location.assign(end.signIn ?? libraryPath());
  }

  private async run(from: StartForm, work: () => Promise<void>): Promise<void> {
    from.button.disabled = true;
    try {
      await work();
    } catch (error) {
      if (this.signal.aborted) return;
      this.showForms(true);
      setText(from.problem, messageOf(error));
    } finally {
      from.button.disabled = false;
    }
  }

  private showForms(areShown: boolean): void {
    this.choices.hidden = !areShown;
    this.element.hidden = areShown;
  }

  private show(start: Start): void {
    if (start.state === "failed") return;
    this.showForms(false);
    this.bar.set(start.fraction, this.step(start));
    this.compare(start);
  }

  private step({ state, what, comparison }: Start): string {
    if (state !== "running") return t("Opening the library");
    if (comparison !== null) return t("Compare the digits on both devices");
    if (what !== this.confirmed.during) return what;
    return t("Waiting until the digits are confirmed on {name}", { name: this.confirmed.name });
  }

  /** Asks whether the other device shows the same digits. */
  private compare({ comparison, what }: Start): void {
    const digits = comparison?.digits ?? "";
    if (this.digits.dataset.digits === digits) return;
    this.digits.dataset.digits = digits;
    this.digits.hidden = comparison === null;
    if (comparison === null) return;
    const answer = (areEqual: boolean): void => {
      if (areEqual) this.confirmed = { name: comparison.name, during: what };
      for (const button of this.digits.querySelectorAll("button")) button.disabled = true;
      void compareDigits(areEqual, this.key).catch((error) => this.bar.set(null, messageOf(error)));
    };
    this.digits.replaceChildren(
      el("p", {}, t("Does {name} show the same digits?", { name: comparison.name })),
      el("p", { class: "digits", "aria-label": [...digits].join(" ") }, digits),
      el(
        "div",
        { class: "panel-buttons" },
        el(
          "button",
          { class: "button primary", type: "button", onclick: () => answer(true) },
          icon("check"),
          t("They are the same"),
        ),
        el("button", { class: "button", type: "button", onclick: () => answer(false) }, t("They differ")),
      ),
    );
    announce(t("Does {name} show {digits}?", { name: comparison.name, digits }));
    this.digits.querySelector<HTMLElement>(".primary")?.focus();
  }
}
