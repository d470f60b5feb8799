/** How the particles of each effect move (`motion`, in the vertex shader) and look (`shape`, in the fragment shader). */

import type { EffectStyle } from "./styles.ts";

export interface StyleShader {
  /** `void motion(float t, float p)`: seconds of its motion, and the part of its life that is over, 0 to 1. */
  motion: string;
  /** `vec4 shape()`: premultiplied colour and coverage. */
  shape: string;
}

/** Glints that rise in a loose spiral and twinkle, among fine dust. */
const sparkles: StyleShader = {
  motion: /* glsl */ `
    void motion(float t, float p) {
      float kind = random(2);
      float isDust = step(0.55, kind);
      float angle = 6.2832 * random(3) + (0.9 + 0.8 * random(4)) * t;
      float out_ = mix(0.08, 0.46, sqrt(random(5))) * (0.55 + 0.75 * ramp(0.0, 0.7, p));
      float rise = mix(0.25, 0.95, random(6)) * (1.0 - exp(-1.6 * t)) * 1.15;
      center = vec3(cos(angle) * out_, rise - 0.1 + 0.35 * random(7), sin(angle) * out_);
      float pulse = 0.5 + 0.5 * sin(6.2832 * (random(8) + t * mix(1.1, 2.4, random(9))));
      float twinkle = mix(0.25, 1.0, pulse * pulse);
      float fade = ramp(0.0, 0.12, p) * (1.0 - ramp(0.55, 1.0, p));
      size = mix(mix(0.05, 0.115, random(10) * random(10)), mix(0.012, 0.024, random(10)), isDust);
      size *= mix(0.65 + 0.35 * twinkle, 1.0, isDust) * (0.6 + 0.4 * fade);
      float lean = 0.5 * (random(11) - 0.5) + 0.35 * t * (random(12) - 0.5);
      turn = vec2(cos(lean), sin(lean));
      vec3 gold = vec3(1.0, 0.5, 0.03), rose = vec3(1.0, 0.2, 0.34), sky = vec3(0.16, 0.5, 1.0);
      float hue = random(13);
      tint = vec4(hue < 0.62 ? gold : hue < 0.83 ? rose : sky, fade * mix(twinkle, 0.9, isDust));
      style = vec4(isDust, twinkle, 0.0, 0.0);
    }
  `,
  shape: /* glsl */ `
    vec4 shape() {
      float far = length(spot);
      vec2 p = abs(spot);
      if (style.x > 0.5) {
        float body = exp(-far * far * 5.0) * (1.0 - smoothstep(0.7, 1.0, far));
        return vec4(mix(tint.rgb, vec3(1.0), 0.4 * body) * body, 0.8 * body);
      }
      // Four points: a curve between the axes, thin towards the tips; white in the middle, coloured at the rim.
      float edge = pow(pow(p.x, 0.5) + pow(p.y, 0.5), 2.0);
      float body = cover(edge - 0.94);
      float heart = cover(edge - 0.3) * 0.6 + exp(-far * far * 60.0);
      float glow = exp(-far * far * 6.0) * (1.0 - smoothstep(0.7, 1.0, far));
      vec3 colour = mix(tint.rgb, vec3(1.0, 0.97, 0.88), clamp(heart, 0.0, 1.0));
      vec4 star = solid(colour, body);
      vec4 halo = vec4(tint.rgb * glow * 0.5, glow * 0.42);
      return over(star, halo);
    }
  `,
};

/** Flakes that sink and sway, and settle on the floor before they melt. */
const snow: StyleShader = {
  motion: /* glsl */ `
    void motion(float t, float p) {
      float kind = random(2);
      float isFlake = step(0.68, kind);
      float angle = 6.2832 * random(3);
      float out_ = 1.05 * sqrt(random(4));
      float speed = mix(0.34, 0.56, random(5)) * mix(1.0, 0.82, isFlake);
      float sway = 0.09 + 0.1 * random(6);
      float phase = 6.2832 * random(7);
      float rate = 0.9 + 0.9 * random(8);
      float height = 1.55 + 0.45 * random(9) - speed * t;
      float resting = max(floorHeight + 0.015, height);
      float falls = height > floorHeight + 0.015 ? 1.0 : 0.0;
      float landed = (height - floorHeight - 0.015) / speed; // seconds, negative after landing
      float swayTime = falls > 0.5 ? t : t + landed;
      center = vec3(
        cos(angle) * out_ + sway * sin(phase + rate * swayTime),
        resting,
        sin(angle) * out_ + sway * cos(1.3 * phase + 0.8 * rate * swayTime)
      );
      float melt = 1.0 - ramp(0.35, 1.1, -landed);
      float fade = ramp(0.0, 0.16, p) * (1.0 - ramp(0.8, 1.0, p)) * melt;
      size = mix(mix(0.011, 0.024, random(10)), mix(0.034, 0.058, random(10)), isFlake);
      float lean = phase + (random(11) - 0.5) * 1.6 * swayTime;
      turn = vec2(cos(lean), sin(lean));
      tint = vec4(mix(vec3(0.86, 0.93, 1.0), vec3(1.0), random(12)), fade * mix(0.9, 1.0, isFlake));
      style = vec4(isFlake, random(13), 0.0, 0.0);
    }
  `,
  shape: /* glsl */ `
    float bar(vec2 p, vec2 a, vec2 b, float width) {
      vec2 ap = p - a, ab = b - a;
      return length(ap - ab * clamp(dot(ap, ab) / dot(ab, ab), 0.0, 1.0)) - width;
    }

    vec4 shape() {
      float far = length(spot);
      // On bright walls a bluish shade outlines the white.
      vec3 shade = vec3(0.16, 0.3, 0.55);
      if (style.x < 0.5) {
        float body = 1.0 - smoothstep(0.25, 0.8, far);
        float rim = exp(-pow((far - 0.72) * 5.0, 2.0));
        return over(solid(tint.rgb, body * 0.95), solid(shade, 0.22 * rim));
      }
      // One sixth of the flake, mirrored.
      float sector = 1.0471976;
      float angle = abs(mod(atan(spot.y, spot.x) + 0.5 * sector, sector) - 0.5 * sector);
      vec2 p = far * vec2(cos(angle), sin(angle));
      float at = mix(0.42, 0.56, style.y);
      float edge = bar(p, vec2(0.0), vec2(0.84, 0.0), 0.05);
      edge = min(edge, bar(p, vec2(at, 0.0), vec2(at + 0.2, 0.2), 0.042));
      edge = min(edge, bar(p, vec2(0.26, 0.0), vec2(0.36, 0.12), 0.04));
      edge = min(edge, far - 0.13);
      float glow = exp(-far * far * 3.2) * (1.0 - smoothstep(0.8, 1.0, far));
      vec4 flake = solid(tint.rgb, cover(edge));
      vec4 outline = solid(shade, 0.3 * cover(edge - 0.05));
      return over(over(flake, outline), vec4(vec3(0.7, 0.84, 1.0) * glow * 0.16, 0.05 * glow));
    }
  `,
};

/** Soap bubbles that wobble up, shimmer, and pop. */
const bubbles: StyleShader = {
  motion: /* glsl */ `
    void motion(float t, float p) {
      float angle = 6.2832 * random(2);
      float out_ = 0.42 * sqrt(random(3));
      float large = random(4) * random(4);
      float speed = mix(0.5, 0.32, large) * mix(0.85, 1.15, random(5));
      float phase = 6.2832 * random(6);
      float rate = mix(1.7, 1.1, large);
      float wander = ramp(0.0, 0.6, p);
      center = vec3(
        cos(angle) * out_ * (0.5 + wander) + 0.08 * wander * sin(phase + rate * t),
        speed * t + 0.04 * sin(phase + 1.7 * t),
        sin(angle) * out_ * (0.5 + wander) + 0.08 * wander * cos(1.4 * phase + rate * t)
      );
      // Each pops at its own time; the ring then spreads.
      float popAt = mix(0.62, 0.93, random(7));
      float pop = clamp((p - popAt) / 0.055, 0.0, 1.0);
      float blown = ramp(0.0, 0.12, p);
      size = mix(0.035, 0.125, large) * mix(0.2, 1.0, blown) * (1.0 + 0.45 * pop);
      float squeeze = 0.03 * sin(phase + 5.0 * t) + 0.08 * (1.0 - ramp(0.1, 0.3, p)) * sin(18.0 * t);
      tint = vec4(vec3(1.0), blown * (1.0 - ramp(0.6, 1.0, pop)) * step(p, popAt + 0.055));
      style = vec4(phase, pop, squeeze, t);
    }
  `,
  shape: /* glsl */ `
    // The colours of a thin film, by its thickness.
    vec3 film(float thickness) {
      return 0.5 + 0.5 * cos(6.2832 * (thickness + vec3(0.0, 0.33, 0.62)));
    }

    vec4 shape() {
      vec2 p = spot * vec2(1.0 + style.z, 1.0 - style.z) * 1.06;
      float far = length(p);
      float pop = style.y;
      if (pop > 0.0) {
        // Droplets in a ring.
        float around = atan(p.y, p.x) * 9.0 / 6.2832 + style.x;
        vec2 cell = vec2((fract(around) - 0.5) * 0.62, far - mix(0.86, 0.98, pop));
        float drop = cover(length(cell) - 0.075 * (1.0 - 0.6 * pop));
        return solid(vec3(0.9, 0.97, 1.0), drop * 0.9);
      }
      float inside = cover(far - 0.98);
      float slope = clamp(far, 0.0, 1.0);
      float rim = pow(slope, 5.0);
      float thickness = 0.55 + 0.85 * slope + 0.28 * p.y + 0.14 * sin(3.0 * p.x + style.x + 0.8 * style.w) + 0.11 * style.w;
      vec3 colours = mix(vec3(0.75, 0.9, 1.0), film(thickness), 0.62);
      vec4 skin = solid(colours, inside * (0.07 + 0.62 * rim));
      vec4 edge = solid(vec3(0.95, 0.98, 1.0), 0.75 * inside * smoothstep(0.9, 0.965, far));
      vec4 line = solid(vec3(0.1, 0.2, 0.36), 0.42 * inside * smoothstep(0.955, 0.985, far));
      // The window's reflection above, and its image below.
      vec2 w = mat2(0.82, -0.57, 0.57, 0.82) * (p - vec2(-0.34, 0.42));
      float window = cover(max(abs(w.x) * 2.2, abs(w.y) * 3.4) + 0.4 * dot(w, w) - 0.3);
      float below = exp(-pow(length((p - vec2(0.3, -0.5)) * vec2(1.0, 1.7)) * 3.6, 2.0));
      vec4 shine = solid(vec3(1.0), 0.82 * window) + vec4(vec3(0.4 * below), 0.12 * below);
      return over(shine * inside, over(line, over(edge, skin)));
    }
  `,
};

/** A burst of paper that tumbles down and stays on the floor for a moment. */
const confetti: StyleShader = {
  motion: /* glsl */ `
    mat3 around(vec3 axis, float angle) {
      float c = cos(angle), s = sin(angle);
      vec3 a = axis * (1.0 - c);
      return mat3(
        c + a.x * axis.x, a.x * axis.y + s * axis.z, a.x * axis.z - s * axis.y,
        a.y * axis.x - s * axis.z, c + a.y * axis.y, a.y * axis.z + s * axis.x,
        a.z * axis.x + s * axis.y, a.z * axis.y - s * axis.x, c + a.z * axis.z
      );
    }

    void motion(float t, float p) {
      float angle = 6.2832 * random(2);
      float lift = mix(2.6, 4.9, random(3));
      float out_ = mix(0.25, 1.55, sqrt(random(4)));
      vec3 start = vec3(cos(angle) * out_, lift, sin(angle) * out_);
      // Air resistance is proportional to speed; paper sinks at the speed sink.
      float drag = mix(2.2, 3.0, random(5));
      float sink = mix(0.55, 0.85, random(6));
      float slowed = (1.0 - exp(-drag * t)) / drag;
      vec3 at = start * slowed + vec3(0.0, -sink * (t - slowed), 0.0);
      float phase = 6.2832 * random(7);
      float flutter = 0.07 * ramp(0.3, 1.2, t);
      at.x += flutter * sin(phase + 3.4 * t);
      at.z += flutter * cos(1.7 * phase + 2.9 * t);
      float low = floorHeight + 0.012;
      float landed = step(at.y, low);
      center = vec3(at.x, max(at.y, low), at.z);
      float rate = mix(4.0, 10.0, random(8));
      vec3 axis = normalize(vec3(random(9) - 0.5, 0.4 * (random(10) - 0.5), random(11) - 0.5) + 1e-3);
      mat3 tumble = around(axis, phase + rate * t) * around(vec3(0.0, 0.0, 1.0), phase);
      mat3 lying = around(vec3(1.0, 0.0, 0.0), -1.5708) * around(vec3(0.0, 0.0, 1.0), phase);
      spin = landed > 0.5 ? lying : tumble;
      faces = false;
      float kind = random(12);
      size = mix(0.026, 0.042, random(13));
      float facing = abs(spin[2].y);
      float hue = random(14) * 6.0;
      vec3 colour = hue < 1.0 ? vec3(1.0, 0.08, 0.2) : hue < 2.0 ? vec3(1.0, 0.46, 0.02)
        : hue < 3.0 ? vec3(1.0, 0.78, 0.06) : hue < 4.0 ? vec3(0.06, 0.62, 0.24)
        : hue < 5.0 ? vec3(0.05, 0.4, 0.95) : vec3(0.56, 0.16, 0.85);
      // The light comes from above: paper that lies flat is brighter, and glints as it turns.
      vec3 normal = spin[2];
      float glint = pow(max(0.0, dot(normal, normalize(vec3(0.4, 0.7, 0.6)))), 18.0);
      colour = colour * (0.62 + 0.5 * facing) + vec3(0.55) * glint * (1.0 - landed);
      tint = vec4(colour, ramp(0.0, 0.02, p) * (1.0 - ramp(0.82, 1.0, p)));
      style = vec4(kind, 0.0, 0.0, 0.0);
    }
  `,
  shape: /* glsl */ `
    vec4 shape() {
      float edge;
      if (style.x < 0.55) edge = max(abs(spot.x) - 0.94, abs(spot.y) - 0.6); // a strip
      else if (style.x < 0.8) edge = length(spot) - 0.8; // a disc
      else { // a star
        float turn = atan(spot.x, spot.y);
        edge = length(spot) - 0.66 - 0.24 * cos(5.0 * turn);
      }
      return solid(tint.rgb, cover(edge));
    }
  `,
};

/** Hearts that pop up, beat and float away. */
const hearts: StyleShader = {
  motion: /* glsl */ `
    void motion(float t, float p) {
      float angle = 6.2832 * random(2);
      float out_ = mix(0.06, 0.4, sqrt(random(3)));
      float speed = mix(0.38, 0.62, random(4));
      float phase = 6.2832 * random(5);
      float sway = 0.07 + 0.05 * random(6);
      float spreads = ramp(0.0, 0.5, p);
      float swing = sin(phase + 2.1 * t);
      center = vec3(
        cos(angle) * out_ * (0.4 + 0.9 * spreads) + sway * spreads * swing,
        speed * t * (1.0 + 0.15 * p),
        sin(angle) * out_ * (0.4 + 0.9 * spreads)
      );
      // Swells beyond its size and settles.
      float grown = 1.0 - exp(-9.0 * t) * cos(11.0 * t);
      float beat = 1.0 + 0.07 * pow(0.5 + 0.5 * sin(phase + 6.6 * t), 6.0);
      float large = random(7);
      size = mix(0.045, 0.115, large * large) * grown * beat * mix(1.0, 0.72, ramp(0.7, 1.0, p));
      float lean = 0.28 * cos(phase + 2.1 * t) * spreads + 0.2 * (random(8) - 0.5);
      turn = vec2(cos(lean), sin(lean));
      float hue = random(9);
      vec3 colour = hue < 0.4 ? vec3(0.93, 0.04, 0.14) : hue < 0.75 ? vec3(1.0, 0.16, 0.36) : vec3(1.0, 0.36, 0.55);
      tint = vec4(colour, ramp(0.0, 0.05, p) * (1.0 - ramp(0.68, 1.0, p)));
      style = vec4(phase, large, 0.0, 0.0);
    }
  `,
  shape: /* glsl */ `
    // The signed distance of a heart: two quarter circles over a square that stands on its corner.
    float heart(vec2 p) {
      p.x = abs(p.x);
      if (p.x + p.y > 1.0) return length(p - vec2(0.25, 0.75)) - 0.3535534;
      vec2 q = p - 0.5 * max(p.x + p.y, 0.0);
      float d = min(dot(p - vec2(0.0, 1.0), p - vec2(0.0, 1.0)), dot(q, q));
      return sqrt(d) * sign(p.x - p.y);
    }

    vec4 shape() {
      vec2 p = spot * 0.66 + vec2(0.0, 0.56);
      float edge = heart(p);
      float body = cover(edge);
      float far = length(spot);
      // Rounded like a cushion: brighter above, deeper at the rim, a soft highlight on the left.
      float depth = clamp(-edge / 0.34, 0.0, 1.0);
      vec3 colour = tint.rgb * mix(0.72, 1.06, depth) * mix(0.82, 1.12, clamp(0.5 + 0.6 * spot.y, 0.0, 1.0));
      vec2 h = mat2(0.8, 0.6, -0.6, 0.8) * (spot - vec2(-0.36, 0.44));
      float shine = exp(-pow(length(h * vec2(4.2, 7.4)), 2.0));
      colour = mix(colour, vec3(1.0, 0.93, 0.95), 0.85 * shine);
      float glow = exp(-far * far * 3.4) * (1.0 - smoothstep(0.75, 1.0, far));
      return over(solid(colour, body), vec4(tint.rgb * glow * 0.22, 0.1 * glow));
    }
  `,
};

export const styleShaders: Readonly<Record<EffectStyle, StyleShader>> = { sparkles, snow, bubbles, confetti, hearts };
