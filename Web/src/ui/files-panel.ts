/** Where the library's files are, and which of them this device downloads in advance. */

import {
  type FilePolicy,
  filePolicyValues,
  type Files,
  type FilesChange,
  type LibraryHealth,
  type Space,
} from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, setText } from "./dom.ts";
import { labelled, problemText } from "./fields.ts";
import { fileCounts, fileProblems, fileStatus, policyNames, verificationText } from "./files-text.ts";
import { formatBytes } from "./format.ts";
import { icon } from "./icons.ts";
import { headline, panel } from "./panel.ts";

const gigabyte = 1e9;

export interface FilesPanelProps {
  /** Null until it has been fetched. */
  files: ReadonlySignal<Files | null>;
  /** Null until it has been fetched. */
  health: ReadonlySignal<LibraryHealth | null>;
  /** The spaces for which a policy can be chosen. */
  spaces: ReadonlySignal<readonly Space[]>;
  problem: ReadonlySignal<string>;
  change(change: FilesChange): void;
  verify(): void;
}

export function filesPanel(props: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const { files, health, problem } = props;
  const status = computed(() => files.value && fileStatus(files.value, health.value));
  const content = [
    headline(status, owner),
    counts(files, owner),
    problems(props, owner),
    libraryPolicy(props, owner),
    spacePolicy(props, owner),
    cacheLimit(props, owner),
    verification(props, owner),
    problemText(problem, owner),
  ];
  const isLoaded = computed(() => files.value !== null);
  return panel({ name: "files", title: t("Files"), icon: "file", lines: 9, isLoaded }, () => content, owner);
}

/** How many files are where. */
function counts(files: FilesPanelProps["files"], owner: AbortSignal): HTMLElement {
  const list = el("dl", { class: "details" });
  effect(() => {
    const rows = files.value ? fileCounts(files.value) : [];
    list.replaceChildren(...rows.flatMap(([name, count]) => [el("dt", {}, name), el("dd", {}, String(count))]));
  }, owner);
  return list;
}

function problems({ files }: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const element = el("ul", { class: "troubles" });
  const lines = computed(() => files.value ? fileProblems(files.value).join("\n") : "");
  effect(() => {
    element.hidden = lines.value === "";
    element.replaceChildren(...lines.value.split("\n").map((line) => el("li", {}, line)));
  }, owner);
  return element;
}

function policyOptions(): HTMLElement[] {
  return filePolicyValues.map((policy) => el("option", { value: policy }, policyNames[policy]));
}

function libraryPolicy({ files, change }: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const select = el("select", {
    onchange: () => change({ policy: select.value as FilePolicy }),
  }, ...policyOptions());
  effect(() => {
    if (files.value) select.value = files.value.policy ?? "";
  }, owner);
  return labelled(
    t("Download in advance"),
    select,
    t("What isn't downloaded in advance is downloaded when it is needed."),
  );
}

/** Two lists: of the spaces, and of the policies for the chosen one. */
function spacePolicy({ files, spaces, change }: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const space = el("select", { onchange: () => show() });
  const policy = el(
    "select",
    {
      onchange: () => change({ space: space.value, policy: policy.value as FilesChange["policy"] & string }),
    },
    el("option", { value: "default" }, t("As for the library")),
    ...policyOptions(),
  );
  const element = el(
    "div",
    { class: "panel-fields" },
    labelled(t("For one space"), space),
    labelled(t("Download for this space"), policy),
  );
  const show = (): void => {
    policy.value = files.peek()?.spaces.find(({ id }) => id === space.value)?.policy ?? "default";
  };
  effect(() => {
    const chosen = space.value;
    space.replaceChildren(...spaces.value.map(({ id, name }) => el("option", { value: id }, name)));
    if (chosen !== "" && spaces.value.some(({ id }) => id === chosen)) space.value = chosen;
    element.hidden = spaces.value.length === 0;
    if (files.value) show();
  }, owner);
  return element;
}

function cacheLimit({ files, change }: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const input = el("input", { type: "number", min: 0, max: 1_000_000, step: "any", inputmode: "decimal" });
  input.addEventListener("change", () => {
    if (input.value !== "" && input.checkValidity()) change({ cacheLimit: Math.round(input.valueAsNumber * gigabyte) });
  });
  const field = labelled(t("Cache limit in GB"), input, "");
  const help = field.querySelector("p")!;
  effect(() => {
    const cache = files.value?.cache;
    if (!cache) return;
    if (document.activeElement !== input) input.value = String(Math.round(cache.limit / gigabyte * 100) / 100);
    setText(
      help,
      t("{size} used. The file that was used longest ago is removed first.", { size: formatBytes(cache.byteCount) }),
    );
  }, owner);
  return field;
}

function verification({ files, verify }: FilesPanelProps, owner: AbortSignal): HTMLElement {
  const button = el("button", { class: "button", type: "button" }, icon("check"), t("Verify all files"));
  button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && verify());
  const text = el("p", { class: "state-detail", "aria-live": "polite" });
  effect(() => {
    if (!files.value) return;
    button.setAttribute("aria-disabled", String(files.value.verification.run !== null));
    setText(text, verificationText(files.value));
  }, owner);
  return el("div", { class: "panel-buttons" }, button, text);
}
