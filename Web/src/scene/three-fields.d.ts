// TypeScript reads three's types out of its JavaScript. It misses the fields that Object3D's constructor defines by
// defineProperties, and takes Object3D's empty raycast for one without parameters, which meshes and points then seem
// to contradict.
import type { Euler, Quaternion, Raycaster, Vector3 } from "three";

declare module "../../vendor/three/three.core.js" {
  interface Object3D {
    readonly position: Vector3;
    readonly rotation: Euler;
    readonly quaternion: Quaternion;
    readonly scale: Vector3;
  }
  interface Mesh {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
  }
  interface Line {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
  }
  interface Points {
    raycast(raycaster?: Raycaster, intersects?: object[]): void;
  }
}
