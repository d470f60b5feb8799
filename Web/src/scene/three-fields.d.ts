// TypeScript reads three's types out of its JavaScript. It misses the fields that Object3D's constructor defines by
// defineProperties, and takes Object3D's empty methods for ones without parameters, which meshes and points then seem
// to contradict.
import type { Camera, Euler, Quaternion, Raycaster, Scene, Vector3, WebGLRenderer } from "three";

declare module "../../vendor/three/three.core.js" {
  interface Object3D {
    readonly position: Vector3;
    readonly rotation: Euler;
    readonly quaternion: Quaternion;
    readonly scale: Vector3;
  }
  interface Mesh {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
    onBeforeRender(renderer?: WebGLRenderer, scene?: Scene, camera?: Camera): void;
  }
  interface Line {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
  }
  interface Points {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
  }
}
