import type { StateRecords } from "../../../src/sandbox/gateway/records/records.ts";
import type { Sandbox } from "../../../src/sandbox/sandbox.ts";

/** The state of a sandbox with its records. */
export const stateOf = async (sandbox: Sandbox): Promise<StateRecords> =>
  JSON.parse(JSON.stringify(await sandbox.state()));
