import { type IntegerInput, seconds } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Optional,
  optional,
  readonlyList,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { httpUrl, oneOf, pageUrl, text, textUpTo } from "../fields/text.ts";
import { type CustomerFields, customerFieldsSchema } from "./customer-fields.ts";

/** The toggle for saving the card. Source: API reference, "settings"; its key: gateway documentation. */
export interface SaveCardToggle {
  /** Whether the toggle is shown. Takes priority over the shop's setting. Default true. */
  display?: Optional<boolean>;
  /** Customer contract. Default false. */
  customer_contract?: Optional<boolean>;
  /** Replaces the toggle's standard label. */
  text?: Optional<string>;
  /** Explains why saving is offered. */
  hint?: Optional<string>;
}

/** The toggle for paying with another card. Source: API reference, "settings"; its key: gateway documentation. */
export interface AnotherCardToggle {
  /** Whether the toggle is shown. Takes priority over the shop's setting. Default true. */
  display?: Optional<boolean>;
}

/** The fields of the card form. Source: API reference, "settings". */
export interface CreditCardFields {
  /** Cardholder name to prefill. */
  holder?: Optional<string>;
  /** `["holder"]` prevents editing the holder. */
  read_only?: Optional<readonly "holder"[]>;
}

/** The user agreement's toggle. Applies only when the agreement is activated for the shop. Source: API reference, "settings". */
export interface AgreementToggle {
  /** Default position of the toggle. Default false: off. */
  value?: Optional<boolean>;
  /** Absolute URL of the agreement's text. */
  url?: Optional<string>;
  /** At most 255 characters, shown next to the toggle. Text in square brackets becomes a hyperlink to `url`. */
  text?: Optional<string>;
}

/**
 * Appearance, addresses and behaviour of the payment page. Source: API reference, "settings".
 *
 * Addresses to which the customer returns may have the scheme of an app (`myapp://paid`); those that the gateway calls
 * are http or https. All are sent percent-encoded, with host names in ASCII.
 */
export interface Settings {
  /**
   * With `payment_method.credit_card.token`: opening the returned address starts the transaction with that token. By its
   * outcome, the customer is redirected to `success_url`, `decline_url`, `fail_url` or `return_url`, and a notification with
   * the status is posted to `notification_url`. Default false.
   */
  auto_pay?: Optional<boolean>;
  /** Design of the widget. The reference does not show its fields. */
  style?: Optional<object>;
  /** The toggle for saving the card. The key: gateway documentation. */
  save_card_toggle?: Optional<SaveCardToggle>;
  /** The toggle for paying with another card. The key: gateway documentation. */
  another_card_toggle?: Optional<AnotherCardToggle>;
  /** Absolute URL to return to after completion. If set, `success_url` and `decline_url` are ignored. */
  return_url?: Optional<string>;
  /** Absolute URL to return to after success. */
  success_url?: Optional<string>;
  /** Absolute URL to return to after a decline by the bank. */
  decline_url?: Optional<string>;
  /** Absolute URL to return to after a failure (error, exception). The token's status shows the reason. */
  fail_url?: Optional<string>;
  /** Absolute URL to return to after the customer cancels. */
  cancel_url?: Optional<string>;
  /** Absolute http or https URL that receives the transaction notification. */
  notification_url?: Optional<string>;
  /** For payouts: absolute http or https URL that receives a verification request before funds are transferred. */
  verification_url?: Optional<string>;
  /**
   * Seconds that the result page is shown before the automatic return, a whole number; 0 returns at once,
   * without the result page. Sent as a string.
   */
  auto_return?: Optional<IntegerInput>;
  /** Text of the result page's button. */
  button_next_text?: Optional<string>;
  /** Locale of the checkout page. Default `en`. */
  language?: Optional<string>;
  /** The customer data displayed on the page. */
  customer_fields?: Optional<CustomerFields>;
  /** The fields of the card form. */
  credit_card_fields?: Optional<CreditCardFields>;
  /** True skips the user agreement page even if it is enabled for the shop. Default false. */
  agreed?: Optional<boolean>;
  /** The user agreement's toggle. */
  agreement_toggle?: Optional<AgreementToggle>;
}

/** The zod model of {@link SaveCardToggle}. */
export const saveCardToggleSchema: Section<SaveCardToggle> = section(
  (): Shape<SaveCardToggle> => ({
    display: optional(flag),
    customer_contract: optional(flag),
    text: optional(text),
    hint: optional(text),
  }),
);

/** The zod model of {@link AnotherCardToggle}. */
export const anotherCardToggleSchema: Section<AnotherCardToggle> = section(
  (): Shape<AnotherCardToggle> => ({
    display: optional(flag),
  }),
);

/** The zod model of {@link CreditCardFields}. */
export const creditCardFieldsSchema: Section<CreditCardFields> = section(
  (): Shape<CreditCardFields> => ({
    holder: optional(text),
    read_only: optional(readonlyList(oneOf(["holder"]))),
  }),
);

/** The zod model of {@link AgreementToggle}. */
export const agreementToggleSchema: Section<AgreementToggle> = section(
  (): Shape<AgreementToggle> => ({
    value: optional(flag),
    url: optional(pageUrl),
    text: optional(textUpTo(255)),
  }),
);

/** The zod model of {@link Settings}. */
export const settingsSchema: Section<Settings> = section(
  (): Shape<Settings> => ({
    auto_pay: optional(flag),
    style: optional(anyObject),
    save_card_toggle: optional(saveCardToggleSchema),
    another_card_toggle: optional(anotherCardToggleSchema),
    return_url: optional(pageUrl),
    success_url: optional(pageUrl),
    decline_url: optional(pageUrl),
    fail_url: optional(pageUrl),
    cancel_url: optional(pageUrl),
    notification_url: optional(httpUrl),
    verification_url: optional(httpUrl),
    auto_return: optional(seconds),
    button_next_text: optional(text),
    language: optional(text),
    customer_fields: optional(customerFieldsSchema),
    credit_card_fields: optional(creditCardFieldsSchema),
    agreed: optional(flag),
    agreement_toggle: optional(agreementToggleSchema),
  }),
);
