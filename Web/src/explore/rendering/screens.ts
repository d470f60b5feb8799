/** Photos and videos as screens in the space: of the memories nearby, and the one that is being placed. */

import * as THREE from "three";
import type { FloatingScreen } from "../sand-table.ts";

interface ShownScreen {
  object: THREE.Group;
  material: THREE.MeshBasicMaterial;
  address: string | null;
}

/** The maximum number of screens: the nearest are shown. */
export const maxScreens = 10;

const border = 0.02; // of the height

export class Screens {
  readonly object = new THREE.Group();
  private readonly shown = new Map<string, ShownScreen>();
  private readonly plane = new THREE.PlaneGeometry(1, 1);
  private readonly frame = new THREE.MeshBasicMaterial({ color: 0x16191e, side: THREE.DoubleSide });
  private readonly loader = new THREE.TextureLoader();

  /** `changed` is called when an image was loaded and a frame is due. */
  constructor(private readonly changed: () => void) {}

  /** Shows these screens and no others. */
  show(screens: ReadonlyMap<string, { screen: FloatingScreen; image: string | null }>): void {
    for (const id of [...this.shown.keys()]) if (!screens.has(id)) this.remove(id);
    for (const [id, { screen, image }] of screens) {
      const shown = this.shown.get(id) ?? this.add(id);
      if (shown.address !== image) this.load(shown, image);
      shown.object.position.set(...screen.position);
      shown.object.quaternion.set(...screen.rotation);
      shown.object.scale.set(screen.size[0], screen.size[1], 1);
    }
  }

  /** The frame's colour is that of the page's surfaces. */
  tint(surface: string): void {
    this.frame.color.set(surface);
  }

  dispose(): void {
    for (const id of [...this.shown.keys()]) this.remove(id);
    this.plane.dispose();
    this.frame.dispose();
  }

  private add(id: string): ShownScreen {
    const material = new THREE.MeshBasicMaterial({ color: 0x3a3f47, side: THREE.FrontSide });
    const front = new THREE.Mesh(this.plane, material);
    const back = new THREE.Mesh(this.plane, this.frame);
    front.position.z = 0.006;
    back.scale.set(1 + 2 * border, 1 + 2 * border, 1);
    const object = new THREE.Group();
    object.add(back, front);
    this.object.add(object);
    const screen = { object, material, address: null };
    this.shown.set(id, screen);
    return screen;
  }

  private load(screen: ShownScreen, address: string | null): void {
    screen.address = address;
    if (address === null) return;
    this.loader.loadAsync(address).then((texture: THREE.Texture) => {
      if (screen.address !== address || !screen.object.parent) return texture.dispose();
      texture.colorSpace = THREE.SRGBColorSpace;
      screen.material.map?.dispose();
      screen.material.map = texture;
      screen.material.color.set(0xffffff);
      screen.material.needsUpdate = true;
      this.changed();
    }).catch(() => {}); // without its image the screen stays an empty frame
  }

  private remove(id: string): void {
    const screen = this.shown.get(id);
    if (!screen) return;
    this.shown.delete(id);
    this.object.remove(screen.object);
    screen.material.map?.dispose();
    screen.material.dispose();
  }
}
