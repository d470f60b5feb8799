/** When the browser has really shown an image. */

/** Milliseconds after the second frame where the browser doesn't report it. */
const frameDelay = 50;

/**
 * Resolves when an image with this `elementtiming` is on the screen. The frame in which a page draws an image is shown
 * later, where the browser's own drawing waits for WebGL by much. Firefox and Safari don't report it: there it resolves
 * after two frames.
 */
export function presented(name: string): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes("element")) {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, frameDelay)));
      return;
    }
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some((entry) => (entry as { identifier?: string }).identifier === name)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "element" });
  });
}
