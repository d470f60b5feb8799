/** What the application needs of a page; the same as `Page` of `pages/page.ts`, which features can't import. */

export interface RequestPage {
  element: HTMLElement;
  title: string;
  /** Called once it is in the document. */
  shown?(): void;
  /** Releases listeners. */
  dispose(): void;
}

export interface RequestsHost {
  /** Opens another page of the client. */
  navigate(path: string): void;
}
