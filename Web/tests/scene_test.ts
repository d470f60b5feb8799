import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import * as THREE from "three";
import { AnimationPlayer } from "../src/scene/animation-player.ts";
import { contentOf, holdsMore, type LoadedScene, surfaceOf } from "../src/scene/scene-content.ts";
import { partCount } from "../src/scene/part-list.ts";

const triangle = (): THREE.BufferGeometry => {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3));
  return geometry;
};

/** What the loader makes of a base with two surfaces, an empty node, and a hidden arm that is mirrored. */
function machine(): LoadedScene {
  const [red, blue] = [new THREE.MeshStandardMaterial(), new THREE.MeshStandardMaterial()];
  const base = new THREE.Group();
  const surfaces = [new THREE.Mesh(triangle(), red), new THREE.Mesh(triangle(), blue)];
  for (const surface of surfaces) base.add(surface);
  const arm = new THREE.Mesh(triangle(), red);
  arm.name = "Arm";
  arm.position.set(0, 0, 5);
  arm.scale.set(-1, 1, 1);
  const scene = new THREE.Group();
  const empty = new THREE.Group();
  scene.add(base, empty, arm, new THREE.DirectionalLight());
  return {
    scene,
    animations: [
      new THREE.AnimationClip("Slide", 2, [new THREE.VectorKeyframeTrack("Arm.position", [0, 2], [0, 0, 5, 4, 0, 5])]),
      new THREE.AnimationClip("", 1, [new THREE.VectorKeyframeTrack("Arm.position", [0, 1], [0, 0, 5, 0, 8, 5])]),
    ],
    parser: {
      json: {
        nodes: [
          { name: "Base", mesh: 0 },
          { name: "Nothing" },
          { mesh: 1, extensions: { KHR_node_visibility: { visible: false } } },
        ],
        meshes: [{ name: "Plate" }, { name: "Beam" }],
        materials: [{ name: "Red" }, { name: "Blue" }],
      },
      associations: new Map<object, { nodes?: number; meshes?: number; materials?: number } | undefined>([
        [base, { nodes: 0, meshes: 0 }],
        [surfaces[0]!, { meshes: 0 }],
        [surfaces[1]!, { meshes: 0 }],
        [empty, { nodes: 1 }],
        [arm, { nodes: 2, meshes: 1 }],
        [red, { materials: 0 }],
        [blue, { materials: 1 }],
        [new THREE.Texture(), undefined],
      ]),
    },
  };
}

Deno.test("a single plain surface is no scene; several, or an animation, are", () => {
  const scene = new THREE.Group();
  scene.add(new THREE.Mesh(triangle(), new THREE.MeshStandardMaterial()));
  const loaded: LoadedScene = { scene, animations: [], parser: { json: {}, associations: new Map() } };
  strictEqual(holdsMore(loaded), false);
  strictEqual(holdsMore({ ...loaded, animations: [new THREE.AnimationClip("Turn", 1, [])] }), true);
  scene.add(new THREE.Mesh(triangle(), new THREE.MeshStandardMaterial()));
  strictEqual(holdsMore(loaded), true);
  const glass = new THREE.Group();
  glass.add(new THREE.Mesh(triangle(), new THREE.MeshStandardMaterial({ transparent: true })));
  strictEqual(holdsMore({ ...loaded, scene: glass }), true);
});

Deno.test("parts are named by nodes, materials or meshes; empty nodes and lights are none", () => {
  const loaded = machine();
  const { parts } = contentOf(loaded);
  const names = (all: typeof parts): unknown[] => all.map((part) => [part.name, part.triangles, names(part.children)]);
  deepStrictEqual(names(parts), [["Base", 2, [["Red", 1, []], ["Blue", 1, []]]], ["Beam", 1, []]]);
  strictEqual(partCount(parts), 4);
  strictEqual(parts[1]!.object.visible, false);
  ok(!loaded.scene.children.some((child: THREE.Object3D) => child instanceof THREE.Light));
});

Deno.test("the surface for the core is in the world, and faces outwards where a node mirrors", () => {
  const { scene } = machine();
  const surface = surfaceOf(scene);
  strictEqual(surface.children.length, 3);
  const { geometry } = surface.children[2] as THREE.Mesh;
  const at = geometry.getAttribute("position") as THREE.BufferAttribute;
  deepStrictEqual([...at.array], [0, 0, 5, -1, 0, 5, 0, 1, 5]);
  deepStrictEqual([...geometry.index!.array], [0, 2, 1]);
});

Deno.test("clips are played at a chosen speed, again and again, and one at a time", () => {
  const { scene, animations } = machine();
  const arm = scene.children[2] as THREE.Object3D;
  const player = new AnimationPlayer(scene, animations);
  let changes = 0;
  player.onChange = (): void => void (changes += 1);
  deepStrictEqual(player.clips, [{ name: "Slide", duration: 2 }, { name: "Animation 2", duration: 1 }]);
  strictEqual(player.advance(1), false);
  strictEqual(player.time.value, 0);
  player.play();
  strictEqual(changes, 1);
  strictEqual(player.advance(0.5), true);
  strictEqual(arm.position.x, 1);
  player.setSpeed(0.25);
  player.advance(2);
  strictEqual(arm.position.x, 2);
  player.setSpeed(2);
  player.advance(1);
  strictEqual(player.time.value, 1);
  player.pause();
  player.seek(9);
  deepStrictEqual([player.time.value, arm.position.x], [2, 4]);
  player.choose(1);
  deepStrictEqual([player.clip.value, player.time.value, arm.position.x], [1, 0, 0]);
  player.seek(0.5);
  strictEqual(arm.position.y, 4);
  player.choose(7);
  strictEqual(player.clip.value, 1);
});
