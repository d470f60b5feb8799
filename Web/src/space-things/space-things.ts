/** The things and objects of an open space: connects their store with the sand table, the sheets and the address. */

import type { SceneObject, SpaceThing, ThingLocation } from "../api/generated.ts";
import type { Anchor, SandTable } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import type { SpaceMemories } from "../memories/space-memories.ts";
import { computed, effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { plural } from "../ui/format.ts";
import { iconButton } from "../ui/icon-button.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { chooseThing } from "./choose-thing.ts";
import { objectCard } from "./object-card.ts";
import { memoryApi } from "../memories/memory-api.ts";
import { memoriesOf } from "./object-memories.ts";
import { spaceThingsApi } from "./space-things-api.ts";
import { locationOf, SpaceThingsStore } from "./space-things-store.ts";
import { locatedInAddress, thingInAddress, withThing } from "./thing-address.ts";
import { thingCard } from "./thing-card.ts";
import { thingsSheet } from "./things-sheet.ts";

export interface SpaceThingsProps {
  space: string;
  table: SandTable;
  sheets: Sheets;
  memories: Pick<SpaceMemories, "store" | "open" | "pinHere">;
  /** Only the owner has things. */
  isOwner: boolean;
  mayPin: boolean;
}

export class SpaceThings {
  private readonly store: SpaceThingsStore;
  /** What the sheet shows; null: no thing and no object. */
  private shown: string | null = null;

  constructor(private readonly props: SpaceThingsProps, private readonly owner: AbortSignal) {
    const { space, table, isOwner } = props;
    this.store = new SpaceThingsStore(space, isOwner, owner);
    effect(() => table.setThings(this.store.things.value), owner);
    effect(() => table.showObjects(this.store.objects.value), owner);
    table.thingsHost = {
      thingOpened: (id) => this.openThing(id),
      objectOpened: (id) => this.openObject(id),
      closing: () => props.sheets.close(),
    };
    owner.addEventListener("abort", () => table.thingsHost = null, { once: true });
    void this.start();
  }

  /** Opens the list; null for visitors, who don't see things. */
  get button(): HTMLButtonElement | null {
    return this.props.isOwner ? iconButton("thing", t("Things in this space"), () => this.openList()) : null;
  }

  private async start(): Promise<void> {
    await this.store.load();
    if (this.owner.aborted || !this.props.isOwner) return;
    const phase = this.store.phase.peek();
    const shown = thingInAddress(location.search);
    const located = locatedInAddress(location.search);
    if (phase.state === "failed" && (shown ?? located) !== null) {
      return notify(t("The things didn't load: {problem}", { problem: phase.message }));
    }
    if (shown !== null) {
      if (this.store.thing(shown)) return this.openThing(shown);
      notify(t("This thing has no position in this space."));
      writeAddress(null);
    } else if (located !== null) await this.placeKnown(located);
  }

  private openList(): void {
    const owner = new AbortController();
    const { store, props } = this;
    const { content, foot } = thingsSheet({
      store,
      openThing: (id) => this.openThing(id),
      openObject: (id) => this.openObject(id, true),
      addAll: () => void this.addObjects(null),
      place: () => void this.place(),
    }, owner.signal);
    props.sheets.show({ kind: "things", title: t("Things in this space"), tall: true, content, foot, owner });
    void store.load();
  }

  /** Shows a thing: its card, and the camera flies to it. */
  private openThing(id: string): void {
    const { table, sheets } = this.props;
    const thing = this.store.thing(id);
    if (!thing) return;
    const fly = (): void => void table.openThing(id);
    const { content, foot } = thingCard({
      thing,
      details: spaceThingsApi.thing(id, this.owner),
      fly,
      move: () => void this.choosePosition(thing),
      remove: () => void this.remove(thing),
    });
    this.shown = null; // so that replacing the open card does not fly back
    sheets.show({ kind: "thing", title: thing.name, content, foot, closed: () => this.closed(id) });
    this.shown = id;
    writeAddress(id);
    fly();
  }

  /** `go`: the avatar goes there, for an object that was chosen in the list. */
  private openObject(id: string, go = false): void {
    const { table, sheets, memories, isOwner, mayPin } = this.props;
    const object = this.store.object(id);
    if (!object) return;
    const owner = new AbortController();
    const content = objectCard({
      object,
      thing: computed(() => this.store.things.value.find((thing) => thing.object === id) ?? null),
      memories: memoriesOf(id, (object, limit) => memoryApi.list(this.props.space, { object }, null, limit)),
      openThing: (thing) => this.openThing(thing.id),
      openMemory: (memory) => memories.open(memory),
      addThing: isOwner ? (): void => void this.addObjects([id]) : null,
      addMemory: mayPin ? (): void => memories.pinHere(topOf(object)) : null,
    }, owner.signal);
    this.shown = null;
    sheets.show({ kind: "object", title: object.name, content, owner, closed: () => this.closed(id) });
    this.shown = id;
    writeAddress(null);
    void table.selectObject(id, go);
  }

  private closed(id: string): void {
    if (this.shown !== id) return;
    this.shown = null;
    writeAddress(null);
    void this.props.table.deselect();
  }

  /** Adds objects as things, null for all, and offers to undo that. */
  private async addObjects(objects: string[] | null): Promise<void> {
    try {
      const { things, undo } = await this.store.addObjects(objects);
      if (things.length === 0 || undo === null) return notify(t("All objects are things already."));
      const [first] = things;
      const message = things.length === 1
        ? t("{name} is a thing now.", { name: first!.name })
        : plural(things.length, { one: "{count} thing added.", other: "{count} things added." });
      announce(message);
      undoNotice(message, async () => {
        await this.store.undo(undo);
        announce(t("Undone."));
      });
    } catch (error) {
      notify(
        objects === null
          ? t("Couldn't add the objects as things: {problem}", { problem: messageOf(error) })
          : t("Couldn't add it as things: {problem}", { problem: messageOf(error) }),
      );
    }
  }

  /** Asks for a thing and for its position. */
  private async place(): Promise<void> {
    const { id, name } = await chooseThing(t("Which thing is here?")) ?? {};
    if (id !== undefined && name !== undefined) await this.choosePosition({ id, name });
  }

  /** Asks for the position of the thing of the address. */
  private async placeKnown(id: string): Promise<void> {
    try {
      await this.choosePosition(await spaceThingsApi.thing(id, this.owner));
    } catch (error) {
      if (!this.owner.aborted) notify(t("The thing didn't load: {problem}", { problem: messageOf(error) }));
    }
    if (!this.owner.aborted && locatedInAddress(location.search) === id) writeAddress(null);
  }

  private async choosePosition({ id, name }: { id: string; name: string }): Promise<void> {
    const { table, sheets, space } = this.props;
    sheets.close();
    const placement = await table.place({ label: t("Place {name} here", { name }), choosesView: false });
    if (!placement || this.owner.aborted) return;
    await this.locate(id, locationOf(space, placement.anchor), t("{name} is located.", { name }));
    if (!this.owner.aborted) this.openThing(id);
  }

  private async remove({ id, name }: SpaceThing): Promise<void> {
    this.props.sheets.close();
    await this.locate(id, { space: null }, t("{name} is no longer in this space.", { name }));
  }

  /** Changes where a thing is, and offers to undo that. */
  private async locate(id: string, location: ThingLocation, message: string): Promise<void> {
    try {
      const { before } = await this.store.locate(id, location);
      announce(message);
      undoNotice(message, async () => {
        await this.store.locate(id, before);
        announce(t("Undone."));
      });
    } catch (error) {
      notify(t("Couldn't change the position: {problem}", { problem: messageOf(error) }));
    }
  }
}

/** The middle of an object's top, for a new memory on it. */
function topOf({ id, name, center: [x, y, z], size }: SceneObject): Anchor {
  return {
    point: [x, y + size[1] / 2, z],
    normal: [0, 1, 0],
    object: { id, name },
    offset: [0, 0, 0],
    height: 0.3,
  };
}

function writeAddress(id: string | null): void {
  const query = withThing(location.search, id);
  if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
}
