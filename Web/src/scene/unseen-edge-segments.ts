/**
 * The segments of the asset `rims`, `{"rims":[[x,y,z,x,y,z,…],…]}`: six numbers each. Lines that are not finite
 * numbers are omitted.
 */
export function unseenEdgeSegments(document: unknown): Float32Array {
  const lines = (document as { rims?: unknown } | null)?.rims;
  if (!Array.isArray(lines)) return new Float32Array();
  const segments: number[] = [];
  for (const line of lines) {
    if (!Array.isArray(line) || !line.every((value) => typeof value === "number" && Number.isFinite(value))) continue;
    for (let at = 0; at + 5 < line.length; at += 3) {
      for (let i = 0; i < 6; i += 1) segments.push(line[at + i] as number);
    }
  }
  return new Float32Array(segments);
}
