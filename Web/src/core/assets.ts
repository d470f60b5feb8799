/** Names of the files beside the modules by their names in the source: the build names each file by its content. */
declare const BUNDLED_FILES: Readonly<Record<string, string>>;

/** The address of a file that is not a module. */
export function assetURL(
  name:
    | "core.wasm"
    | "live.wasm"
    | "exhibit.wasm"
    | "splats.wasm"
    | "splat-worker.js"
    | "clap-worklet.js"
    | "diorama.svg"
    | "plan.css"
    | "measure.css"
    | "live.css"
    | "live-settings.css"
    | "exhibit.css"
    | "exhibit-editor.css"
    | "guide.css"
    | "settings.css"
    | "things.css"
    | "requests.css"
    | "de.json"
    | "fr.json"
    | "es.json"
    | "cs.json",
): string {
  return new URL(BUNDLED_FILES[name]!, import.meta.url).href;
}
