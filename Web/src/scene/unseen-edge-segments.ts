/**
 * Segments out of the rims' asset, `{"rims":[[x,y,z,x,y,z,…],…]}`: six numbers each. What is no line of finite
 * numbers is left out.
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
