/** The materials of a space. */

import * as THREE from "three";

/** The colour of a model without colours. */
const defaultColour = 0xcfcac2;

/**
 * The material of a mesh. `unlit`: a texture is shown without shading, because the light of the place is in it. Only
 * front faces are drawn: seen from outside, the near walls of a room are open.
 */
export function meshMaterial(
  geometry: THREE.BufferGeometry,
  source: THREE.Material,
  unlit: boolean,
): THREE.MeshLambertMaterial | THREE.MeshBasicMaterial {
  const { map = null, color } = source as THREE.MeshStandardMaterial;
  const hasVertexColours = geometry.hasAttribute("color");
  // Floors are seen at a low angle: without this their textures blur.
  if (map) map.anisotropy = 8;
  const Material = source instanceof THREE.MeshBasicMaterial || (unlit && map)
    ? THREE.MeshBasicMaterial
    : THREE.MeshLambertMaterial;
  const material = new Material({
    vertexColors: hasVertexColours,
    map,
    color: hasVertexColours || map ? 0xffffff : defaultColour,
    side: THREE.FrontSide,
  });
  // The model's own plain colour.
  if (!hasVertexColours && color && color.getHex() !== 0xffffff) material.color.copy(color);
  // Windows, as RoomPlan's, stay transparent; what is behind them is drawn, too.
  if (source.transparent) {
    material.transparent = true;
    material.opacity = source.opacity;
    material.depthWrite = false;
  }
  material.alphaTest = source.alphaTest;
  return material;
}

export function pointMaterial(geometry: THREE.BufferGeometry): THREE.PointsMaterial {
  const hasVertexColours = geometry.hasAttribute("color");
  return new THREE.PointsMaterial({
    vertexColors: hasVertexColours,
    color: hasVertexColours ? 0xffffff : defaultColour,
  });
}
