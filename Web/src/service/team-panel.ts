/** The people of the account, their roles, and invitations. */

import type { Account, Invitation, InvitationPage, MemberPage, Role } from "../api/service-generated.ts";
import { roleValues } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { formatDate } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { entry, listPanel, removeButton } from "./list-panel.ts";
import { call } from "./session.ts";

type Member = MemberPage["members"][number];

export function teamPanel(account: Account, owner: AbortSignal): HTMLElement {
  // Only owners make owners.
  const roles = roleValues.filter((role) => role !== "owner" || account.role === "owner");
  const made = el("div", {});
  const chosen = roleSelect(roles, "member");

  const load = async (): Promise<HTMLElement[]> => {
    const [{ members }, { invitations }] = await Promise.all([
      call<MemberPage>("GET", "/members", undefined, owner),
      call<InvitationPage>("GET", "/invitations", undefined, owner),
    ]);
    return [...members.map(memberEntry), ...invitations.map(invitationEntry)];
  };

  function memberEntry(member: Member): HTMLElement {
    const name = member.name ?? member.email ?? t("Somebody");
    const own = member.id === account.person;
    const joined = t("Member since {date}", { date: formatDate(new Date(member.joinedAt)) });
    if (member.role === "owner" && account.role !== "owner") return entry(name, roleName(member.role));
    const select = roleSelect(roles, member.role);
    select.setAttribute("aria-label", t("Role of {name}", { name }));
    select.addEventListener("change", () => {
      const role = select.value;
      void team.change(async () => await call("PATCH", `/members/${member.id}`, { role })).then((succeeded) => {
        if (!succeeded) select.value = member.role;
      });
    });
    const remove = async (): Promise<void> => {
      const title = t("Remove {name}?", { name });
      const body = t("{name} is signed out of this account. Scans and jobs stay.", { name });
      if (!await ask({ title, body, confirm: t("Remove") })) return;
      await team.change(async () => await call("DELETE", `/members/${member.id}`));
    };
    const buttons = own ? [select] : [select, removeButton(name, () => void remove())];
    return entry(own ? t("{name} (you)", { name }) : name, joined, ...buttons);
  }

  function invitationEntry(invitation: Invitation): HTMLElement {
    const date = formatDate(new Date(invitation.expiresAt));
    const name = t("Invitation: {role}", { role: roleName(invitation.role) });
    const withdraw = (): void => void team.change(async () => await call("DELETE", `/invitations/${invitation.id}`));
    return entry(name, t("Open until {date}", { date }), removeButton(name, withdraw));
  }

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    made.replaceChildren();
    await team.change(async () => {
      const answer = await call<Invitation>("POST", "/invitations", { role: chosen.value });
      const address = `${location.origin}/service#invitation=${answer.invitation}`;
      const until = formatDate(new Date(answer.expiresAt));
      made.replaceChildren(
        el("p", { class: "note" }, icon("info"), t("Send this address. It works once, until {date}.", { date: until })),
        copyLine(t("Invitation"), address),
      );
    });
  };
  const form = el(
    "form",
    { class: "invite-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Invite someone as"), chosen),
    el("button", { class: "button primary", type: "submit" }, icon("add"), t("Invite")),
  );
  const team = listPanel(
    { name: "team", title: t("Team"), icon: "people", load, empty: t("Nobody but you yet."), below: [made, form] },
    owner,
  );
  return team.element;
}

function roleSelect(roles: readonly Role[], role: Role): HTMLSelectElement {
  const options = roles.map((value) => el("option", { value, selected: value === role }, roleName(value)));
  return el("select", {}, ...options);
}

function roleName(role: Role): string {
  switch (role) {
    case "owner":
      return t("Owner");
    case "admin":
      return t("Administrator");
    case "member":
      return t("Member");
    case "viewer":
      return t("Viewer|of an account");
  }
}
