/** What is put beside a model in true scale: a person or a house, of our own simple geometry. */

import * as THREE from "three";
import type { Box } from "../../core/vectors.ts";
import { boundsOf } from "./stage-model.ts";

export type ScaleReference = "none" | "person" | "house" | "room";

/** Metres. */
export const personHeight = 1.75;
const houseSize = { width: 9, depth: 8, eaves: 5.2, ridge: 8.36 };
/** Between the model and what is beside it, as a fraction of its width. */
const gap = 0.12;

const tone = new THREE.Color(0x8f98a3);

/** The radius of a standing person at fractions of the height, from the feet to the neck. */
const outline: [radius: number, height: number][] = [
  [0, 0],
  [0.1, 0],
  [0.085, 0.05],
  [0.1, 0.25],
  [0.115, 0.42],
  [0.125, 0.5],
  [0.115, 0.6],
  [0.14, 0.75],
  [0.13, 0.81],
  [0.05, 0.84],
  [0.035, 0.87],
  [0, 0.88],
];

export function makePerson(): THREE.Group {
  const material = new THREE.MeshStandardMaterial({ color: tone, roughness: 0.85 });
  const points = outline.map(([radius, height]) =>
    new THREE.Vector2(1.35 * radius * personHeight, height * personHeight)
  );
  const body = new THREE.Mesh(new THREE.LatheGeometry(points, 32), material);
  // A person is wider than deep.
  body.scale.z = 0.62;
  const head = new THREE.Mesh(new THREE.SphereGeometry(0.067 * personHeight, 24, 16), material);
  head.position.y = 0.932 * personHeight;
  head.scale.set(0.85, 1, 0.95);
  return group(body, head);
}

export function makeHouse(): THREE.Group {
  const { width, depth, eaves, ridge } = houseSize;
  const wall = new THREE.MeshStandardMaterial({ color: tone, roughness: 0.9 });
  const roof = new THREE.MeshStandardMaterial({ color: tone.clone().multiplyScalar(0.6), roughness: 0.9 });
  const glass = new THREE.MeshStandardMaterial({ color: 0x20262e, roughness: 0.25 });
  const gable = new THREE.Shape([
    new THREE.Vector2(-width / 2, 0),
    new THREE.Vector2(width / 2, 0),
    new THREE.Vector2(width / 2, eaves),
    new THREE.Vector2(0, ridge),
    new THREE.Vector2(-width / 2, eaves),
  ]);
  const walls = new THREE.Mesh(
    new THREE.ExtrudeGeometry(gable, { depth, bevelEnabled: false }).translate(0, 0, -depth / 2),
    wall,
  );
  const slope = Math.hypot(width / 2, ridge - eaves) + 0.5;
  const sides = [-1, 1].map((side) => {
    const plane = new THREE.Mesh(new THREE.BoxGeometry(slope, 0.18, depth + 0.7), roof);
    plane.position.set(side * (width / 4 + 0.12), (eaves + ridge) / 2 + 0.02, 0);
    plane.rotation.z = -side * Math.atan2(ridge - eaves, width / 2);
    return plane;
  });
  const openings = [[-2.6, 1.6], [2.6, 1.6], [-2.6, 4], [0, 4], [2.6, 4]].map(([x, y]) => {
    const pane = new THREE.Mesh(new THREE.BoxGeometry(1.2, 1.3, 0.06), glass);
    pane.position.set(x!, y!, depth / 2);
    return pane;
  });
  const door = new THREE.Mesh(new THREE.BoxGeometry(1.05, 2.1, 0.08), roof);
  door.position.set(0, 1.05, depth / 2);
  return group(walls, ...sides, ...openings, door);
}

/** Puts an object beside a model, on its floor. */
export function putBeside(object: THREE.Object3D, model: Box): void {
  object.position.set(0, 0, 0);
  const own = boundsOf(object);
  const width = model.max[0] - model.min[0];
  object.position.set(
    model.max[0] + Math.max(0.3, gap * width) - own.min[0],
    model.min[1] - own.min[1],
    (model.min[2] + model.max[2]) / 2 - (own.min[2] + own.max[2]) / 2,
  );
}

function group(...meshes: THREE.Mesh[]): THREE.Group {
  const object = new THREE.Group();
  for (const mesh of meshes) object.add(mesh);
  return object;
}
