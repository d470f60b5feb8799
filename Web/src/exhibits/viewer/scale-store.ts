/** The object of known size beside the model. */

import type * as THREE from "three";
import { api, assetOf } from "../../api/client.ts";
import type { Box } from "../../core/vectors.ts";
import { t } from "../../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { disposeOf } from "../../scene/scene-content.ts";
import { loadSpaceModel } from "../rooms/space-model.ts";
import { makeHouse, makePerson, putBeside, type ScaleReference } from "../stage/scale-reference.ts";

export class ScaleStore {
  private readonly current = signal<THREE.Object3D | null>(null);
  private readonly currentKind = signal<ScaleReference>("none");
  private controller = new AbortController();
  private box: Box | null = null;

  readonly object: ReadonlySignal<THREE.Object3D | null> = this.current;
  readonly kind: ReadonlySignal<ScaleReference> = this.currentKind;

  /** Puts the object beside a model with these bounds. */
  put(box: Box): void {
    this.box = box;
    const object = this.current.peek();
    if (object) putBeside(object, box);
  }

  choose(kind: "none" | "person" | "house"): void {
    this.stop();
    this.show(kind === "person" ? makePerson() : kind === "house" ? makeHouse() : null, kind);
  }

  /** A scanned space of the library. Rejects where it has no model. */
  async chooseSpace(id: string): Promise<void> {
    this.stop();
    const { signal: aborted } = this.controller;
    const space = await api.space(id, aborted);
    if (!assetOf(space, "mesh")) throw new Error(t("{name} has no model.", { name: space.name }));
    const { object } = await loadSpaceModel(space, aborted);
    if (!aborted.aborted) this.show(object, "room");
  }

  dispose(): void {
    this.stop();
    const object = this.current.peek();
    if (object) disposeOf(object);
  }

  private stop(): void {
    this.controller.abort();
    this.controller = new AbortController();
  }

  private show(object: THREE.Object3D | null, kind: ScaleReference): void {
    const before = this.current.peek();
    if (object && this.box) putBeside(object, this.box);
    this.current.value = object;
    this.currentKind.value = kind;
    if (before) disposeOf(before);
  }
}
