/** The cards of the page on devices and backup, but for the conflicts. Each is made once and then told how things stand. */

import type { Sync } from "../api/generated.ts";
import { formatAgo, formatBytes, formatDate, plural } from "./format.ts";
import { backupWords, storageParts, syncTroubles, syncWords } from "./sync-words.ts";
import { el, setText } from "./dom.ts";
import { icon } from "./icons.ts";
import { bones, headline, panel, problemLine } from "./panel.ts";
import { progressBar } from "./progress.ts";

export interface StatePanel {
  element: HTMLElement;
  update(sync: Sync): void;
  /** Why what was asked for could not be done; empty when it could. */
  problem(message: string): void;
}

/** A card that shows bones until it is first told how things stand. */
function arriving(
  made: { element: HTMLElement; body: HTMLElement },
  lines: number,
  content: () => HTMLElement[],
): () => void {
  made.body.append(bones(lines));
  return () => {
    if (made.element.getAttribute("aria-busy") !== "true") return;
    made.element.removeAttribute("aria-busy");
    made.body.replaceChildren(...content());
  };
}

/** Sync with the bucket: how it stands, what is not sent yet, and a run on request. */
export function syncPanel(actions: { start(): void; cancel(): void }): StatePanel {
  const made = panel("sync", "Sync", "sync");
  const state = headline();
  const bar = progressBar("Sync");
  const bucket = el("dd", {});
  const synced = el("dd", {});
  const unsent = el("dd", {});
  const facts = el(
    "dl",
    { class: "details" },
    el("dt", {}, "Bucket"),
    bucket,
    el("dt", {}, "Last in step"),
    synced,
    el("dt", {}, "Not sent yet"),
    unsent,
  );
  const troubles = el("ul", { class: "troubles" });
  const start = el("button", { class: "button primary", type: "button" }, icon("sync"), "Sync now");
  start.addEventListener("click", () => start.getAttribute("aria-disabled") !== "true" && actions.start());
  const cancel = el("button", { class: "button", type: "button", onclick: () => actions.cancel() }, "Cancel");
  const buttons = el("div", { class: "panel-buttons" }, start, cancel);
  const problem = problemLine();
  const arrive = arriving(
    made,
    6,
    () => [state.element, el("div", { class: "panel-bar" }, bar.element), facts, troubles, buttons, problem.element],
  );
  let shown = "";

  return {
    element: made.element,
    problem: (message) => problem.set(message),
    update(sync): void {
      const words = syncWords(sync);
      const { run } = sync;
      state.set(words);
      // What is being done stands above the bar already.
      bar.set(run ? run.fraction : 0, run ? words.title : "");
      bar.element.classList.toggle("away", !run);
      bar.element.setAttribute("aria-hidden", String(!run));
      facts.hidden = !sync.bucket;
      if (sync.bucket) {
        setText(bucket, sync.bucket.name);
        bucket.title = sync.bucket.address;
        setText(synced, sync.synced ? formatAgo(new Date(sync.synced)) : "never");
        setText(unsent, sync.unsentWrites > 0 ? plural(sync.unsentWrites, "write") : "nothing");
      }
      const lines = run ? [] : syncTroubles(sync);
      troubles.hidden = lines.length === 0;
      if (shown !== lines.join("\n")) {
        shown = lines.join("\n");
        troubles.replaceChildren(...lines.map((line) => el("li", {}, line)));
      }
      const possible = sync.isIncluded && sync.bucket !== null;
      buttons.hidden = !possible;
      const hadFocus = document.activeElement === cancel;
      start.setAttribute("aria-disabled", String(run !== null));
      cancel.classList.toggle("away", run === null);
      cancel.disabled = run === null || run.isCancelled;
      if (hadFocus && cancel.disabled) start.focus();
      arrive();
    },
  };
}

/** This device, and all that were heard of. */
export function devicesPanel(): StatePanel {
  const made = panel("devices", "Devices", "device");
  const list = el("ul", { class: "rows" });
  const alone = el(
    "p",
    { class: "quiet" },
    "No other device has been heard of yet. It appears here after its first sync.",
  );
  const arrive = arriving(made, 4, () => [list, alone]);
  let shown = "";

  return {
    element: made.element,
    problem: () => {},
    update(sync): void {
      const now = JSON.stringify(sync.devices);
      if (now !== shown) {
        shown = now;
        list.replaceChildren(...sync.devices.map((device) =>
          el(
            "li",
            { class: "row" },
            icon("device"),
            el(
              "span",
              { class: "row-name" },
              // Devices get their name with the first sync.
              device.isThis && device.name === "a device" ? "This computer" : device.name,
              device.isThis && el("span", { class: "tag" }, "this one"),
            ),
            el("span", { class: "row-fact" }, plural(device.changesets, "changeset")),
          )
        ));
      }
      alone.hidden = sync.devices.length > 1;
      arrive();
    },
  };
}

/** What the library takes of the disk, by what it is for. */
export function storagePanel(): StatePanel {
  const made = panel("storage", "Storage", "disk");
  const total = el("p", { class: "state-title" });
  const free = el("p", { class: "state-detail" });
  const bar = el("div", { class: "stack", role: "img" });
  const list = el("ul", { class: "rows" });
  const arrive = arriving(made, 8, () => [total, free, bar, list]);
  let shown = "";

  return {
    element: made.element,
    problem: () => {},
    update({ storage }): void {
      const now = JSON.stringify(storage.parts);
      setText(total, formatBytes(storage.byteCount));
      setText(free, storage.freeByteCount === null ? "" : `${formatBytes(storage.freeByteCount)} free on the disk`);
      if (now !== shown) {
        shown = now;
        const parts = storageParts(storage);
        bar.setAttribute("aria-label", parts.map(({ name, bytes }) => `${name} ${bytes}`).join(", "));
        bar.replaceChildren(
          ...parts.filter(({ share }) => share > 0).map(({ kind, share }) => {
            const piece = el("div", { class: `stack-piece of-${kind}` });
            piece.style.setProperty("--share", String(share));
            return piece;
          }),
        );
        list.replaceChildren(...parts.map(({ kind, name, means, bytes }) =>
          el(
            "li",
            { class: "row" },
            el("span", { class: `swatch of-${kind}`, "aria-hidden": "true" }),
            el("span", { class: "row-name" }, name, el("span", { class: "row-means" }, means)),
            el("span", { class: "row-fact" }, bytes),
          )
        ));
      }
      arrive();
    },
  };
}

/** The latest backup, and another one on request. */
export function backupPanel(actions: { backUp(): void }): StatePanel {
  const made = panel("backup", "Backup", "backup");
  const state = headline();
  const kept = el("dd", {});
  const size = el("dd", {});
  const checked = el("dd", {});
  const facts = el(
    "dl",
    { class: "details" },
    el("dt", {}, "Kept"),
    kept,
    el("dt", {}, "Latest"),
    size,
    el("dt", {}, "Checked"),
    checked,
  );
  const button = el("button", { class: "button", type: "button" }, icon("backup"), "Back up now");
  button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && actions.backUp());
  const problem = problemLine();
  const arrive = arriving(
    made,
    5,
    () => [state.element, facts, el("div", { class: "panel-buttons" }, button), problem.element],
  );

  return {
    element: made.element,
    problem: (message) => problem.set(message),
    update({ backups }): void {
      state.set(backupWords(backups));
      const { latest } = backups;
      setText(kept, backups.count === 0 ? "none" : plural(backups.count, "backup"));
      setText(size, latest ? `${formatDate(new Date(latest.made))}, ${formatBytes(latest.byteCount)}` : "–");
      setText(checked, latest?.checked ? formatDate(new Date(latest.checked)) : latest ? "not yet" : "–");
      button.setAttribute("aria-disabled", String(backups.isRunning));
      arrive();
    },
  };
}
