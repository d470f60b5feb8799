/** Photos and videos as screens in the space: of the memories nearby, and the one that is being placed. */

import * as THREE from "three";
import type { FloatingScreen } from "../sand-table.ts";

interface Hung {
  object: THREE.Group;
  picture: THREE.MeshBasicMaterial;
  address: string | null;
}

/** The maximum number of screens: the nearest are shown. */
export const maxScreens = 10;

const border = 0.02; // of the height

export class Screens {
  readonly object = new THREE.Group();
  private readonly hung = new Map<string, Hung>();
  private readonly plane = new THREE.PlaneGeometry(1, 1);
  private readonly frame = new THREE.MeshBasicMaterial({ color: 0x16191e, side: THREE.DoubleSide });
  private readonly loader = new THREE.TextureLoader();

  /** `changed` is called when an image was loaded and a frame is due. */
  constructor(private readonly changed: () => void) {}

  /** Shows these screens and no others. */
  show(screens: ReadonlyMap<string, { screen: FloatingScreen; picture: string | null }>): void {
    for (const id of [...this.hung.keys()]) if (!screens.has(id)) this.take(id);
    for (const [id, { screen, picture }] of screens) {
      const hung = this.hung.get(id) ?? this.hang(id);
      if (hung.address !== picture) this.load(hung, picture);
      hung.object.position.set(...screen.position);
      hung.object.quaternion.set(...screen.rotation);
      hung.object.scale.set(screen.size[0], screen.size[1], 1);
    }
  }

  /** The frame's colour is that of the page's surfaces. */
  tint(surface: string): void {
    this.frame.color.set(surface);
  }

  dispose(): void {
    for (const id of [...this.hung.keys()]) this.take(id);
    this.plane.dispose();
    this.frame.dispose();
  }

  private hang(id: string): Hung {
    const picture = new THREE.MeshBasicMaterial({ color: 0x3a3f47, side: THREE.FrontSide });
    const front = new THREE.Mesh(this.plane, picture);
    const back = new THREE.Mesh(this.plane, this.frame);
    front.position.z = 0.006;
    back.scale.set(1 + 2 * border, 1 + 2 * border, 1);
    const object = new THREE.Group();
    object.add(back, front);
    this.object.add(object);
    const hung = { object, picture, address: null };
    this.hung.set(id, hung);
    return hung;
  }

  private load(hung: Hung, address: string | null): void {
    hung.address = address;
    if (address === null) return;
    this.loader.loadAsync(address).then((texture: THREE.Texture) => {
      if (hung.address !== address || !hung.object.parent) return texture.dispose();
      texture.colorSpace = THREE.SRGBColorSpace;
      hung.picture.map?.dispose();
      hung.picture.map = texture;
      hung.picture.color.set(0xffffff);
      hung.picture.needsUpdate = true;
      this.changed();
    }).catch(() => {}); // without its image the screen stays an empty frame
  }

  private take(id: string): void {
    const hung = this.hung.get(id);
    if (!hung) return;
    this.hung.delete(id);
    this.object.remove(hung.object);
    hung.picture.map?.dispose();
    hung.picture.dispose();
  }
}
