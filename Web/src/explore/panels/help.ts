/** What keys and gestures do on the sand table, for the help. */

export const exploreKeyHelp: [string, string][] = [
  ["W A S D, or arrows", "walk"],
  ["Q E", "turn around the figure"],
  ["Page up, page down", "tilt"],
  ["+ −", "zoom"],
  ["Tab", "the memories, nearest first"],
  ["Enter", "open the nearest, or the chosen one"],
  ["Esc", "back, or close"],
  ["M", "sound"],
  ["P", "parallel lines or depth"],
  ["R", "back to where you came in"],
  ["T", "free look"],
];

export const exploreGestureHelp: [string, string][] = [
  ["Joystick, or left stick", "walk"],
  ["Swipe, or right stick", "turn around the figure"],
  ["Pinch, wheel or triggers", "zoom"],
  ["Two fingers twisting", "turn"],
  ["A press on a light, or A", "open the memory"],
];
