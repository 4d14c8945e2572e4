import {
  anyObject,
  type Infer,
  type Model,
  type Named,
  type Open,
  optional,
  readonlyList,
  type Section,
  section,
} from "../fields/primitives.ts";
import { optionalOneOf, text } from "../fields/text.ts";
import { cartSchema } from "./cart.ts";

/**
 * The purpose of a returned card token.
 *
 * - `recurring`: later payments without card entry. The first payment needs full card data with CVC/CVV, 3-D Secure,
 *   and the customer's consent to regular charges.
 * - `oneclick`: one-click payments. The page is prefilled with the card's data. The customer enters CVC/CVV and
 *   passes 3-D Secure.
 * - `credit`: payouts to the card.
 * - `card_on_file`: saving the card to a customer profile, and occasional charges by the customer or the application.
 *
 * The gateway may accept more values. Source of `unscheduled`: a service in production.
 */
export type Contract = Open<"recurring" | "oneclick" | "credit" | "card_on_file" | "unscheduled">;

const cardOnFileFields = () => ({
  /** The party that initiates the transaction. Default `merchant`. */
  initiator: optionalOneOf(["merchant", "customer"]),
  /** Reason of the merchant, used only if `initiator` is `merchant`. Default `delayed_charge`. */
  type: optionalOneOf(["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"]),
});

/** Flags sent to the payment network. Source: API reference, "order.additional_data". */
export interface CardOnFile extends Infer<typeof cardOnFileFields>, Named {}

const recipientFields = () => ({
  /** The recipient's account. */
  account_number: optional(text),
  /** Type of `account_number`. */
  account_number_type: optionalOneOf(["card", "iban", "bic", "other"]),
  /**
   * For test transactions only: a processing error code. The response returns it as `code`, with the matching `message`
   * and `friendly_message`.
   */
  expected_bank_code: optional(text),
});

/**
 * Recipient of the payment. Source: API reference, "order.additional_data". Source of the key: gateway documentation.
 */
export interface Recipient extends Infer<typeof recipientFields>, Named {}

const contract: Model<Contract> = text;

const additionalDataFields = () => ({
  /** Lines added to the customer's mail and shown on the success result page. */
  receipt_text: optional(readonlyList(text)),
  /** Contracts for the card token that is returned. */
  contract: optional(readonlyList(contract)),
  /** Flags sent to the payment network. */
  card_on_file: optional(cardOnFileSchema),
  /**
   * AVS/CVC verification. The reference does not show its fields. The transaction has the results in its own
   * `avs_cvc_verification`, each as a `result_code` such as `M` for a match.
   */
  avs_cvc_verification: optional(anyObject),
  /** Phone number in the note about the payment's destination. Only as agreed with technical support. */
  dest_phone_num: optional(text),
  /** Wallet number in the note about the payment's destination. Only as agreed with technical support. */
  dest_wallet_num: optional(text),
  /** Recipient of the payment. Source of the key: gateway documentation. */
  recipient: optional(recipientSchema),
  /**
   * The items being paid for. Their amounts must add up to `order.amount`. Source of the key: gateway documentation.
   */
  cart: optional(cartSchema),
});

/** Additional data of an order. Source: API reference, "order.additional_data". */
export interface AdditionalData extends Infer<typeof additionalDataFields>, Named {}

/** The zod model of {@link CardOnFile}. */
export const cardOnFileSchema: Section<CardOnFile> = section(cardOnFileFields);

/** The zod model of {@link Recipient}. */
export const recipientSchema: Section<Recipient> = section(recipientFields);

/** The zod model of {@link AdditionalData}. */
export const additionalDataSchema: Section<AdditionalData> = section(additionalDataFields);
