/**
 * Saves the fields of a thing as they are edited, one request at a time. An edit that can't be saved stays, also over a
 * reload. Where somebody else changed the field since it was shown, both values are kept until the user has chosen. No DOM.
 */

import type { Id, Thing, ThingBody } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { isTemporary } from "../../memories/send.ts";
import { batch, type ReadonlySignal, type Signal, signal } from "../../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import { messageOf } from "../../ui/notice.ts";
import type { ThingsApi } from "../things-api.ts";

export type FieldName = keyof ThingBody & keyof Thing;
export type FieldValue<Name extends FieldName = FieldName> = Thing[Name];

export type EditState =
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "failed"; message: string }
  /** The server has another value than the one that was edited. */
  | { kind: "conflict"; theirs: FieldValue };

export interface FieldEdit {
  state: EditState;
  value: FieldValue;
  /** The value that was edited. */
  base: FieldValue;
}

export type Edits = ReadonlyMap<FieldName, FieldEdit>;

/** Whether two values of a field are the same; the order of an object's members doesn't matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const other = b as Record<string, unknown>;
  return names.length === Object.keys(b).length &&
    names.every((name) => name in other && isSame((a as Record<string, unknown>)[name], other[name]));
}

export class Autosave {
  private readonly current: Signal<Edits> = signal<Edits>(new Map());
  private running: Promise<void> | null = null;
  private readonly key: string;

  readonly edits: ReadonlySignal<Edits> = this.current;

  constructor(
    private readonly id: Id,
    private readonly thing: Signal<Thing | null>,
    private readonly source: Pick<ThingsApi, "thing" | "edit">,
    private readonly storage: KeyValueStore | null = browserStorage(),
  ) {
    this.key = `diorama.thing-edits.${id}`;
  }

  /** Saves the edits that an earlier visit could not save. */
  restore(): void {
    for (const [name, edit] of readEdits(this.storage, this.key)) {
      this.put(name, { ...edit, state: { kind: "saving" } });
    }
    if (this.current.peek().size > 0) void this.flush();
  }

  /** The value to show: what was edited, else what the server has. */
  value<Name extends FieldName>(name: Name): FieldValue<Name> | undefined {
    const edit = this.current.value.get(name);
    if (edit && edit.state.kind !== "saved") return edit.value as FieldValue<Name>;
    return this.thing.value?.[name];
  }

  set<Name extends FieldName>(name: Name, value: FieldValue<Name>): void {
    const thing = this.thing.peek();
    if (!thing) return;
    const old = this.current.peek().get(name);
    const isOpen = old !== undefined && old.state.kind !== "saved";
    if (isSame(value, isOpen ? old.value : thing[name])) return;
    this.put(name, { value, base: isOpen ? old.base : thing[name], state: { kind: "saving" } });
    void this.flush();
  }

  /** Tries again what failed. */
  retry(): void {
    for (const [name, edit] of this.current.peek()) {
      if (edit.state.kind === "failed") this.put(name, { ...edit, state: { kind: "saving" } });
    }
    void this.flush();
  }

  /** Ends a conflict. */
  resolve(name: FieldName, choice: "mine" | "theirs"): void {
    const edit = this.current.peek().get(name);
    if (edit?.state.kind !== "conflict") return;
    if (choice === "theirs") return this.drop(name);
    this.put(name, { value: edit.value, base: edit.state.theirs, state: { kind: "saving" } });
    void this.flush();
  }

  /** Forgets what was typed for a field that couldn't be saved. */
  drop(name: FieldName): void {
    const edits = new Map(this.current.peek());
    edits.delete(name);
    this.current.value = edits;
    this.store();
  }

  /** Whether something would be lost. */
  get isPending(): boolean {
    return [...this.current.peek().values()].some(({ state }) => state.kind !== "saved");
  }

  /** Resolves when nothing is being saved any more. */
  flush(): Promise<void> {
    this.running ??= this.saveAll().finally(() => this.running = null);
    return this.running;
  }

  private async saveAll(): Promise<void> {
    const next = (): [FieldName, FieldEdit] | undefined =>
      [...this.current.peek()].find(([, { state }]) => state.kind === "saving");
    for (let entry = next(); entry; entry = next()) {
      const [name, edit] = entry;
      try {
        await this.save(name, edit);
      } catch (error) {
        if (this.current.peek().get(name) !== edit) continue; // edited again meanwhile: the newer value is tried
        const message = isTemporary(error)
          ? t("Not saved yet: {problem}", { problem: messageOf(error) })
          : t("Not saved: {problem}", { problem: messageOf(error) });
        this.put(name, { ...edit, state: { kind: "failed", message } });
      }
    }
  }

  private async save(name: FieldName, edit: FieldEdit): Promise<void> {
    const fresh = await this.source.thing(this.id);
    const theirs = fresh[name];
    if (!isSame(theirs, edit.base) && !isSame(theirs, edit.value)) {
      const value = this.current.peek().get(name)?.value ?? edit.value;
      batch(() => {
        this.thing.value = fresh;
        this.put(name, { value, base: edit.base, state: { kind: "conflict", theirs } });
      });
      return;
    }
    const saved = await this.source.edit(this.id, { [name]: edit.value } as ThingBody);
    batch(() => {
      this.thing.value = saved;
      const now = this.current.peek().get(name);
      if (now === edit) this.put(name, { ...edit, state: { kind: "saved" } });
      else if (now) this.put(name, { ...now, base: saved[name] });
    });
  }

  private put(name: FieldName, edit: FieldEdit): void {
    this.current.value = new Map(this.current.peek()).set(name, edit);
    this.store();
  }

  private store(): void {
    const open = [...this.current.peek()].filter(([, { state }]) => state.kind !== "saved");
    try {
      if (open.length === 0) this.storage?.removeItem(this.key);
      else {this.storage?.setItem(
          this.key,
          JSON.stringify(open.map(([name, { value, base }]) => ({ name, value, base }))),
        );}
    } catch {
      // The storage is full or blocked: the edits are kept as long as the page.
    }
  }
}

function readEdits(storage: KeyValueStore | null, key: string): [FieldName, Omit<FieldEdit, "state">][] {
  try {
    const stored = JSON.parse(storage?.getItem(key) ?? "[]") as {
      name: FieldName;
      value: FieldValue;
      base: FieldValue;
    }[];
    return stored.map(({ name, value, base }) => [name, { value, base }]);
  } catch {
    return [];
  }
}
