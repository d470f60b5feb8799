/** People: who has an account on this server, inviting them, and which spaces they may enter. For others: who they are, and the way out. */

import type { Account, Grant, Me, Space } from "../api/generated.ts";
import { api } from "../api/client.ts";
import { me, signOut } from "../api/me.ts";
import { shareApi } from "../api/share-api.ts";
import { clearDevice } from "../offline/register.ts";
import type { App, Page } from "./page.ts";
import { libraryPath } from "../ui/routes.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { el, freshID } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { bones, panel, problemLine } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import { formatDate } from "../ui/format.ts";
import { copyLine } from "../ui/copy-line.ts";

export function accountsPage(app: App): Page {
  const life = new AbortController();
  const people = panel("people", "People", "people");
  const doors = panel("grants", "Who may enter", "lock");
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el("div", { class: "panels" }, people.element, doors.element);
  const note = el(
    "p",
    { class: "sheet-note" },
    el("span", { class: "sheet-words" }, "Accounts of this server. Everyone else comes by a link."),
  );
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("accounts"),
    el("main", { id: "main", class: "sheet", tabindex: -1 }, el("h1", {}, "People"), note, trouble, panels),
  );
  for (const one of [people, doors]) one.body.replaceChildren(bones(4));
  let accounts: Account[] = [];

  async function load(): Promise<void> {
    try {
      const who = await me();
      if (life.signal.aborted) return;
      if (who.kind !== "owner") return showSelf(who);
      accounts = (await shareApi.accounts()).filter((account) => !account.isOwner);
      const { spaces } = await api.spaces();
      if (life.signal.aborted) return;
      showPeople();
      showDoors(spaces);
      element.dataset.state = "ready";
    } catch (error) {
      if (!life.signal.aborted) fail(messageOf(error));
    } finally {
      for (const one of [people, doors]) one.element.setAttribute("aria-busy", "false");
    }
  }

  function fail(message: string): void {
    element.dataset.state = "failed";
    panels.hidden = true;
    trouble.hidden = false;
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, message),
      el("button", { class: "button", type: "button", onclick: () => location.reload() }, icon("retry"), "Try again"),
    );
  }

  /** For those who were invited. */
  function showSelf(who: Me): void {
    element.dataset.state = "ready";
    doors.element.remove();
    if (who.kind !== "account") {
      people.body.replaceChildren(el("p", {}, "You are not signed in. Whoever keeps this library can invite you."));
      return;
    }
    const out = el("button", { class: "button", type: "button", onclick: () => void leave() }, "Sign out");
    const problem = problemLine();
    async function leave(): Promise<void> {
      try {
        await signOut();
        await clearDevice();
        announce("You are signed out; what was kept on this device is gone.");
        app.navigate(libraryPath());
      } catch (error) {
        problem.set(messageOf(error));
      }
    }
    people.body.replaceChildren(
      el("p", {}, `You are signed in as ${who.name ?? "someone without a name"}.`),
      el(
        "p",
        { class: "quiet" },
        "Signing out also takes away the places and drafts that this browser keeps for offline.",
      ),
      problem.element,
      el("div", { class: "field-buttons" }, out),
    );
  }

  function showPeople(): void {
    const list = el("ul", { class: "account-list" }, ...accounts.map(person));
    const id = freshID("invite");
    const name = el("input", { id, type: "text", maxlength: 100, autocomplete: "off", placeholder: "Anna" });
    const problem = problemLine();
    const form = el(
      "form",
      { class: "invite-form", novalidate: true, onsubmit: (event: Event) => void invite(event) },
      el("div", { class: "field" }, el("label", { for: id }, "Invite someone"), name),
      el("button", { class: "button primary", type: "submit" }, icon("add"), "Invite"),
    );
    async function invite(event: Event): Promise<void> {
      event.preventDefault();
      if (name.value.trim() === "") return problem.set("Write the person's name first.");
      problem.set("");
      try {
        const account = await shareApi.addAccount(name.value.trim());
        accounts = [...accounts, account];
        name.value = "";
        const item = person(account);
        list.querySelector(".quiet")?.remove();
        list.append(item);
        await showInvitation(account, item);
        refreshDoors();
      } catch (error) {
        problem.set(messageOf(error));
      }
    }
    if (accounts.length === 0) list.append(el("li", { class: "quiet" }, "Nobody but you yet."));
    people.body.replaceChildren(list, form, problem.element);
  }

  function person(account: Account): HTMLElement {
    const button = (label: string, word: string, act: () => void): HTMLElement =>
      el("button", { class: "button small", type: "button", "aria-label": label, onclick: act }, word);
    const item: HTMLElement = el(
      "li",
      { class: "account", "data-account": account.id },
      el(
        "div",
        { class: "link-line" },
        el("p", { class: "link-name" }, account.name),
        button(`New invitation for ${account.name}`, "Invitation", () => void showInvitation(account, item)),
        button(`Remove ${account.name}`, "Remove", () => void remove(account, item)),
      ),
    );
    return item;
  }

  async function showInvitation(account: Account, item: HTMLElement): Promise<void> {
    try {
      const invitation = await shareApi.invite(account.id);
      const address = new URL(invitation.url, location.origin).href;
      const slot = el(
        "div",
        { class: "invitation" },
        el(
          "p",
          { class: "note" },
          icon("info"),
          `Hand this to ${account.name}. It works once, until ${formatDate(new Date(invitation.expires))}.`,
        ),
        copyLine("Invitation", address),
        el("img", {
          class: "qr-picture",
          src: shareApi.qr("svg", address),
          alt: `QR code of the invitation for ${account.name}`,
          width: 160,
          height: 160,
        }),
      );
      item.querySelector(".invitation")?.remove();
      item.append(slot);
      slot.querySelector<HTMLElement>("input")?.focus();
    } catch (error) {
      notify(`Couldn't make an invitation: ${messageOf(error)}`);
    }
  }

  async function remove(account: Account, item: HTMLElement): Promise<void> {
    const sure = await ask({
      title: `Remove ${account.name}?`,
      body:
        `${account.name} is signed out everywhere and can enter no space any more. What ${account.name} told stays.`,
      confirm: "Remove",
    });
    if (!sure) return;
    try {
      await shareApi.removeAccount(account.id);
      accounts = accounts.filter((one) => one.id !== account.id);
      item.remove();
      refreshDoors();
      document.getElementById("main")?.focus();
    } catch (error) {
      notify(`Couldn't remove ${account.name}: ${messageOf(error)}`);
    }
  }

  let refreshDoors = (): void => {};

  function showDoors(spaces: Space[]): void {
    const id = freshID("space");
    const select = el(
      "select",
      { id, onchange: () => void show() },
      ...spaces.map((space) => el("option", { value: space.id }, space.name)),
    );
    const list = el("ul", { class: "account-list" });
    const problem = problemLine();
    let grants: Grant[] = [];
    refreshDoors = (): void => void show();

    async function show(): Promise<void> {
      if (accounts.length === 0) return list.replaceChildren(el("li", { class: "quiet" }, "Invite someone first."));
      const space = select.value;
      try {
        const found = await shareApi.grants(space);
        if (select.value !== space) return;
        grants = found;
        list.replaceChildren(...accounts.map((account) => door(space, account)));
        problem.set("");
      } catch (error) {
        problem.set(messageOf(error));
      }
    }

    function door(space: string, account: Account): HTMLElement {
      const own = freshID("grant");
      const now = grants.find((grant) => grant.account === account.id)?.permission ?? "none";
      const words = { none: "May not come in", see: "May look", pin: "May look and pin memories" };
      const choice = el(
        "select",
        { id: own, onchange: () => void change() },
        ...Object.entries(words).map(([value, name]) => el("option", { value, selected: value === now }, name)),
      );
      async function change(): Promise<void> {
        const others = grants.filter((grant) => grant.account !== account.id);
        const next = choice.value === "none"
          ? others
          : [...others, { account: account.id, permission: choice.value as Grant["permission"] }];
        try {
          await shareApi.setGrants(space, next);
          grants = next;
          problem.set("");
          announce(`${account.name}: ${words[choice.value as keyof typeof words]}.`);
        } catch (error) {
          choice.value = grants.find((grant) => grant.account === account.id)?.permission ?? "none";
          problem.set(messageOf(error));
        }
      }
      return el("li", { class: "link-line" }, el("label", { for: own, class: "link-name" }, account.name), choice);
    }

    if (spaces.length === 0) {
      doors.body.replaceChildren(el("p", { class: "quiet" }, "There is no space yet to let anyone into."));
      refreshDoors = (): void => {};
      return;
    }
    doors.body.replaceChildren(
      el("div", { class: "field" }, el("label", { for: id }, "Space"), select),
      list,
      problem.element,
    );
    void show();
  }

  return {
    element,
    title: "People",
    shown: () => void load(),
    dispose: () => life.abort(),
  };
}
