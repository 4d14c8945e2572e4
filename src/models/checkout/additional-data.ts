import {
  anyObject,
  type Empty,
  type Optional,
  optional,
  readonlyList,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { oneOf, optionalOneOf, text } from "../fields/text.ts";
import { type Cart, cartSchema } from "./cart.ts";

/**
 * What a returned card token may be used for.
 *
 * - `recurring`: later payments without card entry. The first payment needs full card data with CVC/CVV,
 *   3-D Secure, and the customer's consent to regular charges.
 * - `oneclick`: one-click payments. The page is prefilled with the card's data; the customer enters CVC/CVV and
 *   passes 3-D Secure.
 * - `credit`: payouts to the card.
 * - `card_on_file`: saving the card to a customer profile, and occasional charges by the customer or the application.
 */
export type Contract = "recurring" | "oneclick" | "credit" | "card_on_file";

/** Flags sent to the payment network. Source: API reference, "order.additional_data". */
export interface CardOnFile {
  /** Who initiates the transaction. Default `merchant`. */
  initiator?: Optional<"merchant" | "customer" | Empty>;
  /** Why the merchant initiates it; used only if `initiator` is `merchant`. Default `delayed_charge`. */
  type?: Optional<"delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show" | Empty>;
}

/** Recipient of the payment. Source: API reference, "order.additional_data"; its key: gateway documentation. */
export interface Recipient {
  /** The recipient's account. */
  account_number?: Optional<string>;
  /** Type of `account_number`. */
  account_number_type?: Optional<"card" | "iban" | "bic" | "other" | Empty>;
  /**
   * For test transactions: a processing error code. The response returns it as `code`, with the matching `message` and
   * `friendly_message`.
   */
  expected_bank_code?: Optional<string>;
}

/** Additional data of an order. Source: API reference, "order.additional_data". */
export interface AdditionalData {
  /** Lines added to the customer's mail and shown on the success result page. */
  receipt_text?: Optional<readonly string[]>;
  /** Contracts for the card token that is returned. */
  contract?: Optional<readonly Contract[]>;
  /** Flags sent to the payment network. */
  card_on_file?: Optional<CardOnFile>;
  /**
   * AVS/CVC verification. The reference does not show its fields. The transaction has the results, each as a `result_code`
   * such as `M` for a match, in its own `avs_cvc_verification`.
   */
  avs_cvc_verification?: Optional<object>;
  /** Phone number in the payment destination note. Only when agreed with technical support. */
  dest_phone_num?: Optional<string>;
  /** Wallet number in the payment destination note. Only when agreed with technical support. */
  dest_wallet_num?: Optional<string>;
  /** Recipient of the payment. The key: gateway documentation. */
  recipient?: Optional<Recipient>;
  /** The items being paid for. Their amounts must add up to `order.amount`. The key: gateway documentation. */
  cart?: Optional<Cart>;
}

/** The zod model of {@link CardOnFile}. */
export const cardOnFileSchema: Section<CardOnFile> = section(
  (): Shape<CardOnFile> => ({
    initiator: optionalOneOf(["merchant", "customer"]),
    type: optionalOneOf(["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"]),
  }),
);

/** The zod model of {@link Recipient}. */
export const recipientSchema: Section<Recipient> = section(
  (): Shape<Recipient> => ({
    account_number: optional(text),
    account_number_type: optionalOneOf(["card", "iban", "bic", "other"]),
    expected_bank_code: optional(text),
  }),
);

/** The zod model of {@link AdditionalData}. */
export const additionalDataSchema: Section<AdditionalData> = section(
  (): Shape<AdditionalData> => ({
    receipt_text: optional(readonlyList(text)),
    contract: optional(readonlyList(oneOf(["recurring", "oneclick", "credit", "card_on_file"]))),
    card_on_file: optional(cardOnFileSchema),
    avs_cvc_verification: optional(anyObject),
    dest_phone_num: optional(text),
    dest_wallet_num: optional(text),
    recipient: optional(recipientSchema),
    cart: optional(cartSchema),
  }),
);
