import { isGiven } from "../shared/values.ts";
import { positiveAmount } from "./fields/amount.ts";
import { coded } from "./fields/codes.ts";
import type { Issue } from "./fields/issue.ts";
import {
  anyObject,
  flag,
  type Infer,
  type Model,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
  textOrNumber,
  valueWithout,
  type WithOthers,
} from "./fields/primitives.ts";
import { broken, type Rule, withRules } from "./fields/rules.ts";
import { filled, httpUrl, oneOf, open, text, textUpTo } from "./fields/text.ts";
import { time } from "./fields/time.ts";

/** A text or a number that passes a test as text. An empty text passes as no value. */
/* @__NO_SIDE_EFFECTS__ */
function textOrNumberWithout(
  find: (text: string) => Issue | undefined,
  expected: string,
  jsonSchema: object,
): Model<string | number> {
  const isText = (value: unknown) => typeof value === "string" || typeof value === "number";
  return valueWithout(
    (value) => (isText(value) ? find(String(value)) : { code: "invalid_type", expected: "string" }),
    expected,
    { type: ["string", "number"], ...jsonSchema },
  );
}

const LONGEST_ACCOUNT = 30;

const accountNumber = textOrNumberWithout(
  ({ length }) =>
    length > LONGEST_ACCOUNT
      ? { code: "too_big", origin: "string", maximum: LONGEST_ACCOUNT, inclusive: true }
      : undefined,
  "at most 30 characters",
  { maxLength: LONGEST_ACCOUNT },
);

const ORDER_NUMBER = "^(?:[1-9][0-9]{0,11})?$";

const orderNumber = textOrNumberWithout(
  (text) =>
    new RegExp(ORDER_NUMBER).test(text)
      ? undefined
      : { code: "invalid_format", format: "order_id", input: text },
  "at most 12 digits, not beginning with 0",
  { pattern: ORDER_NUMBER, minimum: 1, maximum: 999_999_999_999 },
);

const billMethodFields = () => ({
  /** The method's type, such as `erip`. Required. */
  type: open<"erip">(filled),
  /**
   * What the customer enters to find the bill: a number of the order or the agreement, at most 30 characters. Required for
   * `erip`.
   */
  account_number: optional(accountNumber),
  /** The service's number. Required if the shop has several services. */
  service_no: optional(textOrNumber),
  /** Lines that the customer sees before paying. */
  service_info: optional(readonlyList(text)),
  /** Lines of the receipt. */
  receipt: optional(readonlyList(text)),
  /** Where the customer finds the service. */
  instruction: optional(readonlyList(text)),
});

/** Where a bill is paid. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillMethodFields extends Infer<typeof billMethodFields>, Named {}

/** Where a bill is paid. Another method than `erip` has parameters of its own beside its type. */
export type BillMethod = WithOthers<BillMethodFields>;

/** A country in any form, because public clients write it in several. */
const anyCountry = coded(text, "country");

const billCustomerFields = () => ({
  /** First name. */
  first_name: optional(text),
  /** Middle name. */
  middle_name: optional(text),
  /** Last name. */
  last_name: optional(text),
  /** Country, ISO 3166-1 alpha-2. */
  country: optional(anyCountry),
  /** City. */
  city: optional(text),
  /** Postal code. */
  zip: optional(text),
  /** Street address. */
  address: optional(text),
  /** Phone number. */
  phone: optional(text),
});

/** Who pays a bill. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillCustomer extends Infer<typeof billCustomerFields>, Named {}

const billCreateParamsFields = () => ({
  /** Minor units, 1 or more: 3245 is 32.45. Required. */
  amount: positiveAmount,
  /** Currency: bills are paid in Belarusian rubles. Required. */
  currency: oneOf(["BYN"]),
  /** What is paid for. Required. */
  description: filled,
  /** Email address of the customer. */
  email: optional(text),
  /** IP address of the customer. Required. */
  ip: filled,
  /** The order's number: digits, at most 12, not beginning with 0. */
  order_id: optional(orderNumber),
  /** The merchant's identifier, at most 255 characters; several are joined by `;`. Default: `order_id`. */
  tracking_id: optional(textUpTo(255)),
  /** Absolute http or https URL that receives the transaction notification. */
  notification_url: optional(httpUrl),
  /** When the bill expires. Default: it does not. */
  expired_at: optional(time),
  /** Language of messages. */
  language: optional(text),
  /** True for a test bill: no money moves. Default false. */
  test: optional(flag),
  /** True for a bill that can be paid any number of times. Default false. */
  permanent: optional(flag),
  /** True lets the customer change the amount. Default false. */
  editable_amount: optional(flag),
  /** The customer. */
  customer: optional(billCustomerSchema),
  /** Where it is paid. Required. */
  payment_method: billMethodSchema,
  /** Additional data, such as `receipt_text`. */
  additional_data: optional(anyObject),
});

/**
 * Parameters of a bill: a payment that the customer makes elsewhere, in a bank or at a terminal. Source: gateway
 * documentation, "Create an ERIP payment request"; the rules of `ip` and `order_id`: public clients.
 */
export interface BillCreateParams extends Infer<typeof billCreateParamsFields>, Named {}

/** Without an account number, nobody finds the bill. */
const accountOfErip: Rule<BillMethodFields> = ({ type, account_number }, refuse) => {
  if (type !== "erip" || isGiven(account_number)) return;
  const params = { code: "required", when: "type", is: "erip" };
  refuse(["account_number"], broken("is required when type is erip", params));
};

/** The zod model of {@link BillMethod} without its rule, for `z.pick`, `z.omit` and `z.partial`. */
export const billMethodFieldsSchema: Section<BillMethod, BillMethodFields> = section(billMethodFields);

/** The zod model of {@link BillMethod}. */
export const billMethodSchema: Section<BillMethod, BillMethodFields> = withRules(
  billMethodFieldsSchema,
  accountOfErip,
);

/** The zod model of {@link BillCustomer}. */
export const billCustomerSchema: Section<BillCustomer> = section(billCustomerFields);

/** The zod model of {@link BillCreateParams}. */
export const billCreateParamsSchema: Section<BillCreateParams> = section(billCreateParamsFields);
