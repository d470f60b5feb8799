/** Writing a memory: what it is, what it says, where it belongs, from where it is seen, who may see it. For new ones and changes. */

import type { Me } from "../api/generated.ts";
import type { Placement } from "../explore/interface.ts";
import { visitorKey } from "../api/me.ts";
import { outbox, type Progress } from "../offline/outbox.ts";
import { formatBytes } from "../ui/format.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { progressBar } from "../ui/progress.ts";
import { changes, type Draft, draftOf, drafts, newDraft } from "./drafts.ts";
import { type MediaField, mediaField } from "./media-field.ts";
import { type Described, mediaWords } from "./media-words.ts";
import { memoryApi } from "./memory-api.ts";
import { moodField } from "./mood-field.ts";
import { privacyField } from "./privacy-field.ts";
import type { Sheets } from "./sheet.ts";
import { type Anchor, type Kind, longestText, longestTitle, type Media, type Memory } from "./types.ts";
import { givenTitle, kindWords, missing, readTags } from "./words.ts";

const kindIcons: Record<Kind, IconName> = { text: "text", photo: "photo", audio: "audio", video: "video" };

export interface ComposerParts {
  space: string;
  visitor: Me;
  sheets: Sheets;
  /** Lets the visitor choose the place and view anew; null: given up. */
  place(start: Anchor | null): Promise<Placement | null>;
  /** Lets the visitor hang a picture in the place; null: given up. Undefined where it can't be done. */
  hang?: (draft: Draft, picture: string | null) => Promise<Anchor["screen"]>;
  /** It is on the server, or waits for it (null). */
  saved(memory: Memory | null): void;
}

/** Begins a new memory at a place, or goes on with the draft. */
export async function compose(parts: ComposerParts, placement: Placement): Promise<void> {
  const kept = await drafts.read(parts.space);
  openComposer(parts, kept ?? newDraft(placement), null, kept !== null);
}

export function editMemory(parts: ComposerParts, memory: Memory): void {
  openComposer(parts, draftOf(memory), memory, false);
}

function openComposer(parts: ComposerParts, draft: Draft, before: Memory | null, restored: boolean): void {
  const { memory } = draft;
  let field: MediaField | null = null;
  const described = new Map<Media, Described>();
  let keeping = 0;
  let sending: AbortController | null = null;
  let done = false;

  const problem = el("p", { class: "field-problem", role: "alert" });
  const media = el("div", { class: "composer-media" });
  const where = el("p", { class: "where-words" });
  const seen = el("p", { class: "where-words" });
  const bar = progressBar("Sending");
  const cancel = el(
    "button",
    { class: "button small", type: "button", onclick: () => sending?.abort() },
    icon("close"),
    "Cancel",
  );
  const progress = el("div", { class: "composer-progress", hidden: true }, bar.element, cancel);
  const save = el("button", { class: "button primary", type: "submit" }, before ? "Save" : "Pin it here");
  const form = el("form", { class: "composer", novalidate: true, onsubmit: submit });
  save.setAttribute("form", form.id = freshID("composer"));

  /** A moment after the last key. */
  function touched(): void {
    setText(problem, "");
    if (before) return;
    clearTimeout(keeping);
    keeping = setTimeout(() => void keep(), 400);
  }

  async function keep(): Promise<void> {
    if (done) return;
    if (!await drafts.keep(parts.space, draft)) {
      setText(problem, "This browser can't keep the draft; don't reload before it is sent.");
    }
  }

  function text(label: string, name: "title" | "text" | "tags", most: number, help: string | null): HTMLElement {
    const id = freshID("field");
    const value = name === "tags" ? draft.tags : memory[name];
    const shared = { id, maxlength: most, "aria-describedby": help ? `${id}-help` : null };
    const set = (): void => {
      if (name === "tags") draft.tags = input.value;
      else memory[name] = input.value;
      touched();
    };
    const input = name === "text"
      ? el("textarea", { ...shared, rows: 4, oninput: set })
      : el("input", { ...shared, type: "text", autocomplete: "off", oninput: set });
    input.value = value;
    return el(
      "div",
      { class: "field" },
      el("label", { for: id }, label),
      input,
      help && el("p", { id: `${id}-help`, class: "field-help" }, help),
    );
  }

  function kindField(): HTMLElement {
    const name = freshID("kind");
    return el(
      "fieldset",
      { class: "field" },
      el("legend", {}, "What it is"),
      el(
        "div",
        { class: "kind-choices" },
        ...(Object.keys(kindWords) as Kind[]).map((kind) =>
          el(
            "label",
            { class: "kind-choice" },
            el("input", {
              type: "radio",
              name,
              value: kind,
              checked: memory.kind === kind,
              onchange: () => {
                memory.kind = kind;
                if (kind === "text") memory.anchor = { ...memory.anchor, screen: null };
                draft.media = draft.media.filter((one) => one.kind === kind);
                showMedia();
                touched();
              },
            }),
            el("span", {}, icon(kindIcons[kind]), kindWords[kind]),
          )
        ),
      ),
    );
  }

  function showMedia(): void {
    field?.dispose();
    field = null;
    media.replaceChildren();
    showPlace();
    if (before) return media.append(...before.media.flatMap(describe));
    if (memory.kind === "text") return;
    field = mediaField(memory.kind, draft.media[0] ?? null, (file) => {
      draft.media = file ? [file] : [];
      if (!file) memory.anchor = { ...memory.anchor, screen: null };
      showPlace();
      touched();
    });
    media.append(field.element);
  }

  /** The words of a file that is there already. */
  function describe(file: Media): HTMLElement[] {
    const words = { alternative: file.alternative, transcript: file.transcript };
    described.set(file, words);
    return mediaWords(file.kind, words, touched);
  }

  const move = el(
    "button",
    { class: "button small", type: "button", onclick: () => void moveIt() },
    icon("place"),
    "Move it",
  );
  const hang = el(
    "button",
    { class: "button small", type: "button", onclick: () => void hangIt() },
    icon("photo"),
    "Hang it up",
  );
  const placeField = el(
    "fieldset",
    { class: "field" },
    el("legend", {}, "Where"),
    where,
    seen,
    el("div", { class: "field-buttons" }, move, hang),
  );

  function showPlace(): void {
    const { anchor, viewpoint } = memory;
    const on = anchor.object ? `On ${anchor.object.name || "a thing"}` : "On the surface you chose";
    const up = anchor.height > 0.005 ? `, ${anchor.height.toFixed(2)} m above it` : "";
    setText(where, `${on}${up}${anchor.screen ? ", hanging as a picture" : ""}.`);
    setText(
      seen,
      viewpoint ? "Others see it from where you looked when you chose the place." : "Without a viewpoint of its own.",
    );
    const visual = memory.kind === "photo" || memory.kind === "video";
    hang.hidden = !visual || !parts.hang || (!before && draft.media.length === 0);
    hang.lastChild!.textContent = anchor.screen ? "Hang it elsewhere" : "Hang it up";
  }

  /** The form steps aside while the place is chosen, and comes back as it was. */
  async function aside<T>(act: () => Promise<T>): Promise<T> {
    sheet.element.hidden = true;
    try {
      return await act();
    } finally {
      sheet.element.hidden = false;
    }
  }

  async function moveIt(): Promise<void> {
    const placed = await aside(() => parts.place(memory.anchor));
    if (placed) {
      memory.anchor = { ...placed.anchor, screen: null, state: "held" };
      memory.viewpoint = placed.viewpoint;
      showPlace();
      touched();
    }
    move.focus();
  }

  async function hangIt(): Promise<void> {
    const file = draft.media[0];
    const picture = file?.kind === "photo"
      ? URL.createObjectURL(file.body)
      : before?.media[0]?.thumbnails?.medium ?? null;
    try {
      const screen = await aside(() => parts.hang!(draft, picture));
      if (screen) memory.anchor = { ...memory.anchor, screen };
    } finally {
      if (picture?.startsWith("blob:")) URL.revokeObjectURL(picture);
    }
    showPlace();
    touched();
    hang.focus();
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (sending) return;
    memory.tags = readTags(draft.tags);
    const lacks = missing(memory, before !== null || draft.media.length > 0);
    if (lacks) return setText(problem, lacks);
    memory.title = givenTitle(memory);
    sending = new AbortController();
    show(true);
    try {
      if (before) await change(before);
      else await create(sending.signal);
    } catch (error) {
      const stopped = error instanceof DOMException && error.name === "AbortError";
      setText(problem, stopped ? "Not sent. Your draft is kept." : messageOf(error));
      show(false);
      save.focus();
    } finally {
      sending = null;
    }
  }

  function show(busy: boolean): void {
    progress.hidden = !busy || before !== null;
    save.disabled = busy;
    for (const one of [...form.elements]) {
      if ("disabled" in one && one !== cancel) (one as HTMLInputElement).disabled = busy;
    }
    if (busy) bar.set(null, "Sending");
  }

  async function create(signal: AbortSignal): Promise<void> {
    const tell = ({ sent, total, what }: Progress): void =>
      bar.set(
        total === 0 ? null : sent / total,
        total === 0 ? what : `${what}, ${formatBytes(sent)} of ${formatBytes(total)}`,
      );
    const made = await outbox.submit(parts.space, draft, tell, signal);
    finish();
    if (made) announce("Your memory is pinned.");
    else notify("No connection: the memory is kept on this device and sent as soon as Diorama can be reached.");
    parts.saved(made);
  }

  async function change(memoryBefore: Memory): Promise<void> {
    const changed = changes(memoryBefore, memory);
    let saved = Object.keys(changed).length === 0 ? memoryBefore : await memoryApi.change(memory.id, changed);
    for (const [file, words] of described) {
      if (words.alternative === file.alternative && words.transcript === file.transcript) continue;
      await memoryApi.describe(memory.id, file.id, words);
      saved = await memoryApi.show(memory.id);
    }
    finish();
    announce("Saved.");
    parts.saved(saved);
  }

  function finish(): void {
    done = true;
    clearTimeout(keeping);
    if (!before) void drafts.drop(parts.space);
    sheet.close();
  }

  const discard = el("button", {
    class: "button",
    type: "button",
    onclick: () => {
      done = true;
      clearTimeout(keeping);
      if (!before) void drafts.drop(parts.space);
      sheet.close();
    },
  }, before ? "Leave it as it was" : "Discard");

  form.append(
    ...(restored ? [el("p", { class: "note" }, icon("history"), "Your draft is back, as you left it.")] : []),
    ...(before ? [] : [kindField()]),
    media,
    text("Title", "title", longestTitle, null),
    text(memory.kind === "text" ? "What happened here" : "Words with it", "text", longestText, null),
    moodField(memory.mood, (mood) => {
      memory.mood = mood;
      touched();
    }),
    text("Tags", "tags", 800, "Separated by commas: kitchen, grandmother"),
    privacyField(memory, parts.visitor.id, (privacy, audience) => {
      [memory.privacy, memory.audience] = [privacy, audience];
      touched();
    }),
    placeField,
  );
  const sheet = parts.sheets.show({
    kind: "composer",
    title: before ? "Change the memory" : "New memory",
    tall: true,
    content: [form],
    foot: [problem, progress, el("div", { class: "sheet-actions" }, discard, save)],
    closed: () => {
      clearTimeout(keeping);
      if (!before && !done) void keep();
      sending?.abort();
      field?.dispose();
    },
  });
  showMedia();
  sheet.element.dataset.visitor = visitorKey(parts.visitor);
}
