/** The triggers of an open session: their sources, the switches of the settings, and what they set off. */

import type { TriggerExports } from "../core/trigger-exports.ts";
import type { ReadonlySignal } from "../reactive/signal.ts";
import type { LiveSettings } from "./settings/live-settings.ts";
import { TriggerSwitches } from "./settings/trigger-switches.ts";
import { TriggerResponder, type TriggerResponderProps } from "./trigger-responder.ts";
import { ClapSource } from "./triggers/clap-source.ts";
import { FaceSource } from "./triggers/face-source.ts";
import { GestureSource } from "./triggers/gesture-source.ts";
import { type TriggerMapping, withChoices } from "./triggers/responses.ts";
import { TriggerController } from "./triggers/trigger-controller.ts";

export interface SessionTriggersProps extends Omit<TriggerResponderProps, "mapping"> {
  /** What follows triggers until the visitor chooses. */
  responses: TriggerMapping;
  core: TriggerExports;
  settings: LiveSettings;
  /** Parents switched microphone and camera off on this device. */
  sensorsOff: ReadonlySignal<boolean>;
}

/** Starts the triggers that are switched on; microphone and sensors are released when `owner` aborts. */
export function sessionTriggers(props: SessionTriggersProps, owner: AbortSignal): TriggerSwitches {
  const { core, settings, sensorsOff } = props;
  const controller: TriggerController = new TriggerController({
    clap: new ClapSource((error) => controller.interrupted("clap", error)),
    face: new FaceSource(() => core),
    gesture: new GestureSource(() => core),
  });
  const responder = new TriggerResponder({
    ...props,
    mapping: () => withChoices(props.responses, settings.responses.peek()),
  });
  controller.onTrigger((event) => responder.respond(event));
  owner.addEventListener("abort", () => controller.dispose(), { once: true });
  return new TriggerSwitches(settings, controller, sensorsOff, owner);
}
