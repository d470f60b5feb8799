/** Opens memories in a sheet over the 3D view, keeps the open one up to date, deletes and restores memories. */

import { ApiError } from "../api/client.ts";
import type { Me } from "../api/generated.ts";
import type { SandTable } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { batch, effect, signal, untracked } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { showHistory } from "./history.ts";
import { memoryApi } from "./memory-api.ts";
import type { MemoryStore } from "./memory-store.ts";
import { memoryView } from "./memory-view.ts";
import { flies, withMemory } from "./settings.ts";
import type { Media, Memory } from "./types.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { titleOf } from "./memory-text.ts";

export interface MemoryViewerProps {
  store: MemoryStore;
  table: Pick<SandTable, "openMemory" | "closeMemory">;
  sheets: Sheets;
  visitor: Me | null;
  edit(memory: Memory): void;
  /** Replays the recorded session at an address; throws with a text for users. */
  replay(address: string, title: string): Promise<void>;
}

export class MemoryViewer {
  private readonly shown = signal<Memory | null>(null);
  /** Whether the shown memory was among the pins: one from the trash is not. */
  private wasPinned = false;
  private request = 0;

  constructor(private readonly props: MemoryViewerProps, private readonly owner: AbortSignal) {
    effect(() => this.followChanges(), owner);
  }

  /** Fetches a memory and shows it. */
  async open(id: string): Promise<void> {
    this.request += 1;
    const request = this.request;
    const isCurrent = (): boolean => !this.owner.aborted && request === this.request;
    try {
      const memory = await this.props.store.memory(id);
      if (isCurrent()) this.show(memory, flies.value);
    } catch (error) {
      if (!isCurrent()) return;
      const isMissing = error instanceof ApiError && error.status === 404;
      notify(isMissing ? t("This memory was deleted, or isn't shared with you.") : messageOf(error));
    }
  }

  /** `fly`: whether the camera flies to the author's viewpoint. */
  show(memory: Memory, fly: boolean): void {
    const { store, table, sheets } = this.props;
    const { id } = memory;
    this.shown.value = null; // so that replacing the open memory does not fly back
    const view = memoryView(memory, {
      fly: () => void table.openMemory(id, memory.viewpoint, true),
      close: () => sheets.close(),
      previous: this.neighbour(id, -1),
      next: this.neighbour(id, 1),
      replay: memory.trashed === null ? (media): void => void this.replay(memory, media) : null,
      ...this.permitted(memory),
    });
    sheets.show({
      kind: "memory",
      title: titleOf(memory),
      ...view,
      closed: () => {
        if (this.shown.peek()?.id !== id) return;
        this.shown.value = null;
        writeAddress(null);
        void table.closeMemory();
      },
    });
    this.wasPinned = untracked(() => store.pin(id)) !== undefined;
    this.shown.value = memory;
    writeAddress(id);
    void table.openMemory(id, memory.viewpoint, fly);
  }

  /** The sheet makes room for the space. */
  private async replay(memory: Memory, { url }: Media): Promise<void> {
    this.props.sheets.close();
    try {
      await this.props.replay(url, titleOf(memory));
    } catch (error) {
      notify(messageOf(error));
    }
  }

  /** Shows a memory that was created or changed here. */
  put(memory: Memory): void {
    batch(() => {
      this.props.store.put(memory);
      this.show(memory, false);
    });
  }

  /** The actions that this visitor may take. */
  private permitted(memory: Memory): Pick<Parameters<typeof memoryView>[1], "edit" | "history" | "trash" | "restore"> {
    const isTrashed = memory.trashed !== null;
    const mayTrash = memory.mine || this.props.visitor?.kind === "owner";
    return {
      edit: memory.mine && !isTrashed ? (): void => this.props.edit(memory) : null,
      history: memory.mine ? (): void => void showHistory(this.props.sheets, memory, (now) => this.put(now)) : null,
      trash: mayTrash && !isTrashed ? (): void => void this.trash(memory) : null,
      restore: isTrashed ? (): void => void this.restore(memory).catch((error) => notify(messageOf(error))) : null,
    };
  }

  /** Opens the neighbour in the order of the list, newest first. */
  private neighbour(id: string, step: 1 | -1): (() => void) | null {
    const pins = this.props.store.pins.peek();
    const index = pins.findIndex((pin) => pin.id === id);
    const neighbour = index < 0 ? undefined : pins[index + step];
    return neighbour ? (): void => void this.open(neighbour.id) : null;
  }

  private followChanges(): void {
    const { store, sheets } = this.props;
    const shown = this.shown.value;
    if (!shown) return;
    const memory = store.known(shown.id);
    const isPinned = store.pin(shown.id) !== undefined;
    untracked(() => {
      if (this.wasPinned && !isPinned) {
        sheets.close();
        announce(t("The memory was deleted."));
        return;
      }
      this.wasPinned = isPinned;
      // A sheet in use is not replaced: a video may be playing in it.
      const isInUse = sheets.current.peek()?.element.contains(document.activeElement) ?? false;
      if (memory && memory !== shown && !isInUse) this.show(memory, false);
    });
  }

  private async trash(memory: Memory): Promise<void> {
    const { store, sheets } = this.props;
    try {
      await memoryApi.trash(memory.id);
    } catch (error) {
      return notify(t("Couldn't delete it: {problem}", { problem: messageOf(error) }));
    }
    sheets.close();
    store.remove(memory.id);
    announce(t("Deleted."));
    undoNotice(t("{title} is in the trash.", { title: titleOf(memory) }), () => this.restore(memory));
  }

  private async restore(memory: Memory): Promise<void> {
    const restored = await memoryApi.restore(memory.id);
    announce(t("Restored."));
    if (this.shown.peek()?.id === memory.id) this.put(restored);
    else this.props.store.put(restored);
  }
}

function writeAddress(id: string | null): void {
  const query = withMemory(location.search, id);
  if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
}
