/** A place, edge to edge, with its name and measures above and the ways of looking below. */

import type { Asset, Space } from "../api/generated.ts";
import { api, ApiError, assetOf } from "../api/client.ts";
import { me } from "../api/me.ts";
import { formatArea, formatBytes, formatDimensions, plural } from "../ui/format.ts";
import { libraryPath, syncPath } from "../ui/routes.ts";
import { exploreGestureHelp, exploreKeyHelp } from "../explore/help.ts";
import { type Mode, seenFromQuery } from "../scene/address.ts";
import { gestureHelp, keyHelp } from "../scene/keys.ts";
import type { Model } from "../scene/model.ts";
import { loadingOrder, thisDevice, triangleBudget } from "../scene/levels.ts";
import { Place } from "../scene/place.ts";
import type { Box } from "../scene/rig.ts";
import { announce } from "../ui/announce.ts";
import { deleteAfterAsking } from "../ui/delete-space.ts";
import { tell } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { mountMemories } from "../memories/mount.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type PlaceControls, placeControls } from "../ui/place-controls.ts";
import { progressBar } from "../ui/progress.ts";
import { renameInPlace } from "../ui/rename.ts";
import { type ScanPanel, scanPanel } from "../ui/scan-panel.ts";
import { downloadItem } from "../ui/space-card.ts";
import { showDetails } from "../ui/space-details.ts";
import { type App, type Page, setTitle } from "./page.ts";
import { type SpaceTools, spaceTools } from "./space-tools.ts";

/** `guest`: somebody who came by a link. They look; the library and what belongs to its owner is not theirs. */
export function spacePage(app: App, id: string, { guest }: { guest: boolean } = { guest: false }): Page {
  const life = new AbortController();
  let space: Space | null = null;
  let place: Place | null = null;
  let scan: ScanPanel | null = null;
  let owns = false;

  const heading = el("h1", { class: "place-name" });
  const readout = el("p", { class: "readout" });
  const actions = el("div", { class: "place-actions" });
  const back = guest ? null : el(
    "a",
    { class: "icon-button", href: libraryPath(), "aria-label": "All spaces", title: "All spaces" },
    icon("back"),
  );
  const bar = el(
    "header",
    { class: "place-bar" },
    back,
    el("div", { class: "place-title" }, heading, readout),
    actions,
  );
  const canvas = el("canvas", {
    class: "place-canvas",
    tabindex: 0,
    role: "application",
    "aria-label": "The place",
    "aria-describedby": "place-hint",
  });
  const veil = el("canvas", { class: "place-veil", "aria-hidden": "true" });
  const backdrop = el("div", { class: "place-backdrop" });
  const progress = progressBar("Loading the place");
  const loading = el("div", { class: "place-loading" }, progress.element);
  const trouble = el("div", { class: "trouble place-trouble", role: "alert", hidden: true });
  const hint = el(
    "p",
    { id: "place-hint", class: "visually-hidden" },
    hints.look,
  );
  const finer = el("div", { class: "finer", hidden: true });
  const stage = el("div", { class: "stage" }, backdrop, canvas, veil, loading, finer, trouble, hint);
  const area = el(
    "main",
    { id: "main", class: "place", tabindex: -1, "aria-busy": "true", "data-state": "loading" },
    stage,
  );
  const element = el("div", { class: "place-page" }, bar, area);
  let dock: HTMLElement | null = null;

  async function load(): Promise<void> {
    trouble.hidden = true;
    loading.hidden = false;
    area.dataset.state = "loading";
    progress.set(null, "Opening");
    try {
      const who = me().then(({ kind }) => kind === "owner").catch(() => false);
      [space, owns] = await Promise.all([api.space(id, life.signal), who]);
      showSpace(space);
      const [first, finest] = loadingOrder(space.assets, space.triangleCount, triangleBudget(thisDevice()));
      if (!first) return fail("This space holds no model", "Only its record is there. Import the scan again.");
      await showPlace(space, first, finest);
    } catch (error) {
      if (life.signal.aborted) return;
      if (error instanceof ApiError && error.status === 404) {
        return fail("This space isn't here", "It may have been deleted, or the address belongs to another library.");
      }
      const next = error instanceof ApiError && error.unreachable
        ? "Is it still running? Start it again with diorama serve."
        : "Try again; if it stays so, import the scan again.";
      fail(messageOf(error), next, true);
    }
  }

  function showSpace(found: Space): void {
    setText(heading, found.name);
    setTitle(found.name);
    canvas.setAttribute("aria-label", `${found.name}, the place`);
    showReadout(found, found.bounds, found.triangleCount, found.pointCount);
    const thumbnail = assetOf(found, "thumbnail");
    backdrop.replaceChildren(...(thumbnail ? [el("img", { src: thumbnail.url, alt: "" })] : []));
    if (found.report && !scan) {
      scan = scanPanel(found.report, () => measure());
      area.append(scan.panel);
    }
    actions.replaceChildren(
      ...(scan ? [scan.button] : []),
      menuButton("More", () => [
        { icon: "info", label: "Details", action: () => showDetails(found) },
        ...downloadItem(found),
        ...(owns ? ownerItems(found) : []),
      ]),
    );
  }

  /** What only the library's owner may do with it. */
  function ownerItems(found: Space): MenuItem[] {
    return [
      { icon: "rename", label: "Rename", action: rename },
      { icon: "sync", label: "Devices and backup", action: () => app.navigate(syncPath()) },
      {
        icon: "trash",
        label: "Delete",
        danger: true,
        action: () => void deleteAfterAsking(found, () => app.navigate(libraryPath())),
      },
    ];
  }

  function rename(): void {
    const save = async (name: string): Promise<void> => {
      if (!space) return;
      Object.assign(space, await api.rename(id, name));
      setText(heading, space.name);
      setTitle(space.name);
      announce(`Renamed to ${space.name}.`);
    };
    renameInPlace(heading, save, actions.querySelector<HTMLElement>("button:last-of-type") ?? canvas);
  }

  /** Scanned pictures are shown as they are, models' with light. */
  const isScan = (found: Space): boolean => found.capture !== null;

  async function showPlace(found: Space, asset: Asset, finest: Asset | undefined): Promise<void> {
    try {
      place ??= new Place({ area, canvas, veil, space: id });
    } catch {
      canvas.hidden = true;
      return fail(
        "This browser can't draw in 3D",
        "It has no WebGL, or it is switched off. Another browser will do, or download the model from the menu.",
      );
    }
    progress.set(0, "Loading the place");
    const { model, navigator } = await place.load(asset, isScan(found), (loaded, total) => {
      const whole = loaded >= total;
      const words = whole ? "Setting it up" : `Loading the place, ${formatBytes(loaded)} of ${formatBytes(total)}`;
      progress.set(whole ? null : loaded / total, words);
    });
    showModel(found, model);
    const here = place;
    const change = (mode: Mode): Promise<void> =>
      here.setMode(mode).catch((error) => notify(`The sand table didn't start. ${messageOf(error)}`));
    const modes = {
      get mode(): Mode {
        return here.mode;
      },
      canExplore: here.canExplore,
      setMode: (mode: Mode): void => void change(mode),
    };
    const tools = spaceTools({
      space: id,
      area,
      stage,
      place: here,
      owns,
      changed: () => measure(),
      signal: life.signal,
    });
    const controls = placeControls(modes, navigator, () => showKeys(here.mode), rimSwitch(found), tools.element);
    listenToToggles(controls, tools, () => void change(here.mode === "look" ? "explore" : "look"));
    const explorer = here.explorer!;
    stage.append(explorer.overlay);
    controls.dock.prepend(explorer.deck);
    here.onMode = (): void => {
      area.dataset.mode = here.mode;
      setText(hint, hints[here.mode]);
      controls.update();
      measure();
    };
    here.onHelp = (): void => showKeys(here.mode);
    here.onMode();
    navigator.onChange = (): void => {
      controls.update();
      place?.writeAddress();
    };
    stage.append(controls.slider);
    area.append(controls.dock);
    dock = controls.dock;
    const observer = new ResizeObserver(() => measure());
    for (const part of [bar, controls.dock]) observer.observe(part);
    life.signal.addEventListener("abort", () => observer.disconnect());
    measure();
    if (here.canExplore && seenFromQuery(location.search).mode === "explore") await change("explore");
    loading.hidden = true;
    area.dataset.state = "ready";
    area.setAttribute("aria-busy", "false");
    announce(`${found.name} is open.`);
    if (document.activeElement === document.body || document.activeElement === area) takeKeys();
    if (!life.signal.aborted) mountMemories({ space: id, table: explorer, area, actions, signal: life.signal });
    area.dataset.detail = finest ? "coarse" : "finest";
    if (finest) await refine(found, finest);
  }

  /** The finer level comes while one can already move; if it doesn't come, what is there stays. */
  async function refine(found: Space, finest: Asset): Promise<void> {
    const bar = progressBar("Loading finer detail");
    finer.replaceChildren(bar.element);
    finer.hidden = false;
    try {
      await place?.refine(finest, isScan(found), (loaded, total) => {
        bar.set(loaded / total, `Finer detail, ${formatBytes(loaded)} of ${formatBytes(total)}`);
      });
      finer.hidden = true;
      area.dataset.detail = "finest";
    } catch {
      if (life.signal.aborted) return;
      finer.replaceChildren(
        el("p", {}, "The finer detail didn't load."),
        el(
          "button",
          { class: "button", type: "button", onclick: () => void refine(found, finest) },
          icon("retry"),
          "Try again",
        ),
      );
    }
  }

  /** Shows and hides the unseen edges, where the scan has any. */
  function rimSwitch(found: Space): ((on: boolean) => Promise<void>) | null {
    const asset = assetOf(found, "rims");
    if (!asset) return null;
    return async (on) => {
      await place?.showRims(asset, on);
      area.dataset.rims = String(on);
      announce(on ? "The edges beyond which nothing was seen are marked." : "The marks are gone.");
    };
  }

  function listenToToggles(controls: PlaceControls, tools: SpaceTools, changeMode: () => void): void {
    area.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (
        event.target instanceof HTMLElement &&
        event.target.closest("input:not([type=radio]):not([type=range]), textarea")
      ) return;
      const act = key === "t"
        ? changeMode
        : key === "u"
        ? controls.toggleRims
        : key === "i" && scan
        ? scan.toggle
        : place?.mode !== "look" // on the sand table these are others' keys
        ? null
        : key === "p"
        ? tools.togglePlan
        : key === "m"
        ? tools.toggleMeasure
        : null;
      if (!act) return;
      event.preventDefault();
      act();
    }, { signal: life.signal });
  }

  /** So that keys count at once. The ring shows to those who came by keyboard, to others with their first key. */
  function takeKeys(): void {
    canvas.classList.toggle("ringless", !area.matches(":focus-visible"));
    addEventListener("keydown", () => canvas.classList.remove("ringless"), { once: true, signal: life.signal });
    canvas.focus({ preventScroll: true });
  }

  /** The place is centred between the bars. */
  function measure(): void {
    if (life.signal.aborted || !dock?.isConnected) return;
    area.style.setProperty("--dock", `${dock.offsetHeight}px`);
    area.style.setProperty("--bar", `${bar.offsetHeight}px`);
    // On a narrow page the panel lies below the place, on a wide one beside it.
    const isBelow = (panel: HTMLElement | null | undefined): boolean =>
      panel !== null && panel !== undefined && !panel.hidden && panel.offsetWidth > 0.9 * area.offsetWidth;
    const measuring = area.querySelector<HTMLElement>(".measure-panel");
    // The scan's panel stands on the controls, that of measuring over them.
    const covered = dock.offsetHeight + (isBelow(scan?.panel) ? scan?.panel.offsetHeight ?? 0 : 0);
    place?.setInsets(bar.offsetHeight, Math.max(covered, isBelow(measuring) ? measuring?.offsetHeight ?? 0 : 0));
  }

  function showModel(found: Space, model: Model): void {
    showReadout(
      found,
      found.bounds ?? model.box,
      found.triangleCount || model.triangles,
      found.pointCount || model.points,
    );
  }

  function showReadout(found: Space, box: Box | null, triangles: number, points: number): void {
    const parts: string[] = [];
    if (box) {
      const [x, y, z] = [box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]];
      parts.push(formatDimensions(x, z, y));
    }
    if (found.areaSquareMetres !== null) parts.push(formatArea(found.areaSquareMetres));
    if (triangles > 0) parts.push(plural(triangles, "triangle"));
    else if (points > 0) parts.push(plural(points, "point"));
    readout.replaceChildren(...parts.map((part) => el("span", {}, part)));
    readout.setAttribute("aria-label", `Width by depth by height, area, parts: ${parts.join(", ")}`);
  }

  function fail(title: string, next: string, again = false): void {
    loading.hidden = true;
    area.dataset.state = "failed";
    area.setAttribute("aria-busy", "false");
    trouble.replaceChildren(
      icon("warning"),
      el("h2", { class: "trouble-title" }, title),
      el("p", {}, next),
      again
        ? el("button", { class: "button", type: "button", onclick: () => void load() }, icon("retry"), "Try again")
        : el("a", { class: "button", href: libraryPath() }, "To the spaces"),
    );
    trouble.hidden = false;
  }

  return {
    element,
    title: "Space",
    shown: () => void load(),
    dispose(): void {
      life.abort();
      place?.dispose();
    },
  };
}

/** What the keys do, for those who can't see it. */
const hints: Record<Mode, string> = {
  look:
    "Arrow keys turn, shift and arrow keys move, plus and minus zoom, T sand table, C ceiling cut, U unseen edges, I about the scan, P plan, M measure, R reset.",
  explore:
    "Arrow keys or W, A, S, D walk, Q and E turn around, Tab goes through the memories, the nearest first, Enter opens one, T leaves the sand table.",
};

function showKeys(mode: Mode): void {
  const table = (rows: [string, string][]): HTMLElement =>
    el("dl", { class: "key-list" }, ...rows.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]));
  const [gestures, keys] = mode === "look" ? [gestureHelp, keyHelp] : [exploreGestureHelp, exploreKeyHelp];
  tell("Keys and gestures", table(gestures), table(keys));
}
