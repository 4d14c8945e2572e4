import type { Fields } from "../records/records.ts";
import type { TestCard } from "./test-cards.ts";

export interface CardPayment {
  readonly card: TestCard;
  readonly holder: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  /** Whether the customer asked to save the card. */
  readonly saveCard?: boolean | undefined;
  /** The security code, on which the test result of its verification depends. It is not stored. */
  readonly cvc?: string | undefined;
  /** The token of a saved card that is charged without the customer. */
  readonly cardToken?: string | undefined;
  /** Whether 3-D Secure is not to be asked for. */
  readonly skipsSecure?: boolean | undefined;
}

/** How a customer pays: by a wallet or an alternative method, whose outcome is chosen on the page. */
export interface MethodPayment {
  readonly method: string;
  readonly outcome: "successful" | "failed" | "pending";
}

export type PaymentInput = (CardPayment | MethodPayment) & {
  readonly customer?: Fields | undefined;
  readonly customFields?: Readonly<Record<string, string>> | undefined;
};
