/** What the panel and the keys do with measurements, with a message for each result and each failure. */

import { t } from "../i18n/messages.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import type { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { units } from "../ui/units.ts";
import type { MeasureStore } from "./measure-store.ts";
import { scenePoints } from "./occlusion.ts";
import { lineOf, type Measurement } from "./types.ts";

export class MeasureActions {
  constructor(private readonly store: MeasureStore, private readonly place: Place) {}

  /** Returns whether it was saved. */
  async save(name: string): Promise<boolean> {
    try {
      const made = await this.store.save(name);
      announce(t("Saved as {name}.", { name: made.name }));
      return true;
    } catch (error) {
      notify(t("Couldn't save the measurement: {problem}", { problem: messageOf(error) }));
      return false;
    }
  }

  rename(one: Measurement, name: string): Promise<void> {
    return this.store.saved.rename(one, name);
  }

  async trash(one: Measurement): Promise<void> {
    try {
      const restore = await this.store.saved.trash(one);
      announce(t("Deleted."));
      undoNotice(t("{name} is in the trash.", { name: one.name }), restore);
    } catch (error) {
      notify(t("Couldn't delete {name}: {problem}", { name: one.name, problem: messageOf(error) }));
    }
  }

  /** Selects it and moves the camera to it. */
  show(one: Measurement): void {
    this.store.saved.select(one.id);
    const points = scenePoints(one, this.place.origin);
    if (points.length > 0) this.place.navigator?.show(points);
    announce(`${one.name}: ${lineOf(one, units.lengths.peek())}`);
  }

  async undo(): Promise<void> {
    try {
      const step = await this.store.history.undo();
      if (step) announce(t("Undone: {description}.", { description: step.description }));
    } catch (error) {
      notify(t("Couldn't undo it: {problem}", { problem: messageOf(error) }));
    }
  }

  async redo(): Promise<void> {
    try {
      const step = await this.store.history.redo();
      if (step) announce(t("Redone: {description}.", { description: step.description }));
    } catch (error) {
      notify(t("Couldn't redo it: {problem}", { problem: messageOf(error) }));
    }
  }
}
