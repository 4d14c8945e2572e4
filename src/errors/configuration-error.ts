import { PaymentsError } from "./payments-error.ts";

/** An option is missing or invalid. The message names the option and its environment variable. Nothing was sent. */
export class ConfigurationError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "ConfigurationError";
  }

  declare readonly code: "configuration";

  constructor(message: string) {
    super(message, { code: "configuration", processed: "no" });
  }
}
