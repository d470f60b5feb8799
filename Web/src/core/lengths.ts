/** Lengths and areas as text, and lengths that people type: the rules of Sources/Geometry/LengthUnits.swift. */

import { lengthUnits } from "./generated.ts";
import type { Wasm } from "./wasm.ts";

/** The keys of `lengthUnits` as they are spelled in requests (docs/openapi.yaml). */
export type LengthUnits = "metric" | "imperial" | "m" | "cm" | "mm" | "ft" | "in";
/** The two systems; plans are drawn in one of them. */
export type Units = "metric" | "imperial";

const codes: Record<LengthUnits, number> = {
  metric: lengthUnits.metric,
  imperial: lengthUnits.imperial,
  m: lengthUnits.metres,
  cm: lengthUnits.centimetres,
  mm: lengthUnits.millimetres,
  ft: lengthUnits.feet,
  in: lengthUnits.inches,
};

/** Room for a text, in bytes. */
const textRoom = 64;

export class Lengths {
  constructor(private readonly wasm: Wasm) {}

  /** `3.62 m`, `85 cm`, `11.5 cm`; `11′ 10 1/2″` to an eighth of an inch. */
  length(metres: number, units: LengthUnits): string {
    return this.text((text) => this.wasm.exports.dio_length_text(metres, codes[units], text));
  }

  /** The last digit is worth about `resolution` metres; imperial lengths have sixteenths of an inch. */
  fineLength(metres: number, resolution: number, units: LengthUnits): string {
    return this.text((text) => this.wasm.exports.dio_fine_length_text(metres, resolution, codes[units], text));
  }

  /** `12.4 m²`, `133 ft²`. */
  area(squareMetres: number, units: LengthUnits): string {
    return this.text((text) => this.wasm.exports.dio_area_text(squareMetres, codes[units], text));
  }

  /** A typed length in metres; a number alone is in metres or in the chosen unit. Null where it is not a length. */
  parse(text: string, units: LengthUnits): number | null {
    const bytes = new TextEncoder().encode(text);
    const metres = this.wasm.lend(
      [bytes],
      (address = 0) => this.wasm.call((core) => core.dio_parse_length(address, bytes.length, codes[units])),
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
