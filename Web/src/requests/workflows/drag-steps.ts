/** Moves the steps of a workflow by dragging their grips, with the pointer or a finger. */

/** `move` is called with the index of a step and its new index. */
export function dragSteps(list: HTMLElement, move: (from: number, to: number) => void, owner: AbortSignal): void {
  const items = (): HTMLElement[] => [...list.children] as HTMLElement[];
  let dragged: HTMLElement | null = null;

  /** The index at which the dragged step would be at a height of the window. */
  function target(y: number): number {
    const others = items().filter((item) => item !== dragged);
    const below = others.findIndex((item) => {
      const box = item.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    return below < 0 ? others.length : below;
  }

  const listen = (
    name: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
    act: (event: PointerEvent) => void,
  ): void => list.addEventListener(name, act, { signal: owner });

  listen("pointerdown", (event) => {
    const grip = (event.target as Element).closest(".step-grip");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    dragged = grip.closest<HTMLElement>(".step-editor");
    dragged?.classList.add("dragged");
    list.setPointerCapture(event.pointerId);
  });
  listen("pointermove", (event) => {
    if (!dragged) return;
    const at = target(event.clientY);
    items().filter((item) => item !== dragged).forEach((item, i, others) => {
      item.classList.toggle("drop-before", i === at);
      item.classList.toggle("drop-after", at === others.length && i === others.length - 1);
    });
  });
  const end = (event: PointerEvent, isDropped: boolean): void => {
    if (!dragged) return;
    const from = items().indexOf(dragged);
    const to = target(event.clientY);
    for (const item of items()) item.classList.remove("dragged", "drop-before", "drop-after");
    dragged = null;
    if (isDropped) move(from, to);
  };
  listen("pointerup", (event) => end(event, true));
  listen("pointercancel", (event) => end(event, false));
}
