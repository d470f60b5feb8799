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
  const options = { signal: owner, capture: true };
  area.addEventListener("pointerdown", (event) => {
    stop();
    if (event.pointerType === "mouse") return;
    start = { x: event.clientX, y: event.clientY };
    const { target } = event;
    timer = setTimeout(() => {
      wasPressed = true;
      pressed(target);
    }, holdTime);
  }, options);
  area.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > maxMovement) stop();
  }, options);
  // The browser's menu of a link would open in place of the selection.
  area.addEventListener("contextmenu", (event) => {
    if (start || wasPressed) event.preventDefault();
  }, options);
  // The click goes to whatever is under the finger by then.
  document.addEventListener("pointerdown", () => wasPressed = false, options);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, stop, options);
  document.addEventListener("click", (event) => {
    if (!wasPressed) return;
    wasPressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, options);
}
