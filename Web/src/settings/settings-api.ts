/** Settings, the demo library and pictures of accounts over HTTP. */

import { call, json, sending } from "../api/client.ts";
import type { AccountPicture, Settings, SettingsChange } from "../api/generated.ts";

export const settingsApi = {
  settings(): Promise<Settings> {
    return json("/settings");
  },

  change(change: SettingsChange): Promise<Settings> {
    return json("/settings", sending<"changeSettings">("PATCH", change));
  },

  resetDemo(): Promise<Settings> {
    return json("/demo/reset", { method: "POST" });
  },

  async setPicture(account: string, image: Blob): Promise<string | null> {
    const options = { method: "PUT", body: image, headers: { "Content-Type": "application/octet-stream" } };
    return (await json<AccountPicture>(`/accounts/${account}/picture`, options)).picture;
  },

  async removePicture(account: string): Promise<void> {
    await call(`/accounts/${account}/picture`, { method: "DELETE" });
  },
};
