/** The files of things that are being sent or wait, with what to do about those that were rejected. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";
import { type ThingUploads, thingUploads, type WaitingFile } from "./uploads.ts";

export function uploadsView(owner: AbortSignal, uploads: ThingUploads = thingUploads): HTMLElement {
  const bar = progressBar(t("Sending files"));
  const rejected = el("ul", { class: "upload-problems" });
  const words = el("p", { class: "upload-words" });
  const retry = el(
    "button",
    { class: "button small", type: "button", onclick: () => void uploads.retry() },
    icon("retry"),
    t("Try again"),
  );
  const element = el(
    "section",
    { class: "upload-strip", "aria-label": t("Files on their way"), hidden: true },
    bar.element,
    words,
    rejected,
    retry,
  );
  effect(() => {
    const files = uploads.files.value;
    const sending = uploads.sending.value;
    const current = files.find(({ key }) => key === sending?.key);
    const problems = files.filter(({ problem }) => problem !== null);
    const isWaiting = uploads.isWaiting.value && !current;
    element.hidden = files.length === 0;
    bar.element.hidden = !current;
    if (current && sending) {
      const left = files.length - problems.length - 1;
      const more = left > 0 ? plural(left, { one: ", {count} more file", other: ", {count} more files" }) : "";
      bar.set(
        sending.fraction < 1 ? sending.fraction : null,
        t("Sending {name} to {thingName}{more}", { name: current.name, thingName: current.thingName, more }),
      );
    }
    words.hidden = !isWaiting;
    setText(
      words,
      plural(files.length - problems.length, {
        one: "{count} file waits for a connection. They are kept on this device.",
        other: "{count} files wait for a connection. They are kept on this device.",
      }),
    );
    retry.hidden = !isWaiting && problems.length === 0;
    rejected.hidden = problems.length === 0;
    rejected.replaceChildren(...problems.map((file) => problemElement(file, uploads)));
  }, owner);
  return element;
}

function problemElement(file: WaitingFile, uploads: ThingUploads): HTMLElement {
  return el(
    "li",
    {},
    el("span", {}, `${file.name} (${file.thingName}): ${file.problem}`),
    el(
      "button",
      {
        class: "button small",
        type: "button",
        "aria-label": t("Discard {name}", { name: file.name }),
        onclick: () => void uploads.discard(file.key),
      },
      t("Discard"),
    ),
  );
}
