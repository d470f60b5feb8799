/** The page of an exhibit: choosing a model, the 3D view, the cards, timelines, placing in a room. */

import { json } from "../api/client.ts";
import { exportedExhibit } from "../api/exported.ts";
import type { ExhibitDetail } from "../api/generated.ts";
import { loadExhibitCore } from "../core/exhibit.ts";
import { addressQuery, type ExhibitAddress, type ExhibitMode, parseAddress } from "../exhibits/exhibit-address.ts";
import { exhibitBar } from "../exhibits/exhibit-bar.ts";
import type { ExhibitContext, ExhibitView } from "../exhibits/exhibit-context.ts";
import { guideAddress } from "../guide/subject.ts";
import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf } from "../ui/notice.ts";
import { type App, type Page, setTitle } from "./page.ts";

/** The page loads its data by itself; its element shows how far it is. `guest`: somebody who came by a link to it. */
export function exhibitPage(_app: App, id: string, { guest = false } = {}): Page {
  const controller = new AbortController();
  const main = el("main", { id: "main", class: "exhibit-main", tabindex: -1 });
  const element = el("div", { class: "exhibit-page", "data-state": "loading" }, main);
  let view: ExhibitView | null = null;
  const open = async (): Promise<void> => {
    element.dataset.state = "loading";
    // The position of a model's poster needs it; where it can't be loaded, the view says so.
    if (new URLSearchParams(location.search).has("model")) void loadExhibitCore().catch(() => {});
    try {
      const [detail] = await Promise.all([
        json<ExhibitDetail>(`/exhibits/${id}`, { signal: controller.signal }),
        loadStyle("exhibit.css"),
      ]);
      if (controller.signal.aborted) return;
      start(detail);
    } catch (error) {
      if (!controller.signal.aborted) fail(messageOf(error));
    }
  };
  const start = (detail: ExhibitDetail): void => {
    const address = signal(parseAddress(location.search, detail.document));
    const context: ExhibitContext = {
      detail,
      exhibit: detail.document,
      address,
      isAlone: guest || exportedExhibit !== null,
      guide: exportedExhibit !== null ? null : guideAddress(
        guest ? { kind: "exhibit", id, visit: location.pathname } : { kind: "exhibit", id },
        { persona: null, conversation: null },
      ),
      go(next, replaces = false): void {
        const path = location.pathname + addressQuery(next);
        if (replaces) history.replaceState(history.state, "", path);
        else history.pushState(null, "", path);
        const before = address.peek();
        address.value = next;
        if (next.mode !== before.mode || next.model !== before.model) void show(context);
      },
    };
    setTitle(detail.document.title);
    void show(context, true);
  };
  const show = async (context: ExhibitContext, isFirst = false): Promise<void> => {
    const { mode } = context.address.peek();
    const make = await viewOf(mode);
    if (controller.signal.aborted || mode !== context.address.peek().mode) return;
    view?.dispose();
    view = make(context);
    element.dataset.mode = mode;
    element.dataset.state = "ready";
    main.replaceChildren(view.element);
    element.replaceChildren(exhibitBar(context), main);
    view.shown?.();
    if (isFirst) return;
    const heading = main.querySelector<HTMLElement>("h1, h2, canvas") ?? main;
    heading.focus({ preventScroll: true });
    announce(titleOf(context, context.address.peek()));
  };
  const fail = (message: string): void => {
    element.dataset.state = "failed";
    main.replaceChildren(el(
      "div",
      { class: "trouble" },
      el("h1", { class: "trouble-title" }, t("This exhibit can't be shown")),
      el("p", {}, message),
      el("button", { class: "button", type: "button", onclick: () => void open() }, t("Try again")),
    ));
  };
  const dispose = (): void => {
    controller.abort();
    view?.dispose();
  };
  return { element, title: t("Exhibit"), shown: () => void open(), dispose };
}

/** The view of a mode. three.js is loaded by those that draw with it. */
async function viewOf(mode: ExhibitMode): Promise<(context: ExhibitContext) => ExhibitView> {
  switch (mode) {
    case "choose":
      return (await import("../exhibits/viewer/chooser.ts")).chooser;
    case "view":
      return (await import("../exhibits/viewer/exhibit-viewer.ts")).exhibitViewer;
    case "learn":
      return (await import("../exhibits/cards/learn-view.ts")).learnView;
    case "stories":
      return (await import("../exhibits/stories/stories.ts")).stories;
    case "room":
      return (await import("../exhibits/rooms/room-view.ts")).roomView;
  }
}

function titleOf({ exhibit }: ExhibitContext, { mode, model }: ExhibitAddress): string {
  const name = exhibit.models.find(({ id }) => id === model)?.name ?? exhibit.title;
  const titles: Record<ExhibitMode, string> = {
    choose: exhibit.title,
    view: t("{name} in 3D", { name }),
    learn: t("Cards"),
    stories: t("Timelines"),
    room: t("{name} in a room", { name }),
  };
  return titles[mode];
}
