/** Whether something observes each request of Node's `fetch`, as undici's instrumentation does. */
export const isFetchObserved = (): boolean =>
  globalThis.process
    ?.getBuiltinModule?.("node:diagnostics_channel")
    .hasSubscribers("undici:request:create") ?? false;
