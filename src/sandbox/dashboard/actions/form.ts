import { NotPayableError } from "../../gateway/transactions/not-payable-error.ts";

export class Refused extends Error {
  override readonly name = "Refused";
}

export type Form = Readonly<Record<string, unknown>>;

export const fieldOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

export interface Caller {
  /** The origin of the links in its result. */
  readonly origin: string;
  /** How long it waits for the merchant's server, in milliseconds. */
  readonly timeout: number;
}

export interface Done {
  readonly message: string;
  /** The order that it was about: its token. */
  readonly order?: string;
  /** Whether the shop answered a notification with a wrong signature as if it were genuine. */
  readonly isForgeryAccepted?: boolean;
  /** The page that shows it; by default the one with the form. */
  readonly to?: string;
}

/** Why an action cannot be done: what it said, or what the gateway refuses. Undefined for any other error. */
export const refusalOf = (error: unknown): string | undefined => {
  if (error instanceof Refused) return error.message;
  return error instanceof NotPayableError || error instanceof RangeError ? `${error.message}.` : undefined;
};
