import { Sandbox } from "../../src/sandbox.ts";

/** The state of a new sandbox. Generating a key pair takes long, so most tests begin with this one. */
export const freshState = await new Sandbox().state();
