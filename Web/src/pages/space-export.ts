/** Exports the model of a space: the format, what it can't hold, and a link to the file. */

import { api, ApiError, assetOf } from "../api/client.ts";
import { exportedToken } from "../api/exported.ts";
import type { Contents, ModelFormat, Space } from "../api/generated.ts";
import { withTicket } from "../api/visit-ticket.ts";
import { t } from "../i18n/messages.ts";
import { openDialog } from "../ui/dialog.ts";
import { type Child, el } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import type { MenuItem } from "../ui/menu.ts";
import { messageOf } from "../ui/notice.ts";

type Target = [format: ModelFormat, name: string];

const surfaces: Target[] = [
  ["glb", t("GLB: glTF in one file")],
  ["gltf", t("glTF, with its files in a ZIP")],
  ["usdz", t("USDZ: for iPhone and iPad")],
  ["fbx", "FBX"],
  ["dae", t("COLLADA (DAE), in a ZIP")],
  ["obj", t("OBJ with MTL, in a ZIP")],
  ["ply", "PLY"],
  ["stl", t("STL: for 3D printing")],
];

const clouds: Target[] = [
  ["laz", "LAZ"],
  ["las", "LAS"],
  ["e57", "E57"],
  ["ply", "PLY"],
  ["pcd", "PCD"],
  ["pts", "PTS"],
  ["xyz", "XYZ"],
  ["glb", t("GLB: glTF in one file")],
];

/** The menu's item, where there is a model and a server that writes it. */
export function exportItem(space: Space): MenuItem[] {
  const hasModel = assetOf(space, "mesh") ?? assetOf(space, "cloud");
  if (!hasModel || exportedToken !== null) return [];
  return [{ icon: "file", label: t("Export as…"), action: () => showExport(space) }];
}

function showExport(space: Space): void {
  const targets = assetOf(space, "mesh") ? surfaces : clouds;
  const owner = new AbortController();
  const select = el(
    "select",
    { onchange: () => void show() },
    ...targets.map(([format, name]) => el("option", { value: format }, name)),
  );
  const losses = el("div", { class: "export-losses", role: "status" });
  const link = el("a", { class: "button primary", download: "" }, icon("download"), t("Export"));
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = openDialog(t("Export the model"), [
    labelled(t("Format"), select),
    losses,
    el("div", { class: "dialog-actions" }, close, link),
  ]);
  dialog.classList.add("model-export");
  dialog.addEventListener("close", () => owner.abort());
  let request = new AbortController();

  async function show(): Promise<void> {
    const format = select.value as ModelFormat;
    link.href = withTicket(`/api/v1/spaces/${space.id}/export?format=${format}`);
    request.abort();
    request = new AbortController();
    const { signal } = request;
    owner.signal.addEventListener("abort", () => request.abort(), { once: true });
    losses.setAttribute("aria-busy", "true");
    losses.replaceChildren(el("p", { class: "bone" }), el("p", { class: "bone short" }));
    let content: Child[];
    try {
      content = lossList(await api.contents(space.id, format, signal));
    } catch (error) {
      // Visitors of a part have no list.
      const isUnknown = error instanceof ApiError && error.status === 404;
      content = [el("p", { class: isUnknown ? "quiet" : "field-problem" }, isUnknown ? unknown : messageOf(error))];
    }
    if (signal.aborted) return;
    losses.removeAttribute("aria-busy");
    losses.replaceChildren(...content.filter((child): child is Node => child instanceof Node));
  }

  void show();
  select.focus();
}

const unknown = t("What this format can't hold isn't known here.");

/** The sentences of the command line's report. */
function lossList({ losses }: Contents): Child[] {
  if (losses.length === 0) return [el("p", { class: "quiet" }, icon("check"), t("This format holds the whole model."))];
  return [
    el("p", { class: "quiet" }, t("What is lost:")),
    el("ul", { class: "loss-list" }, ...losses.map(({ sentence }) => el("li", {}, sentence))),
  ];
}
