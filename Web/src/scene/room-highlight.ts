/** Highlights a room's floor: a translucent polygon that is faintly visible through occluders. */

import * as THREE from "three";

export interface RoomHighlight {
  object: THREE.Object3D;
  /** Corners as x and z of the model, at a height; null hides it. */
  show(corners: readonly (readonly [number, number])[] | null, height: number): void;
  tint(colour: string): void;
  dispose(): void;
}

/** Metres above the floor, so that an uneven floor doesn't hide it. */
const lift = 0.02;

export function roomHighlight(): RoomHighlight {
  const object = new THREE.Group();
  object.visible = false;
  const geometry = new THREE.BufferGeometry();
  const edge = new THREE.BufferGeometry();
  const fill = (opacity: number, depthTest: boolean): THREE.MeshBasicMaterial =>
    new THREE.MeshBasicMaterial({
      transparent: true,
      opacity,
      depthTest,
      depthWrite: false,
      side: THREE.DoubleSide,
      toneMapped: false,
    });
  const materials = [fill(0.16, false), fill(0.34, true)];
  const line = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false, depthWrite: false });
  materials.forEach((material, i) => {
    const floor = new THREE.Mesh(geometry, material);
    floor.renderOrder = 3 + i;
    floor.frustumCulled = false;
    object.add(floor);
  });
  const outline = new THREE.LineLoop(edge, line);
  outline.renderOrder = 5;
  outline.frustumCulled = false;
  object.add(outline);

  return {
    object,
    show(corners, height): void {
      object.visible = corners !== null && corners.length >= 3;
      if (!corners || !object.visible) return;
      const flat = corners.map(([x, z]) => new THREE.Vector2(x, z));
      const places = new Float32Array(corners.flatMap(([x, z]) => [x, height + lift, z]));
      geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
      geometry.setIndex((THREE.ShapeUtils.triangulateShape(flat, []) as number[][]).flat());
      edge.setAttribute("position", new THREE.BufferAttribute(places, 3));
    },
    tint(colour): void {
      for (const material of [...materials, line]) material.color.set(colour);
    },
    dispose(): void {
      for (const part of [geometry, edge, line, ...materials]) part.dispose();
    },
  };
}
