import type { Issue } from "../../../api/error-tree.ts";
import { problemsOf } from "../../../api/fields/problems.ts";
import { savedCardPaymentParamsSchema } from "../../../api/transactions/saved-card-payment.ts";
import { isRecord } from "../../../shared/values.ts";
import { readCard, toCheckout } from "../cards/card-request.ts";
import { maskOf } from "../cards/test-cards.ts";
import type { Clock } from "../clock.ts";
import { sectionOf, textOf } from "../input/section.ts";
import { unknownCurrency } from "../input/unknown-currency.ts";
import type { Fields } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { NotPayableError } from "../transactions/not-payable-error.ts";
import { DUPLICATE_WINDOW, type Processed } from "../transactions/transactions.ts";
import type { Payments } from "./payments.ts";

/** The types of transactions that a request can make without a payment token. */
export type CardPaymentType = "payment" | "authorization" | "charge" | "credit";

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly payments: Payments;
}

/** What the model checks: it knows cards by their token only, and refuses card data. */
const withoutCardData = (value: unknown): unknown => {
  const card = isRecord(value) ? value["credit_card"] : undefined;
  if (!isRecord(value) || !isRecord(card)) return value;
  const { number, verification_value: _, ...known } = card;
  return { ...value, credit_card: textOf(number) === undefined ? known : { ...known, token: "by number" } };
};

/** Payments, authorizations and credits without a payment token. Source: gateway documentation. */
export function createCardPayments({ store, clock, payments }: Dependencies) {
  /** Until when the same card and amount are duplicates. */
  const recent = new Map<string, Date>();

  const keyOf = (type: CardPaymentType, { credit_card, amount, currency }: Fields): string => {
    const { token, number } = sectionOf(credit_card);
    const now = clock.now();
    for (const [key, end] of recent) if (end <= now) recent.delete(key);
    return [type, textOf(token) ?? maskOf(textOf(number) ?? ""), textOf(amount), textOf(currency)].join();
  };

  return {
    problemsOf(type: CardPaymentType, value: unknown): Issue[] {
      const fields = sectionOf(value);
      const { problems } = readCard(store, fields["credit_card"], clock.now());
      const isDuplicate = fields["duplicate_check"] !== false && recent.has(keyOf(type, fields));
      return [
        ...problemsOf(savedCardPaymentParamsSchema, withoutCardData(value)),
        ...unknownCurrency(fields["currency"], ["currency"]),
        ...problems,
        ...(isDuplicate ? [{ path: ["base"], messages: ["Duplicate transaction"] }] : []),
      ];
    },

    /**
     * Charges a card, or sends it money. Synchronous, so that of two requests at once the second is a duplicate.
     *
     * @param fields A request without problems.
     */
    process(type: CardPaymentType, fields: Fields, origin: string): Processed {
      const now = clock.now();
      const { input } = readCard(store, fields["credit_card"], now);
      if (!input) throw new NotPayableError("There is no such card");
      recent.set(keyOf(type, fields), clock.endOf(now, DUPLICATE_WINDOW));
      const card = type === "credit" ? { ...input, skipsSecure: true } : input;
      return payments.charge(toCheckout(type, fields, origin, now), card);
    },
  };
}
