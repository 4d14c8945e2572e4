export type { FailNextOptions, SandboxClientOptions, SandboxOptions, SandboxServer } from "./sandbox.ts";
export { Sandbox } from "./sandbox.ts";
