import { NotPayableError } from "../../gateway/payments/not-payable-error.ts";
import type { Tone } from "../../gateway/payments/status-rows.ts";

export class Refused extends Error {
  override readonly name: string = "Refused";
  /** The name of the field that the developer must change. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Refuses an id that no record has. */
export class NotFound extends Refused {
  override readonly name = "NotFound";
}

export type Form = Readonly<Record<string, unknown>>;

export const fieldOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

export interface Caller {
  /** The origin for links in the result. */
  readonly origin: string;
  /** Maximum time for the answer of the merchant's server in milliseconds. */
  readonly timeout: number;
}

export interface Done {
  readonly message: string;
  /** Default: `info`. */
  readonly tone?: Tone;
  /** The address of the new event. */
  readonly event?: string | undefined;
  /** The token of the order. */
  readonly order?: string;
  /** Which order was chosen, if several orders have the id. */
  readonly note?: string | undefined;
  /** Whether the shop accepted a notification with a wrong signature. */
  readonly isForgeryAccepted?: boolean;
  /** The page with the result. Default: the page with the form. */
  readonly to?: string;
}

/** Returns why an action is refused, by the dashboard or by the gateway. Undefined for any other error. */
export const refusalOf = (error: unknown): Pick<Refused, "message" | "field"> | undefined => {
  if (error instanceof Refused) return error;
  return error instanceof NotPayableError || error instanceof RangeError
    ? { message: `${error.message}.`, field: undefined }
    : undefined;
};
