/**
 * Signing in with an OpenID Connect issuer: the browser goes there, and comes back with an ID token in the fragment of the page's
 * address, which no server sees (OpenID Connect Core 1.0, section 3.2). `state` proves that this tab asked; the service compares
 * `nonce` with the token's, so that a token which was given for anything else signs nobody in.
 */

import type { SignInIssuer, Tokens } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { encode } from "./passkey.ts";
import { post } from "./session.ts";

/** What this tab asked an issuer for. */
export interface Asked {
  name: string;
  state: string;
  nonce: string;
  /** The invitation that the person accepts by signing in. */
  invitation: string | null;
}

/** What the service needs to begin a session. */
export interface Proof {
  idToken: string;
  nonce: string;
  invitation: string | null;
}

const key = "diorama.service.openid";

function randomText(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

/** Leaves for the issuer. */
export function askIssuer(issuer: SignInIssuer, invitation: string | null): void {
  const asked: Asked = { name: issuer.name, state: randomText(), nonce: randomText(), invitation };
  sessionStorage.setItem(key, JSON.stringify(asked));
  location.assign(authorizationAddress(issuer, asked, `${location.origin}/service`));
}

/** The address at which the issuer signs people in, and from which it sends them back to `page`. */
export function authorizationAddress(issuer: SignInIssuer, asked: Asked, page: string): string {
  const address = new URL(issuer.authorizationEndpoint);
  const parameters = {
    response_type: "id_token",
    response_mode: "fragment",
    client_id: issuer.clientId,
    redirect_uri: page,
    scope: "openid email profile",
    state: asked.state,
    nonce: asked.nonce,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * The answer of an issuer in the page's address, which loses it at once; null where there is none. To be called before anything
 * else reads the address.
 */
export function takeAnswer(): (() => Promise<Tokens>) | null {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (!fields.has("id_token") && !fields.has("error")) return null;
  history.replaceState(history.state, "", location.pathname);
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  const asked = text === null ? null : JSON.parse(text) as Asked;
  return async () => (await post<Tokens>("/auth/token", proofOf(fields, asked)))!;
}

/** Throws where the answer isn't that to what this tab asked, or the issuer refused. */
export function proofOf(fields: URLSearchParams, asked: Asked | null): Proof {
  if (asked === null || fields.get("state") !== asked.state) {
    throw new Error(t("This sign-in wasn't started in this tab. Try again."));
  }
  const idToken = fields.get("id_token");
  if (idToken === null) throw new Error(t("{issuer} didn't sign you in. Try again.", { issuer: asked.name }));
  return { idToken, nonce: asked.nonce, invitation: asked.invitation };
}
