/** The memories of an open space: connects their store with the sand table, the strip, the list, the viewer and the composer. */

import { ApiError } from "../api/client.ts";
import type { Me } from "../api/generated.ts";
import { mayPin } from "../api/me.ts";
import type { Anchor, PinDetails, SandTable } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal, untracked } from "../reactive/signal.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { compose, type ComposerProps, editMemory } from "./composer.ts";
import { listPanel } from "./list-panel.ts";
import { ListStore } from "./list-store.ts";
import { MemoryStore } from "./memory-store.ts";
import { MemoryViewer } from "./memory-viewer.ts";
import { outbox } from "./outbox.ts";
import { aspectRatio } from "./aspect-ratio.ts";
import { asksForPin, memoryInAddress, withoutPin } from "./settings.ts";
import { memoryStrip } from "./strip.ts";
import type { Memory } from "./types.ts";
import { snippet } from "./memory-text.ts";

/** Milliseconds between updates of the order by distance: the visitor moves without events. */
const orderInterval = 700;
/** Milliseconds in which changes of pins are collected before the cues are drawn again. */
const pinDelay = 60;

export interface SpaceMemoriesProps {
  space: string;
  table: SandTable;
  sheets: Sheets;
  /** Replays the recorded session at an address in the space. */
  replay(address: string, title: string): Promise<void>;
  /** Null when the server could not be asked. */
  visitor: Me | null;
}

export class SpaceMemories {
  readonly store: MemoryStore;
  private readonly viewer: MemoryViewer;
  private readonly list: ListStore;
  private readonly canPin: boolean;
  private readonly movement = signal(0);
  private readonly near = signal<string | null>(null);

  constructor(private readonly props: SpaceMemoriesProps, private readonly owner: AbortSignal) {
    const { space, table, sheets, visitor } = props;
    this.store = new MemoryStore(space);
    this.list = new ListStore(this.store);
    this.canPin = visitor !== null && mayPin(visitor, space);
    const edit = (memory: Memory): void => editMemory(this.composerProps(), memory);
    this.viewer = new MemoryViewer({ store: this.store, table, sheets, visitor, edit, replay: props.replay }, owner);
    this.connectTable();
    effect(() => {
      const memory = outbox.delivered.value;
      if (memory?.space === space) untracked(() => this.store.put(memory));
    }, owner);
    owner.addEventListener("abort", () => {
      table.host = null;
      sheets.close();
      this.store.dispose();
    }, { once: true });
    this.showStrip();
    void this.load();
  }

  /** Shows a memory. */
  open(id: string): void {
    void this.viewer.open(id);
  }

  /** Lets the visitor pin a memory; `start`: the position that is offered. */
  pinHere(start?: Anchor): void {
    if (this.canPin) void this.pin(start);
  }

  openList(): void {
    const { table, sheets } = this.props;
    const owner = new AbortController();
    const panel = listPanel({
      store: this.store,
      list: this.list,
      hasTrash: this.canPin,
      open: (id) => void this.viewer.open(id),
      highlight: (id) => table.highlight(id),
      isDiscovered: (id) => table.isDiscovered(id),
    }, owner.signal);
    sheets.show({
      kind: "list",
      title: t("Memories"),
      tall: true,
      content: [panel],
      focus: () => panel.querySelector<HTMLElement>("input[type=search]"),
      owner,
    });
  }

  private connectTable(): void {
    const { table, sheets } = this.props;
    const moved = (): void => void (this.movement.value = this.movement.peek() + 1);
    table.host = {
      details: async (id) => pinDetails(await this.store.memory(id)),
      opened: (id) => void this.viewer.open(id),
      closing: () => sheets.close(),
      near: (id) => this.near.value = id,
      hovered: () => {},
      discovered: moved,
    };
    let timer = 0;
    let isEmpty = true; // a table starts without pins
    effect(() => {
      const pins = this.store.pins.value;
      if (this.store.state.value === "loading" || (isEmpty && pins.length === 0)) return;
      isEmpty = pins.length === 0;
      clearTimeout(timer);
      timer = setTimeout(() => {
        table.setPins(pins);
        moved();
      }, pinDelay);
    }, this.owner);
    const interval = setInterval(() => document.visibilityState === "visible" && moved(), orderInterval);
    this.owner.addEventListener("abort", () => {
      clearTimeout(timer);
      clearInterval(interval);
    }, { once: true });
  }

  private showStrip(): void {
    const { table } = this.props;
    const strip = memoryStrip({
      store: this.store,
      movement: this.movement,
      near: this.near,
      byDistance: (count) => table.byDistance(count),
      isDiscovered: (id) => table.isDiscovered(id),
      highlight: (id) => table.highlight(id),
      open: (id) => void this.viewer.open(id),
      openAll: () => this.openList(),
      pin: this.canPin ? (): void => void this.pin() : null,
    }, this.owner);
    table.strip.replaceChildren(strip);
  }

  private async load(): Promise<void> {
    try {
      await this.store.load();
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return; // a link without memories
      if (!this.owner.aborted) notify(t("The memories didn't load: {problem}", { problem: messageOf(error) }));
    }
    const id = memoryInAddress(location.search);
    if (this.owner.aborted) return;
    if (id) await this.viewer.open(id);
    else if (asksForPin(location.search)) {
      history.replaceState(history.state, "", location.pathname + withoutPin(location.search));
      this.pinHere();
    }
  }

  private async pin(start?: Anchor): Promise<void> {
    const { table, sheets } = this.props;
    sheets.close();
    const placement = await table.place({ label: t("Pin a memory here"), ...(start ? { start } : {}) });
    if (placement && !this.owner.aborted) await compose(this.composerProps(), placement);
  }

  private composerProps(): ComposerProps {
    const { space, table, sheets, visitor } = this.props;
    return {
      space,
      account: visitor?.id ?? null,
      sheets,
      place: (start) => table.place({ label: t("Move it here"), ...(start ? { start } : {}) }),
      placeScreen: async (anchor, image) => {
        const options = { image, aspect: await aspectRatio(image), anchor };
        return await table.adjustScreen(anchor.screen ? { ...options, start: anchor.screen } : options);
      },
      saved: (memory) => memory && this.viewer.put(memory),
    };
  }
}

/** What the sand table shows beside the cue of a memory. */
function pinDetails(memory: Memory): PinDetails {
  const media = memory.media[0];
  return {
    snippet: snippet(memory.text === "" ? memory.title : memory.text, 120),
    thumbnail: media?.thumbnails?.small ?? null,
    alternative: media?.alternative ?? "",
    viewpoint: memory.viewpoint,
    screen: memory.anchor.screen,
  };
}
