/** The response with which the sandbox fails a request. */
export interface FailNextOptions {
  /** HTTP status, 400 to 599. */
  status: number;
  /** How many requests get it; 1 or more. Default 1. */
  times?: number | undefined;
  /** Sent with it, such as `{ "retry-after": "1" }`. */
  headers?: Record<string, string> | undefined;
  /** Sent as JSON; a string is sent as it is. Default: a message. */
  body?: unknown;
}

const toResponse = ({
  status,
  headers,
  body = { message: `Failed with ${status}, as failNext asked` },
}: FailNextOptions) =>
  typeof body === "string"
    ? new Response(body, { status, headers: { "content-type": "text/html", ...headers } })
    : Response.json(body, { status, headers: { ...headers } });

/** The planned failures, in order. */
export class Failures {
  readonly #emitChange: () => void;
  #planned: FailNextOptions[] = [];

  constructor(emitChange: () => void) {
    this.#emitChange = emitChange;
  }

  /** The failures that are left, next first. */
  get planned(): readonly Readonly<FailNextOptions>[] {
    return this.#planned;
  }

  /** Throws a RangeError for a status that is no failure, or a count below 1. */
  plan(options: FailNextOptions): void {
    const { status, times = 1 } = options ?? {};
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError("failNext: status must be an integer from 400 to 599");
    }
    if (!Number.isSafeInteger(times) || times < 1) {
      throw new RangeError("failNext: times must be an integer, 1 or more");
    }
    try {
      toResponse(options);
    } catch {
      throw new RangeError("failNext: headers and body must be such as can be sent");
    }
    this.#planned.push({ ...options, times });
    this.#emitChange();
  }

  /** Lets the next requests succeed again. */
  cancel(): void {
    this.#planned = [];
    this.#emitChange();
  }

  /** The response to the current request if it has to fail. */
  next(): Response | undefined {
    const [failure] = this.#planned;
    if (failure === undefined) return undefined;
    failure.times = (failure.times ?? 1) - 1;
    if (failure.times < 1) this.#planned.shift();
    this.#emitChange();
    return toResponse(failure);
  }
}
