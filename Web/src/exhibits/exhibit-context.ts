/** What the views of an exhibit's page share. */

import type { Exhibit, ExhibitDetail, ExhibitFile, ExhibitModel } from "../api/generated.ts";
import { withTicket } from "../api/visit-ticket.ts";
import { t } from "../i18n/messages.ts";
import type { ReadonlySignal } from "../reactive/signal.ts";
import type { ExhibitAddress } from "./exhibit-address.ts";

export interface ExhibitContext {
  detail: ExhibitDetail;
  exhibit: Exhibit;
  address: ReadonlySignal<ExhibitAddress>;
  /** Opens a state. `replaces`: without a step in the browser's history. */
  go(address: ExhibitAddress, replaces?: boolean): void;
  /** Whether the page has this exhibit alone, without a library and an editor: a static folder, or a visit by a link. */
  isAlone: boolean;
  /** The address of the exhibit's guide; null in a static folder, since answers need the server. */
  guide: string | null;
}

/** A view of the page, as long as its mode is open. */
export interface ExhibitView {
  element: HTMLElement;
  /** Called once it is in the document. */
  shown?(): void;
  dispose(): void;
}

/** The URL of a file that the document names; null where it is missing. */
export function fileURL(
  { files }: { readonly files: readonly ExhibitFile[] },
  path: string | undefined,
): string | null {
  const url = files.find((file) => file.path === path)?.url;
  return url === undefined ? null : withTicket(url);
}

export function modelOf({ exhibit }: ExhibitContext, id: string | null): ExhibitModel | null {
  return exhibit.models.find((model) => model.id === id) ?? null;
}

export const categoryNames = {
  overview: t("Overview"),
  timeline: t("Timeline"),
  systems: t("Systems"),
  crew: t("Crew"),
} as const;
