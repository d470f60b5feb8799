/** The links of a space or an exhibit. State and requests, no DOM. */

import type { Link, LinkChange, LinkDraft } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export type LinkSource = Pick<typeof shareApi, "links" | "makeLink" | "changeLink" | "revoke" | "deleteLink">;

/** The links of exhibits. */
export const exhibitLinkSource: LinkSource = {
  ...shareApi,
  links: shareApi.exhibitLinks,
  makeLink: shareApi.makeExhibitLink,
};

export class LinkStore {
  private readonly current = signal<readonly Link[] | null>(null);
  private readonly currentAddresses = signal<ReadonlyMap<string, string>>(new Map());

  /** Newest first; null until they have been fetched. */
  readonly links: ReadonlySignal<readonly Link[] | null> = this.current;
  /** The paths of links made here, by id: the server returns a path only once. */
  readonly paths: ReadonlySignal<ReadonlyMap<string, string>> = this.currentAddresses;
  /** Where others reach the server, by its own account; null where they don't, or before it is known. */
  readonly origin = signal<string | null>(null);
  /** The link that is being edited. */
  readonly edited = signal<string | null>(null);
  /** Why the links could not be fetched. */
  readonly problem = signal("");

  /** `item`: the id of the space or the exhibit. */
  constructor(private readonly item: string, private readonly source: LinkSource = shareApi) {}

  async load(): Promise<void> {
    try {
      const { links, origin } = await this.source.links(this.item);
      this.origin.value = origin;
      this.current.value = links;
    } catch (error) {
      this.problem.value = t("The links didn't load: {problem}", { problem: messageOf(error) });
    }
  }

  async create(draft: LinkDraft): Promise<void> {
    const link = await this.source.makeLink(this.item, draft);
    if (link.url) this.currentAddresses.value = new Map([...this.currentAddresses.peek(), [link.id, link.url]]);
    this.current.value = [link, ...this.current.peek() ?? []];
  }

  async change(id: string, change: LinkChange): Promise<void> {
    this.replace(await this.source.changeLink(id, change));
  }

  async revoke(id: string): Promise<void> {
    this.replace(await this.source.revoke(id));
  }

  async remove(id: string): Promise<void> {
    await this.source.deleteLink(id);
    this.current.value = (this.current.peek() ?? []).filter((link) => link.id !== id);
  }

  private replace(changed: Link): void {
    this.current.value = (this.current.peek() ?? []).map((link) => link.id === changed.id ? changed : link);
  }
}
