import type { TestCard } from "./test-cards.ts";

export interface CardPayment {
  readonly card: TestCard;
  readonly holder: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly saveCard?: boolean | undefined;
  /** The security code, which sets the result of its verification. Never stored. */
  readonly cvc?: string | undefined;
  /** The token of a saved card. Such a charge happens without the customer. */
  readonly cardToken?: string | undefined;
  readonly skipsSecure?: boolean | undefined;
}
