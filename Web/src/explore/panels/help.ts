/** What keys and gestures do on the sand table, for the help. */

export const exploreKeyHelp: [string, string][] = [
  ["W A S D, or arrows", "walk"],
  ["Q E", "orbit the avatar"],
  ["Page up, page down", "tilt"],
  ["+ −", "zoom"],
  ["Tab", "the memories, nearest first"],
  ["Enter", "open the nearest memory, or the selected one"],
  ["Esc", "back, or close"],
  ["M", "sound"],
  ["P", "orthographic or perspective view"],
  ["R", "back to the start"],
  ["T", "free look"],
];

export const exploreGestureHelp: [string, string][] = [
  ["Joystick, or left stick", "walk"],
  ["Swipe, or right stick", "orbit the avatar"],
  ["Pinch, wheel or triggers", "zoom"],
  ["Two fingers rotating", "turn"],
  ["A press on a cue, or A", "open the memory"],
];
