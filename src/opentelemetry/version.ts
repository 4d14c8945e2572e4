import manifest from "../../package.json" with { type: "json" };

/** The version of the package. The build reads nothing else of the manifest. */
export const VERSION = manifest.version;
