import { deepStrictEqual, strictEqual, throws } from "./assert.ts";
import { authorizationAddress, proofOf } from "../src/service/openid.ts";

const asked = { name: "Example", state: "s", nonce: "n", invitation: null };

Deno.test("people are sent to the issuer for an ID token in the fragment, with state and nonce", () => {
  const issuer = {
    issuer: "https://example.org",
    name: "Example",
    clientId: "a b",
    authorizationEndpoint: "https://example.org/authorize?prompt=login",
  };
  const address = new URL(authorizationAddress(issuer, asked, "https://scans.example.org/service"));
  strictEqual(address.origin + address.pathname, "https://example.org/authorize");
  deepStrictEqual(Object.fromEntries(address.searchParams), {
    prompt: "login",
    response_type: "id_token",
    response_mode: "fragment",
    client_id: "a b",
    redirect_uri: "https://scans.example.org/service",
    scope: "openid email profile",
    state: "s",
    nonce: "n",
  });
});

Deno.test("an issuer's answer counts only in the tab that asked for it, once", () => {
  deepStrictEqual(proofOf(new URLSearchParams("id_token=t&state=s"), asked), {
    idToken: "t",
    nonce: "n",
    invitation: null,
  });
  for (const fields of ["id_token=t&state=other", "id_token=t", "error=access_denied"]) {
    throws(() => proofOf(new URLSearchParams(fields), asked), "wasn't started in this tab");
  }
  throws(() => proofOf(new URLSearchParams("id_token=t&state=s"), null), "wasn't started in this tab");
  throws(() => proofOf(new URLSearchParams("error=access_denied&state=s"), asked), "Example didn't sign you in");
});
