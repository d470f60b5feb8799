/** Who the visitor is, for visitors who are not the owner, and signing out. */

import type { Me } from "../api/generated.ts";
import { signOut } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { clearDevice } from "../offline/register.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { messageOf } from "../ui/notice.ts";
import { libraryPath } from "../ui/routes.ts";
import type { App } from "./page.ts";

export function visitorCard(app: App, visitor: Me, owner: AbortSignal): HTMLElement[] {
  if (visitor.kind !== "account") {
    return [el("p", {}, t("You are not signed in. The owner of this library can invite you."))];
  }
  const problem = signal("");
  const leave = async (): Promise<void> => {
    try {
      await signOut();
      await clearDevice();
      announce(t("You are signed out. Everything stored on this device was deleted."));
      app.navigate(libraryPath());
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const button = el("button", { class: "button", type: "button", onclick: () => void leave() }, t("Sign out"));
  return [
    el(
      "p",
      {},
      visitor.name === null
        ? t("You are signed in as an account without a name.")
        : t("You are signed in as {name}.", { name: visitor.name }),
    ),
    el(
      "p",
      { class: "quiet" },
      t("Signing out also deletes the spaces and drafts that this browser stores for offline use."),
    ),
    problemText(problem, owner),
    el("div", { class: "field-buttons" }, button),
  ];
}
