import { seconds } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Infer,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
} from "../fields/primitives.ts";
import { httpUrl, language, oneOf, pageUrl, text, textUpTo } from "../fields/text.ts";
import { customerFieldsSchema } from "./customer-fields.ts";

const saveCardToggleFields = () => ({
  /** Whether the toggle is shown. Takes priority over the shop's setting. Default true. */
  display: optional(flag),
  /** Customer contract. Default false. */
  customer_contract: optional(flag),
  /** Label of the toggle. Default: the standard label. */
  text: optional(text),
  /** Explains why saving is offered. */
  hint: optional(text),
});

/** The toggle for saving the card. Source: API reference, "settings". Source of the key: gateway documentation. */
export interface SaveCardToggle extends Infer<typeof saveCardToggleFields>, Named {}

const anotherCardToggleFields = () => ({
  /** Whether the toggle is shown. Takes priority over the shop's setting. Default true. */
  display: optional(flag),
});

/**
 * The toggle for paying with another card. Source: API reference, "settings". Source of the key: gateway documentation.
 */
export interface AnotherCardToggle extends Infer<typeof anotherCardToggleFields>, Named {}

const creditCardFields = () => ({
  /** Cardholder name to prefill. */
  holder: optional(text),
  /** `["holder"]` prevents editing the holder. */
  read_only: optional(readonlyList(oneOf(["holder"]))),
});

/** The fields of the card form. Source: API reference, "settings". */
export interface CreditCardFields extends Infer<typeof creditCardFields>, Named {}

const agreementToggleFields = () => ({
  /** Default position of the toggle. Default false. */
  value: optional(flag),
  /** Absolute URL of the agreement's text. */
  url: optional(pageUrl),
  /** Label next to the toggle. Text in square brackets becomes a link to `url`. At most 255 characters. */
  text: optional(textUpTo(255)),
});

/**
 * The toggle of the user agreement. Applies only if the agreement is activated for the shop. Source: API reference,
 * "settings".
 */
export interface AgreementToggle extends Infer<typeof agreementToggleFields>, Named {}

const settingsFields = () => ({
  /**
   * True starts the transaction when the customer opens the returned address, if `payment_method.credit_card.token` is
   * sent. Default false. The gateway redirects the customer to `success_url`, `decline_url`, `fail_url` or
   * `return_url`, and sends a notification to `notification_url`.
   */
  auto_pay: optional(flag),
  /** Design of the widget. The reference does not show its fields. */
  style: optional(anyObject),
  /** The toggle for saving the card. Source of the key: gateway documentation. */
  save_card_toggle: optional(saveCardToggleSchema),
  /** The toggle for paying with another card. Source of the key: gateway documentation. */
  another_card_toggle: optional(anotherCardToggleSchema),
  /** Absolute URL to return to after completion. If set, `success_url` and `decline_url` are ignored. */
  return_url: optional(pageUrl),
  /** Absolute URL to return to after success. */
  success_url: optional(pageUrl),
  /** Absolute URL to return to after a decline by the bank. */
  decline_url: optional(pageUrl),
  /** Absolute URL to return to after a failure (error, exception). The token's status shows the reason. */
  fail_url: optional(pageUrl),
  /** Absolute URL to return to after the customer cancels. */
  cancel_url: optional(pageUrl),
  /** Absolute http or https URL that receives the notifications. */
  notification_url: optional(httpUrl),
  /**
   * Absolute http or https URL that receives a verification request before the gateway transfers the funds of a payout.
   */
  verification_url: optional(httpUrl),
  /**
   * Seconds before the automatic return from the result page, a whole number. Sent as a string. 0 returns immediately,
   * without the result page.
   */
  auto_return: optional(seconds),
  /** Text of the button on the result page. */
  button_next_text: optional(text),
  /** Locale of the checkout page. Default `en`. */
  language: optional(language),
  /** The customer data displayed on the page. */
  customer_fields: optional(customerFieldsSchema),
  /** The fields of the card form. */
  credit_card_fields: optional(creditCardFieldsSchema),
  /** True skips the user agreement page even if it is enabled for the shop. Default false. */
  agreed: optional(flag),
  /** The toggle of the user agreement. */
  agreement_toggle: optional(agreementToggleSchema),
});

/**
 * Appearance, addresses and behavior of the payment page. Source: API reference, "settings".
 *
 * Addresses to which the customer returns may have the scheme of an app (`myapp://paid`). Addresses that the gateway
 * calls are http or https. All are sent percent-encoded, with host names in ASCII.
 */
export interface Settings extends Infer<typeof settingsFields>, Named {}

/** The zod model of {@link SaveCardToggle}. */
export const saveCardToggleSchema: Section<SaveCardToggle> = section(saveCardToggleFields);

/** The zod model of {@link AnotherCardToggle}. */
export const anotherCardToggleSchema: Section<AnotherCardToggle> = section(anotherCardToggleFields);

/** The zod model of {@link CreditCardFields}. */
export const creditCardFieldsSchema: Section<CreditCardFields> = section(creditCardFields);

/** The zod model of {@link AgreementToggle}. */
export const agreementToggleSchema: Section<AgreementToggle> = section(agreementToggleFields);

/** The zod model of {@link Settings}. */
export const settingsSchema: Section<Settings> = section(settingsFields);
