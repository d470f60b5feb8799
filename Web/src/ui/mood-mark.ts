/** The mark of a mood: its shape, filled with its hue. It is beside the word, so it is hidden from screen readers. */

import type { Mood } from "./moods.ts";

/** On a grid of 24. The shader of the cues draws the same shapes. */
const shapes: Record<Mood, string> = {
  joy: "M12 2.500 14.200 6.700 18.700 5.300 17.300 9.800 21.500 12 17.300 14.200 18.700 18.700 14.200 17.300 12 " +
    "21.500 9.800 17.300 5.300 18.700 6.700 14.200 2.500 12 6.700 9.800 5.300 5.300 9.800 6.700z",
  calm: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
  wonder:
    "M12 2c.9 6.200 3.800 9.100 10 10-6.200.9-9.100 3.800-10 10-.9-6.200-3.800-9.100-10-10 6.200-.9 9.100-3.800 10-10z",
  longing: "M15.500 3.600A9 9 0 1 0 20.800 15.600 7.200 7.200 0 0 1 15.500 3.600z",
  sorrow: "M12 2.500c3.300 4.600 6.200 8 6.200 12a6.200 6.200 0 0 1-12.400 0c0-4 2.900-7.400 6.200-12z",
  courage: "M12 3.500 21.500 19.500H2.500z",
};

const svg = "http://www.w3.org/2000/svg";

export function moodMark(mood: Mood): SVGSVGElement {
  const element = document.createElementNS(svg, "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("class", "mood-mark");
  element.setAttribute("data-mood", mood);
  element.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", shapes[mood]);
  element.append(path);
  return element;
}
