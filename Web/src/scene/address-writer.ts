/** Writes the state of the view into the page's address, with a delay: browsers limit the number of changes. */

import { type Seen, seenToQuery } from "./address.ts";

const delay = 250; // milliseconds

export class AddressWriter {
  private timer = 0;

  /** `state` returns null while there is nothing to write. */
  constructor(private readonly state: () => Seen | null) {}

  schedule(): void {
    this.cancel();
    this.timer = setTimeout(() => this.write(), delay);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    const state = this.state();
    if (!state) return;
    const query = seenToQuery(state, location.search);
    if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
  }
}
