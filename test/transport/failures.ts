/** What a `fetch` fails with: an error with the fields that Node gives it. */
export const failure = (message: string, fields: Record<string, unknown>): Error =>
  Object.assign(new Error(message), fields);

/** `fetch` of Node fails like this: the reason is the cause. */
export const fetchFailed = (cause: unknown): Error => new TypeError("fetch failed", { cause });

export const refused = (address: string): Error =>
  failure(`connect ECONNREFUSED ${address}`, { code: "ECONNREFUSED", syscall: "connect", address });
