/** The memories of a place: puts strip, list, composer and viewer over it and lets them and the sand table hear of each other. */

import type { Me } from "../api/generated.ts";
import { ApiError } from "../api/client.ts";
import type { MountMemories, PinDetails } from "../explore/interface.ts";
import { mayPin, me } from "../api/me.ts";
import { outbox } from "../offline/outbox.ts";
import { outboxButton } from "../offline/outbox-view.ts";
import { spaceButtons } from "../share/space-buttons.ts";
import { announce } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { compose, type ComposerParts, editMemory } from "./composer.ts";
import { showHistory } from "./history.ts";
import { firstState, type ListPanel, listPanel } from "./list-panel.ts";
import { memoryApi } from "./memory-api.ts";
import { memoryView } from "./memory-view.ts";
import { memoryInAddress, settings, withMemory } from "./settings.ts";
import { Sheets } from "./sheet.ts";
import { MemoryStore } from "./store.ts";
import { memoryStrip, type Strip } from "./strip.ts";
import type { Memory } from "./types.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { snippet, titleOf } from "./words.ts";

const orderEvery = 700; // milliseconds between looks at who is nearest

export const mountMemories: MountMemories = ({ space, table, area, actions, signal }) => {
  const store = new MemoryStore(space);
  const sheets = new Sheets(area, (open) => area.classList.toggle("has-sheet", open));
  const listState = firstState();
  let visitor: Me | null = null;
  let strip: Strip | null = null;
  let list: ListPanel | null = null;
  let openID: string | null = null;
  let turn = 0;
  let pinning = 0;

  const buttons = spaceButtons({ space, sheets, openList, table, pins: () => store.pins });
  const waiting = outboxButton(sheets);
  actions.prepend(waiting, ...buttons.elements);

  table.host = {
    details: async (id): Promise<PinDetails> => {
      const memory = await store.memory(id);
      const first = memory.media[0];
      return {
        snippet: snippet(memory.text === "" ? memory.title : memory.text, 120),
        thumbnail: first?.thumbnails?.small ?? null,
        alternative: first?.alternative ?? "",
        viewpoint: memory.viewpoint,
        screen: memory.anchor.screen,
      };
    },
    opened: (id) => void open(id),
    closing: () => sheets.close(),
    near: (id) => strip?.mark(id),
    hovered: () => {},
    discovered: () => strip?.update(),
  };

  store.listen((change) => {
    strip?.update();
    // Many changes at once are one new set of cues.
    if (pinning === 0) {
      pinning = setTimeout(() => {
        pinning = 0;
        if (!signal.aborted) table.setPins(store.pins);
      }, change === null ? 0 : 60);
    }
    if (change?.change === "removed" && change.id === openID) {
      sheets.close();
      announce("The memory was taken away.");
    }
    if (change?.change === "changed" && change.id === openID) void refreshOpen(change.id);
  });

  void start();

  async function start(): Promise<void> {
    try {
      visitor = await me();
    } catch (error) {
      // Without the server there is what was visited before, and what waits to be sent.
      if (!(error instanceof ApiError && error.unreachable)) notify(`Couldn't ask who you are: ${messageOf(error)}`);
    }
    if (signal.aborted) return;
    const may = visitor !== null && mayPin(visitor, space);
    buttons.allow(visitor);
    strip = memoryStrip({
      store,
      byDistance: (count) => table.byDistance(count),
      isDiscovered: (id) => table.isDiscovered(id),
      highlight: (id) => table.highlight(id),
      open: (id) => void open(id),
      openAll: openList,
      pin: may ? (): void => void pin() : null,
    });
    table.strip.replaceChildren(strip.element);
    strip.update();
    const clock = setInterval(() => {
      if (document.visibilityState === "visible") strip?.update();
    }, orderEvery);
    signal.addEventListener("abort", () => clearInterval(clock));
    try {
      await store.load();
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return; // a link that shows the place alone
      if (!signal.aborted) notify(`The memories didn't load: ${messageOf(error)}`);
    }
    const asked = memoryInAddress(location.search);
    if (asked && !signal.aborted) await open(asked);
  }

  function writeAddress(id: string | null): void {
    const query = withMemory(location.search, id);
    if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
  }

  async function open(id: string): Promise<void> {
    turn += 1;
    const mine = turn;
    let memory: Memory;
    try {
      memory = await store.memory(id);
    } catch (error) {
      if (signal.aborted || mine !== turn) return;
      const gone = error instanceof ApiError && error.status === 404;
      return notify(
        gone ? "This memory isn't here; it may have been taken away, or isn't meant for you." : messageOf(error),
      );
    }
    if (signal.aborted || mine !== turn) return;
    show(memory, settings.flies);
  }

  function show(memory: Memory, flies: boolean): void {
    const { id } = memory;
    openID = null; // what was open gives way without the flight back
    const view = memoryView(memory, {
      flies: settings.flies,
      setFlies: (value) => settings.flies = value,
      fly: () => void table.openMemory(id, memory.viewpoint, true),
      back: () => sheets.close(),
      edit: memory.mine && memory.trashed === null ? (): void => editMemory(composerParts(), memory) : null,
      history: memory.mine ? (): void => void showHistory(sheets, memory, changed) : null,
      trash: memory.trashed === null && (memory.mine || visitor?.kind === "owner")
        ? (): void => void trash(memory)
        : null,
      restore: memory.trashed !== null ? (): void => void restore(memory) : null,
      previous: step(id, -1),
      next: step(id, 1),
    });
    sheets.show({
      kind: "memory",
      title: titleOf(memory),
      content: view.content,
      foot: view.foot,
      tools: view.tools,
      closed: () => {
        if (openID !== id) return;
        openID = null;
        writeAddress(null);
        void table.closeMemory();
      },
    });
    openID = id;
    writeAddress(id);
    void table.openMemory(id, memory.viewpoint, flies);
  }

  /** The way to a neighbour in the order of the list, newest first. */
  function step(id: string, by: 1 | -1): (() => void) | null {
    const at = store.pins.findIndex((pin) => pin.id === id);
    const other = at < 0 ? undefined : store.pins[at + by];
    return other ? (): void => void open(other.id) : null;
  }

  async function refreshOpen(id: string): Promise<void> {
    const memory = await store.memory(id).catch(() => null);
    // Not under somebody's hands: while a player runs or a word is read with the keyboard, it stays.
    if (!memory || openID !== id || sheets.current?.contains(document.activeElement)) return;
    show(memory, false);
  }

  function changed(memory: Memory): void {
    store.put(memory);
    show(memory, false);
  }

  async function trash(memory: Memory): Promise<void> {
    try {
      await memoryApi.trash(memory.id);
    } catch (error) {
      return notify(`Couldn't delete it: ${messageOf(error)}`);
    }
    sheets.close();
    store.remove(memory.id);
    announce("Deleted.");
    undoNotice(`${titleOf(memory)} is in the trash.`, () => restore(memory));
  }

  async function restore(memory: Memory): Promise<void> {
    const back = await memoryApi.restore(memory.id);
    store.put(back);
    announce("It is back.");
    if (openID === memory.id) show(back, false);
  }

  function openList(): void {
    const panel = listPanel({
      store,
      trash: visitor !== null && mayPin(visitor, space),
      open: (id) => void open(id),
      highlight: (id) => table.highlight(id),
      isDiscovered: (id) => table.isDiscovered(id),
    }, listState);
    sheets.show({
      kind: "list",
      title: "Memories",
      tall: true,
      content: [panel.content],
      focus: () => panel.focusSearch(),
      closed: () => {
        panel.dispose();
        if (list === panel) list = null;
      },
    });
    list = panel;
  }

  async function pin(): Promise<void> {
    sheets.close();
    const placement = await table.place({ label: "Pin a memory here" });
    if (placement && !signal.aborted) await compose(composerParts(), placement);
  }

  function composerParts(): ComposerParts {
    return {
      space,
      visitor: visitor ?? { kind: "nobody", id: null, name: null, space: null, permissions: {}, showsMemories: false },
      sheets,
      place: (start) => table.place({ label: "Put it here", ...(start ? { start } : {}) }),
      hang: async ({ memory }, picture) => {
        const aspect = await aspectOf(picture);
        const { anchor } = memory;
        return await table.adjustScreen({
          picture,
          aspect,
          anchor,
          ...(anchor.screen ? { start: anchor.screen } : {}),
        });
      },
      saved: (memory) => {
        if (!memory) return;
        store.put(memory);
        show(memory, false);
      },
    };
  }

  const stopArrivals = outbox.onArrival((memory) => {
    if (memory.space === space) store.put(memory);
  });

  signal.addEventListener("abort", () => {
    table.host = null;
    clearTimeout(pinning);
    stopArrivals();
    sheets.close();
    store.dispose();
  });
};

/** Width by height of a picture; of a film or what can't be read, 16 by 9. */
async function aspectOf(picture: string | null): Promise<number> {
  if (picture === null) return 16 / 9;
  const image = new Image();
  image.src = picture;
  try {
    await image.decode();
    return image.naturalWidth / Math.max(1, image.naturalHeight);
  } catch {
    return 16 / 9;
  }
}
