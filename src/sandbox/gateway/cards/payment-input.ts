import type { Fields } from "../orders/order.ts";
import type { TestCard } from "./test-cards.ts";

export interface CardPayment {
  readonly card: TestCard;
  readonly holder: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  /** Whether the customer wants to save the card. */
  readonly saveCard?: boolean | undefined;
  /** The security code, which sets the result of its verification. Never stored. */
  readonly cvc?: string | undefined;
  /** The token of a saved card. Such a charge happens without the customer. */
  readonly cardToken?: string | undefined;
  /** Whether the payment skips 3-D Secure. */
  readonly skipsSecure?: boolean | undefined;
}

/** A payment by a wallet or an alternative method. The customer selects its outcome on the page. */
export interface MethodPayment {
  readonly method: string;
  readonly outcome: "successful" | "failed" | "pending";
}

export type PaymentInput = (CardPayment | MethodPayment) & {
  readonly customer?: Fields | undefined;
  readonly customFields?: Readonly<Record<string, string>> | undefined;
};
