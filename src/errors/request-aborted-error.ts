import type { ConnectionContext } from "./connection-error.ts";
import { PaymentsError, withPrecaution } from "./payments-error.ts";

/** The call's `signal` was aborted. `cause` is the reason of the signal. */
export class RequestAbortedError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "RequestAbortedError";
  }

  declare readonly code: "aborted";

  constructor(context: ConnectionContext) {
    super(withPrecaution(`${context.operation} was aborted`, context), { ...context, code: "aborted" });
  }
}
