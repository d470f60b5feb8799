/** How a cue is drawn: its mood's shape as a distance field in a soft glow. Found ones rest within a ring; the others breathe. */

export const cueVertex = /* glsl */ `
  attribute vec3 place;
  attribute vec2 mark; // mood, found
  attribute vec4 cue; // strength, hue shift, size, ripple
  uniform float time;
  uniform float pixel;
  uniform float highlight;
  uniform float faint;
  uniform vec3 hues[7];
  varying vec2 spot;
  varying vec3 hue;
  varying vec4 look; // strength, mood, found, highlighted

  // Turns a colour around the grey axis: the dense parts of a place drift in hue.
  vec3 turned(vec3 colour, float angle) {
    const vec3 grey = vec3(0.57735);
    float c = cos(angle);
    return max(colour * c + cross(grey, colour) * sin(angle) + grey * dot(grey, colour) * (1.0 - c), 0.0);
  }

  void main() {
    int mood = int(mark.x + 0.5);
    float chosen = abs(float(gl_InstanceID) - highlight) < 0.5 ? 1.0 : 0.0;
    float phase = fract(sin(dot(place.xz, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
    float breath = mark.y > 0.5 ? 0.0 : sin(time * 1.9 + phase);
    vec4 middle = modelViewMatrix * vec4(place, 1.0);
    float metre = 0.62 * cue.z * (1.0 + 0.10 * breath * (0.5 + cue.x)) * (1.0 + 0.35 * chosen);
    // Never too small to see or to press.
    float away = isOrthographic ? 1.0 : max(-middle.z, 0.05);
    float radius = clamp(metre, 7.0 * pixel * away, 40.0 * pixel * away);
    middle.xy += position.xy * radius * 2.0;
    // A little nearer than the surface below it.
    middle.z += min(0.3, 0.5 * away);
    spot = position.xy * 2.0;
    hue = turned(hues[mood], 0.7 * cue.y);
    look = vec4(clamp(cue.x + 0.14 * breath, 0.0, 1.0) * faint, mark.x, mark.y, chosen);
    gl_Position = projectionMatrix * middle;
  }
`;

export const cueFragment = /* glsl */ `
  uniform vec3 outward;
  varying vec2 spot;
  varying vec3 hue;
  varying vec4 look;

  float star(vec2 p, float points, float dent) {
    float turn = atan(p.x, p.y);
    return length(p) - 0.72 + dent * (0.5 - 0.5 * cos(turn * points));
  }

  // Signed distances, about one across. The same shapes stand as icons beside the words.
  float shape(vec2 p, int mood) {
    if (mood == 0) return star(p, 8.0, 0.24); // joy: a sun
    if (mood == 1) return length(p) - 0.6; // calm: a round
    if (mood == 2) { p = abs(p); return pow(pow(p.x, 0.62) + pow(p.y, 0.62), 1.6129) - 0.86; } // wonder: a sparkle
    if (mood == 3) return max(length(p) - 0.68, 0.56 - length(p - vec2(0.34, 0.12))); // longing: a crescent
    if (mood == 4) { // sorrow: a drop
      float round = length(p + vec2(0.0, 0.2)) - 0.5;
      float tip = max(abs(p.x) * 1.15 + p.y * 0.62 - 0.5, -p.y - 0.1);
      return min(round, tip);
    }
    if (mood == 5) return max(abs(p.x) * 0.866 + p.y * 0.5, -p.y) - 0.42; // courage: a peak
    return abs(length(p) - 0.46) - 0.12; // none: a ring
  }

  void main() {
    float strength = look.x;
    float found = look.z;
    float edge = shape(spot * 0.95, int(look.y + 0.5));
    float soft = fwidth(edge) * 1.2 + 0.01;
    float inside = 1.0 - smoothstep(-soft, soft, edge);
    float rim = 1.0 - smoothstep(-soft, soft, edge - 0.11);
    float far = length(spot);
    float glow = exp(-far * far * 1.5) * (1.0 - smoothstep(1.5, 1.95, far));
    float line = abs(far - 1.06);
    float ring = (1.0 - smoothstep(0.05, 0.05 + 2.0 * fwidth(far), line)) * max(found, look.w);
    float body = inside * mix(0.78, 1.0, strength);
    // Lamps are whiter in their middle; on a light page they would pale.
    vec3 colour = mix(hue, vec3(1.0), 0.35 * (1.0 - outward.r) * strength * inside * (1.0 - found));
    float alpha = max(body, max(ring * 0.9, glow * mix(0.12, 0.6, strength) * (1.0 - 0.5 * found)));
    float dark = max(rim - inside, 0.0) * 0.55;
    vec3 premultiplied = colour * alpha + outward * dark * (1.0 - alpha);
    float cover = alpha + dark * (1.0 - alpha);
    float present = clamp(strength * 6.0, 0.0, 1.0);
    if (cover * present < 0.004) discard;
    gl_FragColor = vec4(premultiplied / max(cover, 0.001), 1.0);
    #include <colorspace_fragment>
    gl_FragColor = vec4(gl_FragColor.rgb * cover, cover) * present;
  }
`;
