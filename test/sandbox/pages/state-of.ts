import type { StateRecords } from "../../../src/sandbox/gateway/records.ts";
import type { Sandbox } from "../../../src/sandbox/sandbox.ts";

/** What a sandbox knows, with what is inside. */
export const stateOf = async (sandbox: Sandbox): Promise<StateRecords> =>
  JSON.parse(JSON.stringify(await sandbox.state()));
