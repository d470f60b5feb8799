/** The page of a link: asks for its password, says when it is not valid, and shows the space or exhibit to the visitor. */

import { limits } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { memoryApi } from "../memories/memory-api.ts";
import { effect } from "../reactive/signal.ts";
import { type Child, el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { visitGuideMode, type VisitWay } from "../ui/routes.ts";
import type { App, Page } from "./page.ts";
import { type KeptVisit, type Opened, type VisitState, VisitStore } from "./visit-store.ts";

/** Those that were opened since the page was loaded, by their tokens: going from an exhibit to its guide is no new visit. */
const kept = new Map<string, KeptVisit>();

export function visitPage(app: App, token: string, way: VisitWay): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  // Frames in other pages and exported folders store nothing.
  const store = new VisitStore(token, way === "link", owner, undefined, kept);
  const element = el("div", { class: `visit by-${way}` });
  effect(() => {
    const state = store.state.value;
    if (state.state === "open") return showOpened({ app, store, way }, state.opened, element);
    const main = el("main", { id: "main", class: "message visit-message", tabindex: -1 }, ...content(state, store));
    element.replaceChildren(main);
    main.querySelector<HTMLElement>("input")?.focus();
    return undefined;
  }, owner);
  return { element, title: t("Shared"), shown: () => void store.start(), dispose: () => controller.abort() };
}

/** Returns a function that ends the page of the space or exhibit. */
function showOpened(
  { app, store, way }: { app: App; store: VisitStore; way: VisitWay },
  opened: Opened,
  element: HTMLElement,
): () => void {
  let page: Page | null = null;
  let isEnded = false;
  const show = async (): Promise<void> => {
    const made = await pageOf(app, opened, way);
    if (isEnded) return made.dispose();
    page = made;
    element.replaceChildren(page.element);
    page.shown?.();
  };
  void show().catch((error) => store.report(error));
  return () => {
    isEnded = true;
    page?.dispose();
  };
}

async function pageOf(app: App, { kind, id }: Opened, way: VisitWay): Promise<Page> {
  if (kind === "exhibit") {
    const asks = way !== "folder" && new URLSearchParams(location.search).get("mode") === visitGuideMode;
    if (!asks) return (await import("./exhibit.ts")).exhibitPage(app, id, { guest: true });
    return await (await import("./guide.ts")).guidePage(app, { kind: "exhibit", id, visit: location.pathname });
  }
  const [{ spacePage }] = await Promise.all([import("./space.ts"), way === "link" && chooseMode(id)]);
  return spacePage(app, id, { guest: true });
}

/** Where there are memories, visitors begin on the sand table, which shows them. An address that says more is left as it is. */
async function chooseMode(space: string): Promise<void> {
  if (location.search !== "" || !(await me()).showsMemories) return;
  const pins = await memoryApi.pins(space).catch(() => []); // the space's page says what can't be loaded
  if (pins.length > 0) history.replaceState(history.state, "", `${location.pathname}?mode=explore${location.hash}`);
}

function content(state: Exclude<VisitState, { state: "open" }>, store: VisitStore): Child[] {
  if (state.state === "opening") return [el("p", { class: "quiet", role: "status" }, t("Opening…"))];
  if (state.state === "password") {
    return [
      icon("lock"),
      el("h1", {}, t("This link has a password")),
      el("p", {}, t("You got it from the person who sent you the link.")),
      passwordForm(store),
    ];
  }
  const retry = (): void => void store.start();
  return [
    icon("warning"),
    el("h1", {}, state.title),
    el("p", {}, state.remedy),
    state.canRetry &&
    el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
  ];
}

function passwordForm(store: VisitStore): HTMLElement {
  const field = el("input", {
    type: "password",
    autocomplete: "current-password",
    maxlength: limits.LinkDraft.password.maxLength,
    required: true,
  });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const button = el("button", { class: "button primary", type: "submit" }, t("Open"));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (field.value === "") return setText(problem, t("Enter the password of the link."));
    button.disabled = true;
    setText(problem, "");
    try {
      await store.enterWithPassword(field.value);
    } catch (error) {
      setText(problem, messageOf(error));
      field.select();
      field.focus();
    } finally {
      button.disabled = false;
    }
  };
  return el(
    "form",
    { class: "password-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Password"), field),
    problem,
    button,
  );
}
