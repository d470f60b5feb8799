import * as THREE from "three";
import { meshMaterial } from "../src/scene/model-material.ts";
import { strictEqual } from "./assert.ts";

Deno.test("windows stay transparent where a model is drawn as one surface", () => {
  const geometry = new THREE.BufferGeometry();
  const glass = new THREE.MeshStandardMaterial({ color: 0x000000, transparent: true, opacity: 0.2 });
  for (const unlit of [false, true]) {
    const drawn = meshMaterial(geometry, glass, unlit);
    strictEqual(drawn.transparent, true);
    strictEqual(drawn.opacity, 0.2);
    strictEqual(drawn.depthWrite, false);
    const wall = meshMaterial(geometry, new THREE.MeshStandardMaterial({ color: 0x808080 }), unlit);
    strictEqual(wall.transparent, false);
    strictEqual(wall.depthWrite, true);
  }
});
