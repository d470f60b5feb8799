/** The style sheets of inbox, requests, recordings and workflows; fields and dialogs are those of things. */

import { loadStyle } from "../ui/lazy-style.ts";

export async function loadStyles(): Promise<void> {
  await Promise.all([loadStyle("things.css"), loadStyle("requests.css")]);
}
