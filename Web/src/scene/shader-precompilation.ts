/** Precompilation of shaders while the page stays responsive. */

import type * as THREE from "three";

/**
 * Resolves when everything in the scene, visible or hidden, can be drawn without waiting. A query of a program that is
 * not yet compiled blocks the page; so nothing is queried before a fence signals that compilation has finished.
 */
export async function precompileShaders(
  renderer: THREE.WebGLRenderer,
  scene: THREE.Scene,
  camera: THREE.Camera,
): Promise<void> {
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
