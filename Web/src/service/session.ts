/**
 * The session of a person with the processing service.
 *
 * The access token lives in memory. The refresh token is in this browser's storage, shared by its tabs: a lock lets one of them
 * exchange it at a time, because the service ends a session whose refresh token is used twice.
 */

import { ApiError, problemMessage, unreachableMessage } from "../api/client.ts";
import type { Tokens } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";

const key = "diorama.service.refresh";
let access: { token: string; expires: number } | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether a session may go on; the service decides. */
export function isSignedIn(): boolean {
  return stored() !== null;
}

/** Begins or continues a session. */
export function keep(tokens: Tokens): void {
  // First what would be lost: a refresh token is valid once.
  localStorage.setItem(key, tokens.refreshToken);
  access = { token: tokens.accessToken, expires: Date.now() + tokens.expiresIn * 1000 };
}

function forget(): void {
  access = null;
  localStorage.removeItem(key);
}

/** Ends the session here and at the service. */
export async function signOut(): Promise<void> {
  const refreshToken = stored();
  forget();
  if (refreshToken !== null) await post("/auth/revoke", { refreshToken });
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, unreachableMessage);
  }
  if (!response.ok) throw new ApiError(response.status, problemMessage(response.status, await response.text()));
  return response;
}

function sending(method: string, body: unknown): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** A request for what everybody may see. */
export async function get<T>(path: string, signal: AbortSignal): Promise<T> {
  return await (await answer(path, { signal })).json() as T;
}

/** A request without a session. */
export async function post<T>(path: string, body: unknown): Promise<T | null> {
  const response = await answer(path, sending("POST", body));
  return response.status === 204 ? null : await response.json() as T;
}

async function token(isRefused: boolean): Promise<string> {
  if (!isRefused && access !== null && access.expires > Date.now() + 30_000) return access.token;
  const exchange = async (): Promise<string> => {
    // Another call of this page may have been first.
    if (!isRefused && access !== null && access.expires > Date.now() + 30_000) return access.token;
    const refreshToken = stored();
    if (refreshToken === null) throw new ApiError(401, t("You are signed out."));
    try {
      keep((await post<Tokens>("/auth/refresh", { refreshToken }))!);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forget();
      throw error;
    }
    return access!.token;
  };
  // Pages over plain HTTP, other than those of this machine, have no locks, and no passkeys either.
  return "locks" in navigator ? await navigator.locks.request(key, exchange) : await exchange();
}

/** A request of the session; its token is renewed where it has expired. */
export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  for (let isRefused = false;; isRefused = true) {
    const init: RequestInit = body === undefined ? { method } : sending(method, body);
    const headers = { ...init.headers as Record<string, string>, Authorization: `Bearer ${await token(isRefused)}` };
    try {
      const response = await answer(path, { ...init, headers, signal: signal ?? null });
      return (response.status === 204 ? null : await response.json()) as T;
    } catch (error) {
      if (isRefused || !(error instanceof ApiError) || error.status !== 401) throw error;
    }
  }
}
