/** Fades the current frame of a canvas out over its next one. `veil` covers the canvas; its CSS class does the fading. */
export function crossFade(canvas: HTMLCanvasElement, veil: HTMLCanvasElement): void {
  veil.width = canvas.width;
  veil.height = canvas.height;
  veil.getContext("2d")?.drawImage(canvas, 0, 0);
  veil.classList.remove("fading");
  void veil.offsetWidth; // lets the transition start from the opaque image
  veil.classList.add("fading");
}
