/** The parts of live sessions, for the browser tests: they import this module into a page of the running program. */

import { LivePanels } from "./live-panels.ts";
import { LiveScene } from "./live-scene.ts";
import { LiveSound } from "./live-sound.ts";

Object.assign(globalThis, { liveParts: { LivePanels, LiveScene, LiveSound } });
