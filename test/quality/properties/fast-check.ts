/** In this folder: rules that hold for generated values and orders of calls. */

/** fast-check with a fixed seed, so that every run tests the same values. The variable SEED explores others. */
import * as fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 4821), numRuns: 70 });

export { fc };
