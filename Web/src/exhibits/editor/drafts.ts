/** Documents that aren't saved yet, kept in the browser so that a closed page loses nothing. */

import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import type { Exhibit } from "../document.ts";

export interface ExhibitDraft {
  /** The revision that it changes. */
  revision: string;
  document: Exhibit;
}

const key = (id: string): string => `diorama.exhibit-draft.${id}`;

export class ExhibitDrafts {
  constructor(private readonly id: string, private readonly store: KeyValueStore | null = browserStorage()) {}

  read(): ExhibitDraft | null {
    try {
      const draft = JSON.parse(this.store?.getItem(key(this.id)) ?? "null") as ExhibitDraft | null;
      return draft && typeof draft.revision === "string" && draft.document?.version === 1 ? draft : null;
    } catch {
      return null;
    }
  }

  /** Returns whether it is kept: the storage can be full or denied. */
  write(draft: ExhibitDraft): boolean {
    try {
      this.store?.setItem(key(this.id), JSON.stringify(draft));
      return this.store !== null;
    } catch {
      return false;
    }
  }

  remove(): void {
    try {
      this.store?.removeItem(key(this.id));
    } catch {
      // Denied: then it was not written either.
    }
  }
}
