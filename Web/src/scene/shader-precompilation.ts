/** Compiling what will be drawn beside the page's work. */

import type * as THREE from "three";

/**
 * Resolves when everything in the scene, seen or hidden, can be drawn without waiting. Whoever asks the graphics process for a program
 * that it has not yet made waits for it, and the page with them; so nothing is asked until the process has come so far.
 */
export async function warm(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  if (gl.getExtension("KHR_parallel_shader_compile")) return void await renderer.compileAsync(scene, camera);
  renderer.compile(scene, camera);
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  if (!fence) return;
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  gl.deleteSync(fence);
}
