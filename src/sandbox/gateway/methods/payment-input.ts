import type { CardPayment } from "../cards/card-payment.ts";
import type { Fields } from "../input/section.ts";
import type { MethodOutcome } from "./methods.ts";

/** A payment by a wallet or an alternative method. The customer selects its outcome on the page. */
export interface MethodPayment {
  readonly method: string;
  readonly outcome: MethodOutcome;
}

export type PaymentInput = (CardPayment | MethodPayment) & {
  readonly customer?: Fields | undefined;
  readonly customFields?: Readonly<Record<string, string>> | undefined;
};
