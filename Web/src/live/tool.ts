/** The mode Live of a space: the lobby before a session, the panel of the session that the page is in. Loaded when first opened. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal, signal, untracked } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { ask, explain } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import type { MenuItem } from "../ui/menu.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheet, Sheets } from "../ui/sheet.ts";
import { undoNotice } from "../ui/undo-notice.ts";
import { liveApi, type LiveSession } from "./api.ts";
import { LiveHaptics } from "./haptics.ts";
import type { LiveProfile } from "./identity.ts";
import { liveKeyHelp } from "./live-keys.ts";
import { showOnboarding, showOnboardingOnce } from "./onboarding/onboarding.ts";
import { OnboardingStore } from "./onboarding/onboarding-store.ts";
import { OpenSession } from "./open-session.ts";
import { showInvitation } from "./panels/invite.ts";
import { lobby } from "./panels/lobby.ts";
import { type LiveTab, sessionPanel } from "./panels/session-panel.ts";
import { ParentSettings } from "./parents/parent-settings.ts";
import { openParentsPage } from "./parents/parents-page.ts";
import { applyTextSize, LiveSettings } from "./settings/live-settings.ts";
import { openLiveSettings } from "./settings/settings-sheet.ts";
import { RecordingStore } from "./recording-store.ts";
import { SynthesizedSounds } from "./sounds/live-sounds.ts";

export interface LiveToolProps {
  space: string;
  area: HTMLElement;
  stage: HTMLElement;
  place: Place;
  sheets: Sheets;
  /** Whether the visitor may start sessions here. */
  mayStart: boolean;
  /** The session of the page's address. */
  code: string | null;
  signal: AbortSignal;
}

export async function liveTool(props: LiveToolProps): Promise<LiveTool> {
  await Promise.all([loadStyle("live.css"), loadStyle("live-settings.css")]);
  return new LiveTool(props);
}

export class LiveTool {
  private readonly opened = signal(false);
  private readonly current = signal<OpenSession | null>(null);
  private readonly ended = signal("");
  private readonly tab = signal<LiveTab>("companions");
  private readonly settings = new LiveSettings();
  private readonly parents = new ParentSettings();
  private readonly onboarding = new OnboardingStore();
  private readonly sounds: SynthesizedSounds;
  private readonly haptics = new LiveHaptics(this.settings.haptics);
  private settingsSheet: Sheet | null = null;
  private readonly panel = el("aside", { class: "live-panel", "aria-label": t("Live session") });

  /** Whether the panel is shown. A session goes on while it is hidden. */
  readonly isOpen: ReadonlySignal<boolean> = this.opened;

  constructor(private readonly props: LiveToolProps) {
    const { area, signal } = props;
    this.sounds = new SynthesizedSounds(this.settings, area, signal);
    applyTextSize(this.settings, document.documentElement, signal);
    effect(() => {
      const session = this.current.value;
      const shown = new AbortController();
      untracked(() => this.fill(session, shown.signal));
      return () => shown.abort();
    }, signal);
    effect(() => {
      const isActive = this.current.value !== null;
      area.classList.toggle("is-live", isActive);
    }, signal);
    signal.addEventListener("abort", () => this.current.peek()?.dispose());
  }

  open(): void {
    if (this.opened.peek()) return;
    const { area } = this.props;
    area.append(this.panel);
    area.classList.add("has-live");
    this.opened.value = true;
    this.panel.querySelector<HTMLElement>("h2, .live-tabs input:checked")?.focus({ preventScroll: true });
    announce(this.current.peek() ? t("Live session.") : t("Live: join or start a session."));
  }

  close(): void {
    if (!this.opened.peek()) return;
    this.panel.remove();
    this.props.area.classList.remove("has-live");
    this.opened.value = false;
  }

  /** The panel's content: the lobby, or that of the session. */
  private fill(session: OpenSession | null, owner: AbortSignal): void {
    this.panel.classList.toggle("in-session", session !== null);
    this.panel.replaceChildren(...(session ? this.sessionContent(session, owner) : this.lobbyContent(owner)));
  }

  private lobbyContent(owner: AbortSignal): HTMLElement[] {
    const { space, code, mayStart } = this.props;
    const content = lobby({
      space,
      code,
      mayStart,
      rules: () => this.parents.newSession,
      ended: this.ended,
      enter: (session, profile) => this.enter(session, profile),
    }, owner);
    return [
      el(
        "header",
        { class: "live-head" },
        el("h2", { tabindex: -1 }, t("Live")),
        iconButton("close", t("Close"), () => this.close()),
      ),
      el("div", { class: "live-body" }, content),
    ];
  }

  private sessionContent(open: OpenSession, owner: AbortSignal): HTMLElement[] {
    return sessionPanel({
      store: open.store,
      commands: open.commands,
      models: open.models,
      recording: new RecordingStore(open.session, owner),
      tab: this.tab,
      menu: () => this.menu(open),
      invite: () => showInvitation(open.session),
      hide: () => this.close(),
    }, owner);
  }

  private async enter(session: LiveSession, profile: LiveProfile): Promise<void> {
    const { area, stage, place } = this.props;
    await showOnboardingOnce(this.onboarding);
    const canvas = area.querySelector<HTMLCanvasElement>(".place-canvas")!;
    this.ended.value = "";
    const open = await OpenSession.open(session, profile, {
      area,
      stage,
      canvas,
      place,
      settings: this.settings,
      sensorsOff: this.parents.sensorsOff,
      sounds: this.sounds,
      haptics: this.haptics,
      ended: (reason) => this.left(reason),
    });
    if (this.props.signal.aborted) return open.dispose();
    this.current.value = open;
    this.inviteToFollow(open);
    announce(t("You are in the live session {code}.", { code: session.code }));
  }

  private left(reason: string): void {
    this.settingsSheet?.close();
    this.current.value = null;
    this.ended.value = reason;
    announce(reason === "" ? t("You have left the session.") : reason);
    if (reason !== "" && !this.opened.peek()) notify(reason);
  }

  /** A host who waves invites the others to follow its camera. */
  private inviteToFollow({ store }: OpenSession): void {
    store.listen((event) => {
      if (event.kind !== "reaction" || event.symbol !== "wave") return;
      const person = store.person(event.participant);
      if (!person || person.isSelf || person.role !== "host" || store.followed.peek() === person.id) return;
      followNotice(person.name, () => store.followed.value = person.id);
    }, this.props.signal);
  }

  private async showSettings({ session, triggers, responses }: OpenSession): Promise<void> {
    // Its switches are those of the session, with which it closes.
    this.settingsSheet = await openLiveSettings(this.props.sheets, {
      settings: this.settings,
      triggers,
      responses,
      haptics: this.haptics,
      sounds: this.sounds,
      showOnboarding: () => void showOnboarding(this.onboarding),
      showParentsPage: () => void openParentsPage(this.parents, session.code),
    });
  }

  private menu(open: OpenSession): MenuItem[] {
    const { session, store } = open;
    const isHost = store.role.peek() === "host";
    const { muted } = this.settings;
    return [
      {
        icon: muted.peek() ? "sound" : "silence",
        label: muted.peek() ? t("Sound on") : t("Sound off"),
        action: () => muted.set(!muted.peek()),
      },
      { icon: "settings", label: t("Settings"), action: () => void this.showSettings(open) },
      { icon: "keys", label: t("Keys"), action: showLiveKeys },
      { icon: "lock", label: t("For parents"), action: () => void openParentsPage(this.parents, session.code) },
      { icon: "leave", label: t("Leave"), action: () => open.leave() },
      ...(isHost
        ? [{ icon: "stop", label: t("End for all"), danger: true, action: () => void endForAll(open) } as const]
        : []),
    ];
  }
}

function followNotice(name: string, follow: () => void): void {
  undoNotice(t("{name} invites you to follow.", { name }), () => {
    follow();
    return Promise.resolve();
  }, { icon: "look", label: t("Follow") });
}

function showLiveKeys(): void {
  const rows = liveKeyHelp.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]);
  explain(t("Keys in a live session"), el("dl", { class: "key-list" }, ...rows));
}

async function endForAll({ session }: OpenSession): Promise<void> {
  const confirmed = await ask({
    title: t("End the session for all?"),
    body: t("Its code {code} and its link stop working, and the companions are gone.", { code: session.code }),
    confirm: t("End it"),
  });
  if (!confirmed) return;
  // The connection ends with it, and says so.
  await liveApi.end(session.code).catch((error) =>
    notify(t("Couldn't end the session: {problem}", { problem: messageOf(error) }))
  );
}
