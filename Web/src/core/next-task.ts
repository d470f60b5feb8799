/** Resolves in the next task, so that the page can handle events in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
