/** Lengths and areas as text, and lengths that people type: the rules of Sources/Geometry/LengthUnits.swift. */

import { lengthUnits } from "./generated.ts";
import type { Wasm } from "./wasm.ts";

export type Units = keyof typeof lengthUnits;

/** Room for a text, in bytes. */
const textRoom = 64;

export class Lengths {
  constructor(private readonly wasm: Wasm) {}

  /** `3.62 m`, `85 cm`, `11.5 cm`; `11′ 10 1/2″` to an eighth of an inch. */
  length(metres: number, units: Units): string {
    return this.text((text) => this.wasm.exports.dio_length_text(metres, lengthUnits[units], text));
  }

  /** `12.4 m²`, `133 ft²`. */
  area(squareMetres: number, units: Units): string {
    return this.text((text) => this.wasm.exports.dio_area_text(squareMetres, lengthUnits[units], text));
  }

  /** A typed length in metres; a number alone is in metres or feet. Null where it is not a length. */
  parse(text: string, units: Units): number | null {
    const bytes = new TextEncoder().encode(text);
    const metres = this.wasm.lend(
      [bytes],
      (address = 0) => this.wasm.call((core) => core.dio_parse_length(address, bytes.length, lengthUnits[units])),
    );
    return Number.isNaN(metres) ? null : metres;
  }

  private text(write: (address: number) => number): string {
    return this.wasm.lend([new Uint8Array(textRoom)], (address = 0) => {
      const count = this.wasm.call(() => write(address));
      return new TextDecoder().decode(this.wasm.bytes(address, count).slice());
    });
  }
}
