/** The invitation to a session: its link, code and QR code. */

import { copyLine } from "../../ui/copy-line.ts";
import { explain } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { liveApi, type LiveSession } from "../api.ts";

export function showInvitation(session: LiveSession): void {
  const address = new URL(session.link, location.origin).href;
  const image = el("img", {
    class: "live-qr",
    src: liveApi.qr(address),
    alt: `QR code of the session ${session.code}`,
    width: 176,
    height: 176,
  });
  // Only the library's owner gets QR codes from the server.
  image.addEventListener("error", () => image.remove(), { once: true });
  const words = session.allowsGuests ? "can take part" : "can watch";
  explain(
    "Invite to this session",
    el("p", {}, `Whoever has the link or the code ${words} until the session ends.`),
    el("p", { class: "live-code large", "aria-label": `Code ${[...session.code].join(" ")}` }, session.code),
    copyLine("Link", address),
    image,
  );
}
