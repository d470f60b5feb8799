/** The bar of a guide's page: the way back, who answers, text size, conversations. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import type { StoredSetting } from "../ui/stored-setting.ts";
import type { ChatStore } from "./chat-store.ts";
import { exportItems } from "./history-panel.ts";
import type { Persona } from "./guide-api.ts";
import { portrait } from "./portrait.ts";
import { guideAddress, pageBehind } from "./subject.ts";
import { type TextSize, textSizeButton } from "./text-size.ts";

export interface BarCommands {
  navigate(path: string): void;
  showConversations(): void;
  deleteConversation(): void;
}

export function guideBar(
  store: ChatStore,
  textSize: StoredSetting<TextSize>,
  commands: BarCommands,
  owner: AbortSignal,
): HTMLElement {
  const behind = pageBehind(store.subject);
  const heading = el("h1", {}, t("Guide"));
  const role = el("p", { class: "guide-role" });
  const face = el("span", { class: "guide-face" });
  const conversations = iconButton("history", t("Conversations"), () => commands.showConversations());
  const more = menuButton(t("More"), () => menuItems(store, commands));
  effect(() => {
    const persona = store.persona.value;
    const guide = store.guide.value;
    const isTalking = store.phase.value.state === "ready" && persona !== null;
    setText(heading, isTalking ? persona.name : guide?.title ?? t("Guide"));
    setText(role, isTalking ? roleOf(persona) : "");
    role.hidden = role.textContent === "";
    face.replaceChildren(...(isTalking ? [portrait(persona)] : []));
    conversations.hidden = !(guide?.conversations ?? false);
    more.hidden = !isTalking;
  }, owner);
  const back = { class: "icon-button", href: behind.path, "aria-label": behind.label, title: behind.label };
  return el(
    "header",
    { class: "guide-bar" },
    el("a", back, icon("back")),
    face,
    el("div", { class: "guide-title" }, heading, role),
    el("div", { class: "guide-tools" }, conversations, textSizeButton(textSize), more),
  );
}

function roleOf({ role, organization }: Persona): string {
  return [role, organization].filter((each) => each !== "").join(" · ");
}

function menuItems(store: ChatStore, commands: BarCommands): MenuItem[] {
  const items: MenuItem[] = [{ icon: "add", label: t("New conversation"), action: () => store.startAgain() }];
  if ((store.guide.peek()?.personas.length ?? 0) > 1) {
    const choosing = guideAddress(store.subject, { persona: null, conversation: null });
    items.push({ icon: "people", label: t("Ask somebody else"), action: () => commands.navigate(choosing) });
  }
  const id = store.conversation.peek();
  if (id === null) return items;
  return [
    ...items,
    ...exportItems(id),
    { icon: "trash", label: t("Delete conversation"), danger: true, action: () => commands.deleteConversation() },
  ];
}
