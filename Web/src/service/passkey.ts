/** Passkeys of the browser (Web Authentication), as the processing service takes them. */

import type { Passkey, PasskeyChallenge, Tokens } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { call, post } from "./session.ts";

/** Whether this browser can make and use passkeys on this page: it has to come by HTTPS, or from this machine. */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && isSecureContext;
}

export function encode(bytes: ArrayBuffer): string {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decode(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

interface NewPasskey {
  clientDataJSON: string;
  authenticatorData: string;
}

/** Asks the browser for a new passkey of a person. Rejects where the person refuses. */
async function create(challenge: PasskeyChallenge, person: string): Promise<NewPasskey> {
  const credential = await asked(navigator.credentials.create({
    publicKey: {
      challenge: decode(challenge.challenge),
      rp: { id: challenge.relyingParty, name: "Diorama" },
      user: { id: new TextEncoder().encode(challenge.user), name: person, displayName: person },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }, { type: "public-key", alg: -257 }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      timeout: challenge.expiresIn * 1000,
    },
  }));
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.getAuthenticatorData()),
  };
}

/** The browser's errors tell nothing of why: people cancel, time is over, there is no passkey. */
async function asked(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await request.catch(() => null);
  if (credential === null) throw new Error(t("The passkey wasn't used. Try again."));
  return credential as PublicKeyCredential;
}

/** Accepts an invitation with a new passkey. */
export async function signUp(person: string, invitation: string): Promise<Tokens> {
  const challenge = (await post<PasskeyChallenge>("/auth/passkeys/challenges", {}))!;
  const made = await create(challenge, person);
  return (await post<Tokens>("/auth/passkeys/registrations", { ...made, name: deviceName(), person, invitation }))!;
}

/** Signs in with a passkey that the person chooses. */
export async function signIn(): Promise<Tokens> {
  const challenge = (await post<PasskeyChallenge>("/auth/passkeys/challenges", {}))!;
  const credential = await asked(navigator.credentials.get({
    publicKey: {
      challenge: decode(challenge.challenge),
      rpId: challenge.relyingParty,
      userVerification: "required",
      timeout: challenge.expiresIn * 1000,
    },
  }));
  const response = credential.response as AuthenticatorAssertionResponse;
  return (await post<Tokens>("/auth/passkeys/assertions", {
    credential: encode(credential.rawId),
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
  }))!;
}

/** Adds a passkey of the person who is signed in. */
export async function addPasskey(person: string): Promise<Passkey> {
  const challenge = await call<PasskeyChallenge>("POST", "/passkeys/challenges", {});
  return await call<Passkey>("POST", "/passkeys", { ...await create(challenge, person), name: deviceName() });
}

/** What a passkey of this device is called: the browser's word for the system. */
function deviceName(): string {
  const system = /Android|iPhone|iPad|Mac OS X|Windows|Linux|CrOS/.exec(navigator.userAgent)?.[0];
  return system === "Mac OS X" ? "Mac" : system ?? "Passkey";
}
