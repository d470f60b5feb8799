/**
 * The parts of the shaders that all effects have. The vertex shader calculates each particle from the effect's age and
 * seed alone; nothing is stored between frames, so whoever joins late sees an effect in its middle.
 */

/**
 * Random numbers are hashes of integers (PCG), which are equal on every graphics processor. `motion` and `shape` are
 * the style's own functions.
 */
export function effectVertex(motion: string): string {
  return /* glsl */ `
    precision highp int;
    uniform highp uint seed;
    uniform float age;
    uniform float life;
    uniform float spread;
    uniform float duration;
    uniform float pace;
    uniform float still; // 1: no motion
    uniform float floorHeight; // of the surface below the effect, relative to it
    uniform vec2 pixel; // metres that a pixel is high: at a metre's distance, and its growth with distance
    varying vec2 spot; // −1…1 over the quad
    varying vec4 tint; // colour, linear, and opacity
    varying vec4 style; // numbers for the shape

    uint particle; // hash of the particle in its cycle

    uint pcg(uint value) {
      uint state = value * 747796405u + 2891336453u;
      uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
      return (word >> 22u) ^ word;
    }

    // The n-th random number of this particle, 0 ≤ x < 1.
    float random(int n) {
      return float(pcg(particle + uint(n) * 0x9e3779b9u) >> 8u) / 16777216.0;
    }

    float ramp(float from, float to, float x) { return smoothstep(from, to, x); }

    // What motion() determines.
    vec3 center; // relative to the effect
    float size; // half the quad's width in metres
    vec2 turn; // cosine and sine of the rotation in the image
    mat3 spin; // of quads that don't face the camera
    bool faces; // the quad faces the camera

    ${motion}

    void main() {
      uint index = uint(gl_InstanceID);
      particle = pcg(seed ^ pcg(index));
      // More of them at the beginning.
      float delay = pow(random(0), 1.6) * spread;
      float since = age - delay;
      float cycle = max(0.0, floor(since / life));
      // A particle doesn't start again where it would outlive the effect.
      bool isLast = delay + (cycle + 1.0) * life > duration + 0.001;
      bool isShown = since >= 0.0 && !(isLast && cycle > 0.0);
      particle = pcg(particle + uint(cycle));
      float t = since - cycle * life;
      if (still > 0.5) {
        particle = pcg(seed ^ pcg(index));
        t = life * mix(0.25, 0.6, random(1));
        isShown = true;
      }
      faces = true;
      turn = vec2(1.0, 0.0);
      spin = mat3(1.0);
      style = vec4(0.0);
      tint = vec4(1.0);
      motion(t * pace, t / life);
      spot = position.xy;
      vec4 middle = modelViewMatrix * vec4(center, 1.0);
      float away = isOrthographic ? 1.0 : max(-middle.z, 0.05);
      // Not smaller than a pixel and a half, where it would flicker: instead it gets fainter.
      float least = 1.5 * (pixel.x + pixel.y * away);
      float half_ = max(size, least);
      tint.a *= min(1.0, (size * size) / (half_ * half_) + 0.15);
      vec2 corner = mat2(turn.x, turn.y, -turn.y, turn.x) * position.xy * half_;
      vec4 flat_ = middle + vec4(corner, 0.0, 0.0);
      vec4 turned = modelViewMatrix * vec4(center + spin * vec3(position.xy * half_, 0.0), 1.0);
      gl_Position = projectionMatrix * (faces ? flat_ : turned);
      // Hidden particles are outside of the clip volume.
      if (!isShown || tint.a <= 0.003) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    }
  `;
}

/** `shape` returns the premultiplied colour and its coverage: with a coverage of 0 it is light that is added. */
export function effectFragment(shape: string): string {
  return /* glsl */ `
    uniform float opacity;
    varying vec2 spot;
    varying vec4 tint;
    varying vec4 style;

    // Coverage inside of a signed distance, with an edge of one pixel.
    float cover(float distance) {
      float edge = max(fwidth(distance), 1e-4);
      return 1.0 - smoothstep(-0.75 * edge, 0.75 * edge, distance);
    }

    vec4 over(vec4 front, vec4 back) { return front + back * (1.0 - front.a); }
    vec4 solid(vec3 colour, float alpha) { return vec4(colour * alpha, alpha); }

    ${shape}

    void main() {
      vec4 result = shape() * tint.a * opacity;
      float strongest = max(result.a, max(result.r, max(result.g, result.b)));
      if (strongest < 0.003) discard;
      // The conversion to sRGB needs the colour, not its product with the coverage.
      float scale = max(result.a, strongest);
      gl_FragColor = vec4(result.rgb / scale, 1.0);
      #include <colorspace_fragment>
      gl_FragColor = vec4(gl_FragColor.rgb * scale, result.a);
    }
  `;
}
