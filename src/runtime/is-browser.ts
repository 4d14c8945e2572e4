/** Whether this is a page or a web worker. Deno's workers also have a `WorkerNavigator`. */
export const isBrowser = (): boolean =>
  "document" in globalThis || ("WorkerNavigator" in globalThis && !("Deno" in globalThis));
