/** An error with the fields that Node sets on network errors. */
export const failure = (message: string, fields: Record<string, unknown>): Error =>
  Object.assign(new Error(message), fields);

/** The error of Node's `fetch`: the reason is its cause. */
export const fetchFailed = (cause: unknown): Error => new TypeError("fetch failed", { cause });

export const refused = (address: string): Error =>
  failure(`connect ECONNREFUSED ${address}`, { code: "ECONNREFUSED", syscall: "connect", address });
