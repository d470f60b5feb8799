/** The parts of live sessions, for the browser tests: they import this module into a page of the running program. */

import { LiveScene } from "./live-scene.ts";

Object.assign(globalThis, { liveParts: { LiveScene } });
