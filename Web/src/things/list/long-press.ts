/** A finger that stays: half a second without moving. The click that would follow is swallowed. */

const holdTime = 500;
const maxMovement = 10;

export function longPress(area: HTMLElement, pressed: (target: EventTarget | null) => void, owner: AbortSignal): void {
  let timer = 0;
  let start: { x: number; y: number } | null = null;
  let wasPressed = false;
  const stop = (): void => {
    clearTimeout(timer);
    start = null;
  };
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    action: (event: HTMLElementEventMap[Name]) => void,
  ): void => area.addEventListener(name, action, { signal: owner, capture: true });

  listen("pointerdown", (event) => {
    wasPressed = false;
    stop();
    if (event.pointerType === "mouse") return;
    start = { x: event.clientX, y: event.clientY };
    const { target } = event;
    timer = setTimeout(() => {
      wasPressed = true;
      pressed(target);
    }, holdTime);
  });
  listen("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > maxMovement) stop();
  });
  listen("pointerup", stop);
  listen("pointercancel", stop);
  // The browser's menu of a link would open in place of the selection.
  listen("contextmenu", (event) => {
    if (start || wasPressed) event.preventDefault();
  });
  listen("click", (event) => {
    if (!wasPressed) return;
    wasPressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
