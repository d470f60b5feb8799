/** What a page is to the rest, and what the rest is to a page. */

import type { Imports } from "../uploads/imports.ts";

export interface Page {
  element: HTMLElement;
  title: string;
  /** Called once it is in the document. */
  shown?(): void;
  /** Lets go of everything: listeners, streams, the graphics card. */
  dispose(): void;
}

export interface App {
  /** Opens another page of the client. */
  navigate(path: string): void;
  imports: Imports;
}

export function setTitle(title: string | null): void {
  document.title = title ? `${title} · Diorama` : "Diorama";
}
