import type { Report } from "../src/api/generated.ts";
import {
  depthScaleText,
  formatPlace,
  formatSmallLength,
  poseText,
  poseWarning,
  roomText,
  scanFacts,
  scanShares,
} from "../src/ui/scan-text.ts";
import { unseenEdgeSegments } from "../src/scene/unseen-edge-segments.ts";
import { deepStrictEqual as equal } from "./assert.ts";

const unknown: Report = {
  mode: "",
  frames: 0,
  duration: null,
  recorded: null,
  device: null,
  place: null,
  size: null,
  coverage: null,
  coverageRefersTo: "the surface that was found",
  shell: null,
  noRoom: null,
  scale: "known",
  quality: null,
  parts: { density: null, angles: null, sharpness: null },
  advice: [],
  poses: { source: "recorded", confidence: null, loops: 0, correction: null, depthScale: null },
};

Deno.test("what is not known is left out", () => {
  equal(scanFacts(unknown), []);
  equal(scanShares(unknown), []);
  equal(poseWarning(unknown.poses), null);
  equal(poseText(unknown.poses), "As the device recorded it.");
});

Deno.test("facts are told in words", () => {
  const report: Report = {
    ...unknown,
    mode: "interior",
    frames: 200,
    duration: 83,
    recorded: new Date(2026, 1, 3, 9, 5).toISOString(),
    device: "iPhone 15 Pro",
    size: [8.35, 3.15, 9.58],
  };
  equal(scanFacts(report, new Date(2026, 5, 1)), [
    ["Date", "3 Feb 2026"],
    ["Duration", "1 min 23 s"],
    ["Device", "iPhone 15 Pro"],
    ["Size", "8.3 × 9.6 × 3.1 m"],
    ["Frames", "200 frames"],
    ["Scanned as", "interior"],
  ]);
});

Deno.test("a share of nothing is shown, an unknown one is not", () => {
  const shares = scanShares({ ...unknown, coverage: 0, parts: { density: null, angles: 0.5, sharpness: null } });
  equal(shares.map(({ name, value, part }) => [name, value, part]), [["Found surface", 0, false], [
    "Angles",
    0.5,
    true,
  ]]);
});

Deno.test("the room's shares come with their bound, or with the reason why there are none", () => {
  const part = (observed: number) => ({ area: 10, observed });
  const shell = {
    total: part(0.5),
    floor: part(1),
    walls: part(0.5),
    ceiling: part(0),
    openOutline: 3.24,
    isOpen: true,
    height: 2.5,
  };
  const report: Report = { ...unknown, shell };
  equal(scanShares(report).map(({ name, value, part }) => [name, value, part]), [
    ["Room", 0.5, false],
    ["Floor", 1, true],
    ["Walls", 0.5, true],
    ["Ceiling", 0, true],
  ]);
  equal(roomText(report), "The shares of the room are upper bounds: its outline is open along 3.2 m.");
  equal(roomText({ ...unknown, shell: { ...shell, isOpen: false } }), null);
  equal(
    roomText({ ...unknown, noRoom: "it is a scan of an object" }),
    "No room was recognized: it is a scan of an object.",
  );
  equal(roomText(unknown), null);
});

Deno.test("the scale of the depths has its interval", () => {
  equal(depthScaleText(unknown.poses), null);
  const depthScale = { ratio: 1.026, standardDeviation: 0.003, interval: [1.0188, 1.0332] as const };
  const text = depthScaleText({ ...unknown.poses, depthScale });
  equal(text?.startsWith("Scale of the depths against the trajectory: 1.026 ± 0.007 (95 %)."), true);
});

Deno.test("a path that can't be trusted is said to be so", () => {
  const poses = { source: "odometry", confidence: 0.49, loops: 2, correction: 0.042, depthScale: null };
  equal(poseWarning(poses) !== null, true);
  equal(poseWarning({ ...poses, confidence: 0.5 }), null);
  equal(
    poseText(poses),
    "Computed from the images, moved by up to 4.2 cm, closed at 2 loops.",
  );
});

Deno.test("small lengths have the unit that suits them", () => {
  equal([0.0004, 0.008, 0.0096, 0.042, 0.25, 1.24].map(formatSmallLength), [
    "1 mm",
    "8 mm",
    "1.0 cm",
    "4.2 cm",
    "25 cm",
    "1.2 m",
  ]);
});

Deno.test("places have their hemisphere and how exact they are", () => {
  const place = { latitude: -33.85678, longitude: 151.2153, altitude: null, heading: null, accuracy: 4.6 };
  equal(formatPlace(place), "33.85678° S, 151.21530° E, ± 5 m");
  equal(formatPlace({ ...place, latitude: 0, accuracy: null }), "0.00000° N, 151.21530° E");
});

Deno.test("rims become segments, and what is no line is left out", () => {
  equal([...unseenEdgeSegments({ rims: [[0, 0, 0, 1, 0, 0, 1, 1, 0]] })], [0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0]);
  equal([...unseenEdgeSegments({ rims: [[1, 2, 3], [0, 0, "x", 1, 1, 1], null, [0, 0, 0, 1, 1, 1, 9]] })], [
    0,
    0,
    0,
    1,
    1,
    1,
  ]);
  for (const wrong of [null, 5, {}, { rims: 3 }, []]) equal(unseenEdgeSegments(wrong).length, 0);
});
