/** Whether the visitor prefers cross-fades to movements. */
export function reducesMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
