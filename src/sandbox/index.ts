export type { FailNextOptions, SandboxOptions, SandboxServer } from "./sandbox.ts";
export { Sandbox } from "./sandbox.ts";
