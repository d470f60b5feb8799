/** Sharing a space: its links with what each opens, a new one, and how it is handed on; and who with an account may come in. */

import type { Link } from "../api/generated.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { type Child, el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { copyLine } from "../ui/copy-line.ts";
import { linkChange } from "./link-change.ts";
import {
  addresses,
  embedCode,
  expiryAfter,
  isLocalOnly,
  lasting,
  linkFacts,
  linkState,
  partProblem,
} from "./link-words.ts";
import { type PartPicker, partPicker } from "./part-picker.ts";
import { shareApi } from "../api/share-api.ts";

export function shareSheet(sheets: Sheets, space: string, name: string): void {
  let links: Link[] = [];
  /** The link that is being changed. */
  let changing: string | null = null;
  /** Addresses of links made here: the server tells each once. */
  const made = new Map<string, string>();
  const list = el("ul", { class: "links", "aria-busy": "true", "aria-label": "Links" }, el("li", { class: "bone" }));
  const form = linkForm(space, (link) => {
    if (link.url) made.set(link.id, link.url);
    links = [link, ...links];
    show();
    list.querySelector<HTMLElement>("input")?.focus();
    announce("The link is made.");
  });
  const sheet = sheets.show({
    kind: "share",
    title: "Share",
    tall: true,
    content: [
      el(
        "p",
        { class: "quiet" },
        "Who has a link sees this space. Nobody can guess one; each can be withdrawn at any time.",
      ),
      isLocalOnly(location.hostname) &&
      el(
        "p",
        { class: "note" },
        icon("info"),
        "You opened Diorama on this machine alone. Others can follow links only by an address that they can reach: see “Sharing” in the documentation.",
      ),
      form.element,
      el("h3", {}, "Links"),
      list,
      el(
        "p",
        { class: "sheet-more" },
        el("a", { class: "button small", href: "/accounts" }, icon("people"), "People with an account"),
      ),
    ],
    closed: form.dispose,
  });
  void load();

  async function load(): Promise<void> {
    try {
      links = await shareApi.links(space);
      show();
    } catch (error) {
      list.replaceChildren(el("li", { class: "field-problem" }, `The links didn't load: ${messageOf(error)}`));
    }
    list.setAttribute("aria-busy", "false");
  }

  function show(): void {
    if (!sheet.element.isConnected) return;
    list.replaceChildren(...links.map(item));
    if (links.length === 0) list.append(el("li", { class: "quiet" }, "None yet: only you see this space."));
  }

  function item(link: Link): HTMLElement {
    const state = linkState(link);
    const url = made.get(link.id);
    const act = (label: string, shape: "lock" | "rename" | "trash", run: () => void): HTMLElement =>
      el("button", {
        class: "icon-button",
        type: "button",
        "aria-label": `${label} ${link.name}`,
        title: label,
        onclick: run,
      }, icon(shape));
    return el(
      "li",
      { class: `link ${state}`, "data-link": link.id },
      el(
        "div",
        { class: "link-line" },
        el(
          "div",
          {},
          el("p", { class: "link-name" }, link.name || "A link"),
          el("p", { class: "quiet" }, linkFacts(link)),
        ),
        state !== "revoked" && act("Change", "rename", () => change(link)),
        state === "open" && act("Withdraw", "lock", () => void revoke(link)),
        state !== "open" && act("Remove", "trash", () => void remove(link)),
      ),
      changing === link.id && linkChange(link, (now) => changed(link, now)),
      ...(url && state === "open" && changing !== link.id ? handOn(url, link.name || name) : []),
    );
  }

  function change(link: Link): void {
    changing = changing === link.id ? null : link.id;
    show();
    (list.querySelector<HTMLElement>(".link-change input") ?? buttonOf(link))?.focus();
  }

  function changed(link: Link, now: Link | null): void {
    changing = null;
    if (now) links = links.map((one) => one.id === now.id ? now : one);
    show();
    buttonOf(link)?.focus();
    if (now) announce("The link is changed.");
  }

  /** Where the keyboard goes on after a change. */
  function buttonOf(link: Link): HTMLElement | null {
    return list.querySelector<HTMLElement>(`[data-link="${link.id}"] .icon-button`);
  }

  async function revoke(link: Link): Promise<void> {
    const sure = await ask({
      title: `Withdraw ${link.name || "this link"}?`,
      body: "It stops working at once, for everyone who has it. A withdrawn link can't be opened again.",
      confirm: "Withdraw",
    });
    if (!sure) return;
    try {
      const now = await shareApi.revoke(link.id);
      links = links.map((one) => one.id === now.id ? now : one);
      show();
      announce("The link is withdrawn.");
    } catch (error) {
      notify(`Couldn't withdraw it: ${messageOf(error)}`);
    }
  }

  async function remove(link: Link): Promise<void> {
    try {
      await shareApi.deleteLink(link.id);
      links = links.filter((one) => one.id !== link.id);
      show();
    } catch (error) {
      notify(`Couldn't remove it: ${messageOf(error)}`);
    }
  }
}

/** The address, its QR code, and the code for other pages. Only now: the server keeps no address in the clear. */
function handOn(url: string, name: string): Child[] {
  const { page, embed } = addresses(location.origin, url);
  const file = `diorama ${name}`.replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return [
    el("p", { class: "note" }, icon("info"), "Copy it now: it isn't shown again."),
    copyLine("Address", page),
    el(
      "div",
      { class: "qr" },
      el("img", {
        class: "qr-picture",
        src: shareApi.qr("svg", page),
        alt: `QR code of the link ${name}`,
        width: 160,
        height: 160,
      }),
      el(
        "div",
        { class: "qr-files" },
        el(
          "a",
          { class: "button small", href: shareApi.qr("svg", page), download: `${file}.svg` },
          icon("download"),
          "SVG",
        ),
        el(
          "a",
          { class: "button small", href: shareApi.qr("png", page), download: `${file}.png` },
          icon("download"),
          "PNG",
        ),
      ),
    ),
    el(
      "details",
      { class: "embed" },
      el("summary", {}, "Put it into a web page"),
      copyLine("Code to embed", embedCode(embed, name), 3),
    ),
  ];
}

function linkForm(space: string, added: (link: Link) => void): { element: HTMLElement; dispose(): void } {
  let picker: PartPicker | null = null;
  const id = freshID("link");
  const name = el("input", {
    id: `${id}-name`,
    type: "text",
    maxlength: 100,
    autocomplete: "off",
    placeholder: "For Grandma",
  });
  const password = el("input", {
    id: `${id}-password`,
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
  });
  const expiry = el(
    "select",
    { id: `${id}-expiry` },
    ...lasting.map(({ name: words }, at) => el("option", { value: at }, words)),
  );
  const memories = el("input", { type: "checkbox", checked: true });
  const partly = el("input", { type: "checkbox", onchange: () => showPicker() });
  const slot = el("div", {});
  const problem = el("p", { class: "field-problem", role: "alert" });
  const make = el("button", { class: "button primary", type: "submit" }, icon("link"), "Make a link");
  const field = (label: string, input: HTMLElement): HTMLElement =>
    el("div", { class: "field" }, el("label", { for: input.id }, label), input);
  const check = (label: string, input: HTMLElement): HTMLElement =>
    el("label", { class: "choice compact" }, input, el("span", { class: "choice-words" }, label));
  const element = el(
    "form",
    { class: "link-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    field("Name, for yourself", name),
    el("div", { class: "field-pair" }, field("Lasts", expiry), field("Password, if you like", password)),
    check("Show the public memories", memories),
    check("Only a part of the space", partly),
    slot,
    problem,
    make,
  );

  function showPicker(): void {
    picker?.dispose();
    picker = partly.checked ? partPicker(space) : null;
    slot.replaceChildren(...(picker ? [picker.element] : []));
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const part = picker?.part ?? null;
    const wrong = partly.checked && part === null ? "Wait until the plan is drawn." : part && partProblem(part);
    setText(problem, wrong ?? "");
    if (wrong) return;
    make.disabled = true;
    try {
      const link = await shareApi.makeLink(space, {
        name: name.value.trim() || "Link",
        password: password.value === "" ? null : password.value,
        expires: expiryAfter(lasting[Number(expiry.value)]?.days ?? null),
        part,
        showsMemories: memories.checked,
      });
      name.value = password.value = "";
      partly.checked = false;
      showPicker();
      added(link);
    } catch (error) {
      setText(problem, messageOf(error));
    } finally {
      make.disabled = false;
    }
  }

  return { element, dispose: () => picker?.dispose() };
}
