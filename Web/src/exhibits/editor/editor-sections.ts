/** The sections of the editor as tabs. A section is made when it is first opened. */

import { t } from "../../i18n/messages.ts";
import { effect, signal, untracked } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { aboutSection } from "./about-section.ts";
import { cardsSection } from "./cards-section.ts";
import type { EditorStore } from "./editor-store.ts";
import { exportSection } from "./export-section.ts";
import { modelsSection } from "./models-section.ts";
import { partsSection } from "./parts-section.ts";
import { StageView } from "./stage-view.ts";
import { storySection } from "./story-section.ts";

const sections = ["about", "models", "labels", "cards", "story", "export"] as const;
export type SectionName = typeof sections[number];

const titles: Readonly<Record<SectionName, { title: string; icon: IconName }>> = {
  about: { title: t("About"), icon: "info" },
  models: { title: t("Models"), icon: "exhibit" },
  labels: { title: t("Parts and labels"), icon: "label" },
  cards: { title: t("Cards"), icon: "card" },
  story: { title: t("Timeline and scenarios"), icon: "clock" },
  export: { title: t("Preview and export"), icon: "download" },
};

export class EditorSections {
  readonly tabs: HTMLElement;
  readonly panels: HTMLElement;
  private readonly current = signal<SectionName>(sectionOfAddress());
  private readonly opened = new Map<SectionName, HTMLElement>();
  /** Where the 3D view is in the sections that have it. */
  private readonly slots: Partial<Record<SectionName, HTMLElement>> = {
    labels: el("div", { class: "stage-slot" }),
    cards: el("div", { class: "stage-slot" }),
  };
  private stage: StageView | null = null;

  constructor(private readonly store: EditorStore, private readonly owner: AbortSignal) {
    const buttons = sections.map((name) => this.tab(name));
    this.tabs = el("div", { class: "editor-tabs", role: "tablist", "aria-label": t("Sections") }, ...buttons);
    this.tabs.addEventListener("keydown", (event) => this.moveFocus(event, buttons));
    this.panels = el("div", { class: "editor-panels" });
    effect(() => {
      const name = this.current.value;
      untracked(() => this.open(name));
      buttons.forEach((button, index) => {
        const isCurrent = sections[index] === name;
        button.setAttribute("aria-selected", String(isCurrent));
        button.tabIndex = isCurrent ? 0 : -1;
        if (isCurrent) button.scrollIntoView?.({ block: "nearest", inline: "nearest" });
      });
    }, owner);
  }

  /** Opens the section of a problem and puts the focus on its field. */
  reveal(path: string): void {
    const [, list, index] = /^([a-z]+)\[(\d+)\]/.exec(path) ?? [];
    const document_ = this.store.document.peek();
    if (list === "cards") this.store.selectedCard.value = document_.cards[Number(index)]?.id ?? null;
    if (list === "models") this.store.selectedModel.value = document_.models[Number(index)]?.id ?? null;
    const isPart = list === "models" && path.includes(".parts");
    const story = list === "timelines" || list === "scenarios";
    this.current.value = list === "cards"
      ? "cards"
      : isPart
      ? "labels"
      : list === "models"
      ? "models"
      : story
      ? "story"
      : "about";
    if (isPart) this.selectPart(path);
    queueMicrotask(() => {
      const field = this.panels.querySelector<HTMLElement>(`[data-path="${path}"]`) ??
        this.panels.querySelector<HTMLElement>(`[data-path^="${path}"]`);
      field?.focus();
    });
  }

  private selectPart(path: string): void {
    const indices = [...path.matchAll(/parts\[(\d+)\]/g)].map((match) => Number(match[1]));
    let parts = this.store.document.peek().models.find(({ id }) => id === this.store.selectedModel.peek())?.parts ?? [];
    for (const index of indices) {
      this.store.selectedPart.value = parts[index]?.id ?? null;
      parts = parts[index]?.parts ?? [];
    }
  }

  private tab(name: SectionName): HTMLButtonElement {
    const { title, icon: image } = titles[name];
    return el(
      "button",
      {
        class: "editor-tab",
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        onclick: () => this.current.value = name,
      },
      icon(image),
      el("span", {}, title),
    );
  }

  private moveFocus(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    const index = (next + buttons.length) % buttons.length;
    this.current.value = sections[index]!;
    buttons[index]?.focus();
  }

  private open(name: SectionName): void {
    const panel = this.opened.get(name) ?? this.makePanel(name);
    this.opened.set(name, panel);
    for (const [each, element] of this.opened) element.hidden = each !== name;
    const slot = this.slots[name];
    if (this.stage && slot) slot.append(this.stage.element);
    if (this.stage && name === "labels") this.stage.isWanted.value = true;
    if (this.stage && name !== "labels") this.stage.tool.value = "select";
    const address = new URL(location.href);
    if (name === "about") address.searchParams.delete("section");
    else address.searchParams.set("section", name);
    if (address.href !== location.href) history.replaceState(null, "", address);
  }

  private makePanel(name: SectionName): HTMLElement {
    const panel = el(
      "section",
      {
        class: `editor-panel panel-${name}`,
        role: "tabpanel",
        id: `section-${name}`,
        "aria-labelledby": `tab-${name}`,
      },
      el("h2", { class: "visually-hidden" }, titles[name].title),
      this.content(name),
    );
    this.panels.append(panel);
    this.tabs.querySelector(`#tab-${name}`)?.setAttribute("aria-controls", panel.id);
    return panel;
  }

  private content(name: SectionName): HTMLElement {
    const { store, owner } = this;
    switch (name) {
      case "about":
        return aboutSection(store, owner);
      case "models":
        return modelsSection(store, owner);
      case "labels":
        return partsSection(store, this.stageView(), this.slots.labels!, owner);
      case "cards":
        return cardsSection(store, this.stageView(), this.slots.cards!, owner);
      case "story":
        return storySection(store, owner);
      case "export":
        return exportSection(store, owner);
    }
  }

  private stageView(): StageView {
    return this.stage ??= new StageView(this.store, this.owner);
  }
}

function sectionOfAddress(): SectionName {
  const name = new URLSearchParams(location.search).get("section");
  return sections.find((each) => each === name) ?? "about";
}
