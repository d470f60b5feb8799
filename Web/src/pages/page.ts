/** The interfaces between the application and its pages. */

import { t } from "../i18n/messages.ts";
import type { Imports } from "../uploads/imports.ts";

export interface Page {
  element: HTMLElement;
  title: string;
  /** Called once it is in the document. */
  shown?(): void;
  /** Releases listeners, streams and GPU resources. */
  dispose(): void;
}

export interface App {
  /** Opens another page of the client. */
  navigate(path: string): void;
  imports: Imports;
}

export function setTitle(title: string | null): void {
  document.title = title ? t("{title} · Diorama", { title }) : "Diorama";
}
