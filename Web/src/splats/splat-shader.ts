/**
 * The shaders of splats: a square around each, as large as the ellipse in which it is visible. The projection of the
 * covariance and the blending are those of Kerbl et al., 3D Gaussian Splatting for Real-Time Radiance Field Rendering (2023),
 * sections 4 and 6; colours are blended as they are displayed, in sRGB.
 */

/** The parts of the spherical harmonics of degrees 1 to 3, for a direction from the eye to the splat. */
const harmonics = /* glsl */ `
vec3 band(int k) {
  // Three bytes from byte 3k on.
  int at = 3 * k;
  vec3 value;
  for (int channel = 0; channel < 3; channel += 1, at += 1) {
    uint word = bandWords[at >> 2];
    value[channel] = (float((word >> (8 * (at & 3))) & 255u) - 128.0) / 128.0;
  }
  return value;
}

vec3 harmonics(vec3 d) {
  float x = d.x, y = d.y, z = d.z;
  vec3 sum = 0.4886025119 * (-y * band(0) + z * band(1) - x * band(2));
#if DEGREE > 1
  float xx = x * x, yy = y * y, zz = z * z;
  sum += 1.0925484306 * (x * y * band(3) - y * z * band(4) - x * z * band(6)) +
    0.3153915653 * (2.0 * zz - xx - yy) * band(5) + 0.5462742153 * (xx - yy) * band(7);
#endif
#if DEGREE > 2
  sum += -0.5900435899 * (y * (3.0 * xx - yy) * band(8) + x * (xx - 3.0 * yy) * band(14)) +
    2.8906114426 * x * y * z * band(9) + 1.4453057213 * z * (xx - yy) * band(13) -
    0.4570457995 * (4.0 * zz - xx - yy) * (y * band(10) + x * band(12)) +
    0.3731763326 * z * (2.0 * zz - 3.0 * xx - 3.0 * yy) * band(11);
#endif
  return sum;
}
`;

export const vertexShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;

in vec3 position; // a corner of the square, ±1
in uint splat;

uniform mat4 modelMatrix;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform vec4 viewport; // width and height in pixels, and their halves
uniform float nearest; // splats nearer than this are not drawn
uniform float cutHeight; // nor those above this height
uniform usampler2D places;
uniform usampler2D pairs;
uniform usampler2D bands;

// The sand table's cut and air: explore/rendering/cutaway.ts.
uniform vec2 dioCut;
uniform vec3 dioFocus;
uniform vec3 dioWallDirection;
uniform vec4 dioWall;
uniform float dioWallStrength;
uniform vec3 dioLight;
uniform vec4 dioHaze;
uniform vec2 dioTone;

out vec2 deviations; // from the centre, in standard deviations
out vec4 tint; // the colour as displayed, and the opacity at the centre

#if DEGREE > 0
uint bandWords[4 * DEGREE];
${harmonics}
#endif

float part(uint bits, int shift) {
  float size = float((bits >> shift) & 511u) / 511.0 * 0.70710678;
  return ((bits >> shift) & 512u) == 0u ? size : -size;
}

mat3 rotationOf(uint bits) {
  vec3 rest = vec3(part(bits, 20), part(bits, 10), part(bits, 0));
  float largest = sqrt(max(0.0, 1.0 - dot(rest, rest)));
  uint which = bits >> 30;
  vec4 q = which == 0u ? vec4(largest, rest) : which == 1u ? vec4(rest.x, largest, rest.yz)
    : which == 2u ? vec4(rest.xy, largest, rest.z) : vec4(rest, largest);
  float x = q.x, y = q.y, z = q.z, w = q.w;
  return mat3(
    1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y),
    2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x),
    2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)
  );
}

// The fraction of the light that the sand table lets through at a point: above the cut, and near walls.
float openness(vec3 at) {
  float above = smoothstep(dioCut.x - dioCut.y, dioCut.x, at.y);
  float near = smoothstep(dioWall.x, dioWall.y, dot(at - dioFocus, dioWallDirection));
  float high = smoothstep(dioWall.z, dioWall.w, at.y);
  return max(above, near * high * dioWallStrength);
}

vec3 toLinear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 toDisplay(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

vec3 inAir(vec3 colour, vec3 at) {
  if (dioTone.x == 1.0 && dioHaze.a == 0.0 && dioLight == vec3(1.0)) return colour;
  vec3 linear = toLinear(clamp(colour, 0.0, 1.0));
  float grey = dot(linear, vec3(0.2126, 0.7152, 0.0722));
  linear = max(mix(vec3(grey), linear, dioTone.x), 0.0) * dioLight;
  float far = distance(at.xz, dioFocus.xz);
  linear = mix(linear, dioHaze.rgb, dioHaze.a * smoothstep(dioTone.y, dioTone.y * 3.0, far));
  return toDisplay(linear);
}

void main() {
  // Outside of the image until it is known to be visible.
  gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  int i = int(splat);
  ivec2 cell = ivec2(i & 1023, i >> 10);
  uvec4 place = texelFetch(places, cell, 0);
  vec3 center = uintBitsToFloat(place.xyz);
  vec3 world = (modelMatrix * vec4(center, 1.0)).xyz;
  vec3 view = (modelViewMatrix * vec4(center, 1.0)).xyz;
  bool isPerspective = projectionMatrix[2][3] != 0.0;
  float alpha = float(place.w >> 24) / 255.0 * (1.0 - openness(world));
  if (alpha < 1.0 / 255.0 || world.y > cutHeight || (isPerspective && -view.z < nearest)) return;

  // The covariance in the image, in square pixels.
  uvec4 both = texelFetch(pairs, ivec2(cell.x >> 1, cell.y), 0);
  uvec2 pair = (i & 1) == 0 ? both.xy : both.zw;
  vec3 size = exp(vec3(pair.y & 255u, (pair.y >> 8) & 255u, (pair.y >> 16) & 255u) / 16.0 - 10.0);
  mat3 axes = mat3(modelViewMatrix) * rotationOf(pair.x);
  axes = mat3(axes[0] * size.x, axes[1] * size.y, axes[2] * size.z);
  vec2 focal = vec2(projectionMatrix[0][0], projectionMatrix[1][1]) * viewport.zw;
  vec3 rowX = vec3(focal.x, 0.0, 0.0);
  vec3 rowY = vec3(0.0, focal.y, 0.0);
  if (isPerspective) {
    float depth = -view.z;
    // Far outside of the image the linear approximation is useless.
    vec2 limit = 1.3 * viewport.zw / focal;
    vec2 slope = clamp(view.xy / depth, -limit, limit);
    rowX = vec3(focal.x, 0.0, focal.x * slope.x) / depth;
    rowY = vec3(0.0, focal.y, focal.y * slope.y) / depth;
  }
  vec3 u = rowX * axes;
  vec3 v = rowY * axes;
  // A pixel's own extent.
  float a = dot(u, u) + 0.3;
  float b = dot(u, v);
  float c = dot(v, v) + 0.3;

  // Its axes, and the ellipse outside of which less than 1/255 is drawn.
  float middle = 0.5 * (a + c);
  float spread = length(vec2(0.5 * (a - c), b));
  vec2 major = abs(b) > 1e-6 * middle ? normalize(vec2(b, middle + spread - a)) : a >= c ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 deviation = sqrt(max(vec2(middle + spread, middle - spread), 0.09));
  float reach = sqrt(2.0 * log(255.0 * alpha));
  deviations = reach * position.xy;
  vec2 offset = deviations.x * deviation.x * major + deviations.y * deviation.y * vec2(-major.y, major.x);
  vec4 clip = projectionMatrix * vec4(view, 1.0);
  gl_Position = clip + vec4(offset / viewport.zw * clip.w, 0.0, 0.0);

  vec3 base = vec3(place.w & 255u, (place.w >> 8) & 255u, (place.w >> 16) & 255u) / 255.0;
  vec3 colour = 0.5 + 0.28209479 * (base - 0.5) / 0.15;
#if DEGREE > 0
  for (int k = 0; k < DEGREE; k += 1) {
    uvec4 texel = texelFetch(bands, ivec2(cell.x * DEGREE + k, cell.y), 0);
    for (int j = 0; j < 4; j += 1) bandWords[4 * k + j] = texel[j];
  }
  // The eye in the coordinates of the splats; the model is turned and moved, but not scaled.
  vec3 eye = -modelViewMatrix[3].xyz * mat3(modelViewMatrix);
  vec3 direction = isPerspective ? center - eye : -vec3(modelViewMatrix[0][2], modelViewMatrix[1][2], modelViewMatrix[2][2]);
  colour += harmonics(normalize(direction));
#endif
  tint = vec4(inAir(max(colour, 0.0), world), alpha);
}
`;

/** `LEAST_ALPHA`: nothing is drawn where the opacity is less. */
export const fragmentShader = /* glsl */ `
precision highp float;

in vec2 deviations;
in vec4 tint;
out vec4 colour;

void main() {
  float alpha = min(0.99, tint.a * exp(-0.5 * dot(deviations, deviations)));
  if (alpha < LEAST_ALPHA) discard;
  colour = vec4(tint.rgb * alpha, alpha);
}
`;
