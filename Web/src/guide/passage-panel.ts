/** The passage that an answer cites: its source, the paragraph with the cited sentence marked, and what it is about. */

import type { ExhibitDetail, GuideTarget } from "../api/generated.ts";
import { exhibitApi } from "../exhibits/exhibit-api.ts";
import { addressOf, addressQuery, startAddress } from "../exhibits/exhibit-address.ts";
import { flatParts } from "../exhibits/stage/part-tree.ts";
import { t } from "../i18n/messages.ts";
import { type Child, el, setText } from "../ui/dom.ts";
import { formatDay } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { spacePath } from "../ui/routes.ts";
import type { SheetProps } from "../ui/sheet.ts";
import { markedPassage } from "./answers.ts";
import type { GuideCitation } from "./guide-api.ts";
import { exhibitOf, type Subject } from "./subject.ts";

let exhibit: { id: string; detail: Promise<ExhibitDetail> } | null = null;

/** Loaded once for a page. */
function exhibitDetail(id: string): Promise<ExhibitDetail> {
  if (exhibit?.id !== id) {
    const detail = exhibitApi.exhibit(id);
    exhibit = { id, detail };
    detail.catch(() => exhibit = null); // so that trying again helps
  }
  return exhibit.detail;
}

/** A sheet for a citation. Closing it ends what it shows. */
export function passageSheet(subject: Subject, citation: GuideCitation): SheetProps {
  const owner = new AbortController();
  const target = el("div", { class: "passage-target" });
  if (citation.target) showTarget(target, subject, citation.target, owner.signal);
  return {
    kind: "passage",
    title: t("Source {number}", { number: citation.number }),
    content: [target, passage(citation)],
    tall: true,
    owner,
  };
}

function passage(citation: GuideCitation): HTMLElement {
  const [before, cited, after] = markedPassage(citation.passage, citation.sentence);
  const facts = [citation.source, dateText(citation.date)].filter((each) => each !== "").join(" · ");
  return el(
    "article",
    { class: "passage" },
    citation.title !== "" && el("h3", {}, citation.title),
    facts !== "" && el("p", { class: "passage-facts" }, facts),
    el("blockquote", { class: "passage-text" }, el("p", {}, before, cited !== "" && el("mark", {}, cited), after)),
    isWebAddress(citation.url) && el(
      "a",
      { class: "button small", href: citation.url, target: "_blank", rel: "noopener noreferrer" },
      icon("link"),
      t("Open the source"),
      el("span", { class: "visually-hidden" }, t(" in a new tab")),
    ),
  );
}

/** Other schemes are not followed. */
function isWebAddress(url: string | null): boolean {
  return url !== null && /^https?:\/\//i.test(url);
}

/** `2026-01-31` → `31 Jan 2026`; years and months as they are. */
export function dateText(date: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return day ? formatDay(new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]))) : date;
}

function link(href: string, image: IconName, label: string): HTMLElement {
  return el("a", { class: "button small", href }, icon(image), label);
}

function showTarget(element: HTMLElement, subject: Subject, target: GuideTarget, owner: AbortSignal): void {
  if (target.space !== null) {
    const path = spacePath(target.space);
    element.append(
      target.memory === null
        ? link(path, "place", t("Open the space"))
        : link(`${path}?memory=${encodeURIComponent(target.memory)}`, "memory", t("Open the memory")),
    );
  }
  if (subject.kind !== "exhibit" || (target.model === null && target.card === null)) return;
  const status = el("p", { class: "passage-status", role: "status" }, t("Loading …"));
  element.append(status);
  exhibitDetail(subject.id).then((detail) => {
    if (owner.aborted) return;
    status.remove();
    element.append(...exhibitTarget({ detail, page: exhibitOf(subject) }, target, owner));
  }, (error) => {
    if (!owner.aborted) setText(status, t("Couldn't load the exhibit: {problem}", { problem: messageOf(error) }));
  });
}

/** An exhibit and the address of its page. */
interface Shown {
  detail: ExhibitDetail;
  page: string;
}

/** What the exhibit no longer has is left out. */
function exhibitTarget(shown: Shown, target: GuideTarget, owner: AbortSignal): HTMLElement[] {
  const { detail, page } = shown;
  const card = detail.document.cards.find(({ id }) => id === target.card);
  const found = target.model === null ? [] : modelView(shown, target, owner);
  if (!card) return found;
  const address = addressQuery({ ...startAddress, mode: "learn", card: card.id });
  return [
    ...found,
    el(
      "section",
      { class: "passage-card", "data-card": card.id },
      el("h3", {}, card.title),
      el("p", {}, card.short),
      el("ul", {}, ...card.detailed.map((line) => el("li", {}, line))),
      link(`${page}${address}`, "card", t("Open the card")),
    ),
  ];
}

function modelView({ detail, page }: Shown, target: GuideTarget, owner: AbortSignal): HTMLElement[] {
  const model = detail.document.models.find((each) => each.id === target.model);
  if (!model) return [];
  const part = target.part === null
    ? null
    : flatParts(model.parts).find((each) => each.part.id === target.part)?.part ?? null;
  const label = part
    ? t("{name} in 3D; highlighted: {name2}", { name: model.name, name2: part.name })
    : t("{name} in 3D", { name: model.name });
  const canvas = el("canvas", { class: "passage-canvas", role: "img", "aria-label": label });
  const veil = el("canvas", { class: "place-veil", "aria-hidden": "true" });
  const status = el("p", { class: "passage-status", role: "status" }, t("Loading the model …"));
  const stage = el(
    "div",
    { class: "passage-stage", "data-state": "loading", "data-model": model.id, "data-part": part?.id },
    canvas,
    veil,
    status,
  );
  const progress = (done: number): void =>
    setText(
      status,
      done < 1 ? t("Loading the model … {number} %", { number: Math.round(100 * done) }) : t("Preparing the model …"),
    );
  const open = async (): Promise<void> => {
    try {
      const { showPassageModel } = await import("./passage-model.ts");
      if (owner.aborted) return;
      await showPassageModel({ detail, model, part: part?.id ?? null, canvas, veil, progress }, owner);
      stage.dataset.state = "ready";
      status.remove();
    } catch (error) {
      if (owner.aborted) return;
      stage.dataset.state = "failed";
      setText(status, t("Couldn't show {name}: {problem}", { name: model.name, problem: messageOf(error) }));
    }
  };
  void open();
  const address = addressQuery(addressOf({ model: model.id, ...(part && { part: part.id }) }));
  const words: Child[] = [
    el("strong", {}, part?.name ?? model.name),
    part?.description ? el("span", {}, part.description) : null,
    link(`${page}${address}`, "parts", t("Open in 3D")),
  ];
  return [el("figure", { class: "passage-figure" }, stage, el("figcaption", {}, ...words))];
}
