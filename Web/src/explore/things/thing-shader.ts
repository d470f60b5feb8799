/** How a thing is drawn: a flat box with its lid, without the glow and the pulse of memories. */

export const thingVertex = /* glsl */ `
  attribute vec3 place;
  uniform float pixel;
  uniform float hovered;
  uniform float selected;
  uniform float faint;
  varying vec2 spot;
  varying vec2 state; // chosen, opacity

  void main() {
    float number = float(gl_InstanceID);
    float isSelected = abs(number - selected) < 0.5 ? 1.0 : 0.0;
    float isChosen = max(isSelected, abs(number - hovered) < 0.5 ? 1.0 : 0.0);
    vec4 middle = modelViewMatrix * vec4(place, 1.0);
    float away = isOrthographic ? 1.0 : max(-middle.z, 0.05);
    float radius = clamp(0.11, 8.0 * pixel * away, 15.0 * pixel * away) * (1.0 + 0.35 * isChosen);
    middle.xy += position.xy * radius * 1.25;
    middle.z += min(0.12, 0.5 * away);
    spot = position.xy * 1.25;
    state = vec2(isChosen, mix(faint, 1.0, isSelected));
    gl_Position = projectionMatrix * middle;
    // The selected thing is seen also where something is before it.
    gl_Position.z = mix(gl_Position.z, -0.999 * gl_Position.w, isSelected);
  }
`;

export const thingFragment = /* glsl */ `
  uniform vec3 body;
  uniform vec3 outline;
  uniform vec3 accent;
  varying vec2 spot;
  varying vec2 state;

  float box(vec2 p, vec2 size, float round) {
    vec2 q = abs(p) - size + round;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - round;
  }

  float covered(float edge) {
    float soft = fwidth(edge) + 0.001;
    return 1.0 - smoothstep(-soft, soft, edge);
  }

  void main() {
    float edge = box(spot, vec2(0.82, 0.74), 0.2);
    float inside = covered(edge);
    float rim = covered(edge - 0.16);
    float lid = covered(abs(spot.y - 0.26) - 0.055) * inside;
    float knob = covered(box(spot - vec2(0.0, 0.02), vec2(0.2, 0.07), 0.06));
    vec3 colour = mix(mix(outline, accent, state.x), body, inside);
    colour = mix(colour, outline, max(lid, knob));
    float cover = rim * state.y;
    if (cover < 0.004) discard;
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
    gl_FragColor = vec4(gl_FragColor.rgb * cover, cover);
  }
`;
