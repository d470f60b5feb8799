/** The library: a card for each space, newest first, and before them the imports under way. */

import type { Space } from "../api/generated.ts";
import { api } from "../api/client.ts";
import type { Picked } from "../uploads/dropped.ts";
import type { Work } from "../uploads/imports.ts";
import { planUploads } from "../uploads/intake.ts";
import { me } from "../api/me.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { dropZone } from "../ui/drop-zone.ts";
import { icon } from "../ui/icons.ts";
import { type JobCard, jobCard } from "../ui/job-card.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { spaceCard } from "../ui/space-card.ts";
import { topBar } from "../ui/top-bar.ts";
import { formatCount } from "../ui/format.ts";
import type { App, Page } from "./page.ts";

export function libraryPage(app: App): Page {
  const life = new AbortController();
  const jobCards = new Map<Work, JobCard>();
  let total = 0;
  let next: string | null = null;
  let listed = ""; // what the cards were made from
  let state: "loading" | "ready" | "failed" = "loading";
  let owns = false;

  const zone = dropZone(take, life.signal);
  const count = el("p", { class: "list-count" });
  const cards = el("ul", { class: "cards", "aria-label": "Spaces", "aria-busy": "true" });
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const more = el(
    "button",
    { class: "button", type: "button", hidden: true, onclick: () => void loadMore() },
    "Show more",
  );
  const element = el(
    "div",
    { class: "page" },
    topBar(),
    el(
      "main",
      { id: "main", class: "library", tabindex: -1 },
      zone.element,
      el("div", { class: "list-head" }, el("h1", {}, "Spaces"), count),
      trouble,
      cards,
      el("div", { class: "list-foot" }, more),
    ),
  );
  cards.append(...[0, 1, 2].map(skeleton));

  const stopListening = app.imports.listen({
    changed: (work) => showWork(work),
    gone: (work) => removeCard(jobCards.get(work)?.element, work),
    done: (work, space) => void swap(work, space),
  });
  // What other tabs did meanwhile.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void load();
  }, { signal: life.signal });
  addEventListener("online", () => void load(), { signal: life.signal });

  async function load(): Promise<void> {
    try {
      const who = await me();
      owns = who.kind === "owner";
      zone.element.hidden = !owns;
      if (who.kind === "nobody") return invite();
      const [page, jobs] = await Promise.all([api.spaces(), owns ? api.jobs() : []]);
      if (life.signal.aborted) return;
      [total, next, state] = [page.total, page.next, "ready"];
      trouble.hidden = true;
      // Cards stay as they are if nothing changed, and while one has the focus.
      const now = JSON.stringify(page.spaces);
      const busy = now === listed || cards.contains(document.activeElement);
      if (!busy || cards.querySelector(".skeleton")) {
        listed = now;
        jobCards.clear();
        cards.replaceChildren(...page.spaces.map(card));
      }
      for (const work of app.imports.works.toReversed()) showWork(work);
      app.imports.adopt(jobs);
      refresh();
    } catch (error) {
      if (!life.signal.aborted) fail(messageOf(error));
    }
  }

  async function loadMore(): Promise<void> {
    if (next === null) return;
    more.disabled = true;
    try {
      const page = await api.spaces(next);
      [total, next] = [page.total, page.next];
      const fresh = page.spaces.map(card);
      cards.append(...fresh);
      fresh[0]?.querySelector("a")?.focus();
      refresh();
    } catch (error) {
      notify(`Couldn't load more spaces: ${messageOf(error)}`);
    } finally {
      more.disabled = false;
    }
  }

  /** Whoever is not signed in gets told the ways in. */
  function invite(): void {
    state = "failed";
    cards.replaceChildren();
    trouble.replaceChildren(
      icon("lock"),
      el("p", { class: "trouble-title" }, "This library is private"),
      el("p", {}, "Open the link that was shared with you, or ask its owner for an invitation."),
    );
    trouble.hidden = false;
    refresh();
  }

  function fail(message: string): void {
    if (state === "ready" && cards.childElementCount > 0) return notify(`Couldn't refresh the list. ${message}`);
    state = "failed";
    listed = "";
    cards.replaceChildren();
    const retry = el(
      "button",
      { class: "button", type: "button", onclick: () => void again() },
      icon("retry"),
      "Try again",
    );
    const again = async (): Promise<void> => {
      retry.disabled = true;
      await load();
      if (state === "ready") document.getElementById("main")?.focus();
    };
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, message),
      el(
        "p",
        {},
        "Is it still running? Start it again with ",
        el("code", {}, "diorama serve"),
        "; your spaces are safe on its disk.",
      ),
      retry,
    );
    trouble.hidden = false;
    refresh();
  }

  function take(picked: Picked): void {
    const { uploads, refusals } = planUploads(picked.files, picked.emptyFolders, zone.mode());
    for (const refusal of refusals.slice(0, 2)) notify(refusal);
    if (refusals.length > 2) notify(`${refusals.length - 2} more files are no scans either.`);
    if (uploads.length === 0 && refusals.length === 0) notify("There is no file in it.");
    app.imports.add(uploads);
  }

  function card(space: Space): HTMLLIElement {
    const made = spaceCard(space, owns, () => {
      total -= 1;
      removeCard(made);
    });
    return made;
  }

  function showWork(work: Work): void {
    const known = jobCards.get(work);
    if (known) return known.update();
    if (state === "loading") return; // it comes with the list
    const made = jobCard(work, {
      cancel: () => void app.imports.cancel(work),
      dismiss: () => app.imports.dismiss(work),
      retry: () => app.imports.retry(work),
    });
    jobCards.set(work, made);
    cards.prepend(made.element);
    refresh();
  }

  /** The finished space takes its job's place. */
  async function swap(work: Work, id: string): Promise<void> {
    const old = jobCards.get(work)?.element;
    jobCards.delete(work);
    try {
      const made = card(await api.space(id));
      const focused = old?.contains(document.activeElement) ?? false;
      const twin = cards.querySelector(`[data-space="${CSS.escape(id)}"]`);
      if (twin) twin.remove();
      else total += 1;
      if (old?.isConnected) old.replaceWith(made);
      else cards.prepend(made);
      made.classList.add("arrived");
      if (focused) made.querySelector("a")?.focus();
      refresh();
    } catch {
      old?.remove();
      void load();
    }
  }

  function removeCard(gone: HTMLElement | undefined, work?: Work): void {
    if (work) jobCards.delete(work);
    if (!gone) return;
    const neighbour = gone.nextElementSibling ?? gone.previousElementSibling;
    const focused = gone.contains(document.activeElement) || document.activeElement === document.body;
    gone.remove();
    const target = neighbour?.querySelector<HTMLElement>("a, button:not([hidden])") ?? document.getElementById("main");
    if (focused) target?.focus();
    refresh();
  }

  function refresh(): void {
    const empty = state === "ready" && cards.childElementCount === 0;
    element.dataset.state = empty ? "empty" : state;
    cards.setAttribute("aria-busy", String(state === "loading"));
    zone.setEmpty(empty && owns);
    setText(count, state === "ready" && total > 0 ? formatCount(total) : "");
    more.hidden = next === null || state !== "ready";
    if (empty) announce(owns ? "No spaces yet. Drop a scan, or choose one." : "No space is shared with you yet.");
  }

  return {
    element,
    title: "Spaces",
    shown: () => void load(),
    dispose(): void {
      life.abort();
      stopListening();
    },
  };
}

function skeleton(): HTMLLIElement {
  return el(
    "li",
    { class: "card skeleton", "aria-hidden": "true" },
    el("div", { class: "card-picture" }),
    el("div", { class: "card-text" }, el("div", { class: "bone" }), el("div", { class: "bone short" })),
  );
}
