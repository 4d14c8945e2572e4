import { isGiven } from "../shared/values.ts";
import { positiveAmount } from "./fields/amount.ts";
import { coded } from "./fields/codes.ts";
import type { ZodIssue } from "./fields/issue.ts";
import type { Country } from "./fields/known-codes.ts";
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
import { filled, httpUrl, language, oneOf, open, text, textUpTo } from "./fields/text.ts";
import { time } from "./fields/time.ts";

/** A text, or a number that is checked as text. An empty text counts as no value. */
/* @__NO_SIDE_EFFECTS__ */
function textOrNumberWithout(
  find: (text: string) => ZodIssue | undefined,
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
  /** The type of the method, such as `erip`. Required. Source: gateway documentation. */
  type: open<"erip">(filled),
  /**
   * The number that the customer enters to find the bill, such as the order's or the agreement's. At most 30
   * characters. Required for `erip`. Source: public clients.
   */
  account_number: optional(accountNumber),
  /** Number of the service. Required if the shop has several services. Source: gateway documentation. */
  service_no: optional(textOrNumber),
  /** Lines that the customer sees before paying. Source: gateway documentation. */
  service_info: optional(readonlyList(text)),
  /** Lines of the receipt. Source: gateway documentation. */
  receipt: optional(readonlyList(text)),
  /** The path to the service in the bank's menu. Source: gateway documentation. */
  instruction: optional(readonlyList(text)),
});

/** The payment method of a bill. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillMethodFields extends Infer<typeof billMethodFields>, Named {}

/** The payment method of a bill. Methods other than `erip` have their own parameters next to the type. */
export type BillMethod = WithOthers<BillMethodFields>;

/** A country in any form, because public clients write countries in several forms. */
const anyCountry: Model<Country> = coded(text, "country");

const billCustomerFields = () => ({
  /** First name. Source: gateway documentation. */
  first_name: optional(text),
  /** Middle name. Source: gateway documentation. */
  middle_name: optional(text),
  /** Last name. Source: gateway documentation. */
  last_name: optional(text),
  /** Country, ISO 3166-1 alpha-2. Other forms are accepted. Source: gateway documentation. */
  country: optional(anyCountry),
  /** City. Source: gateway documentation. */
  city: optional(text),
  /** Postal code. Source: gateway documentation. */
  zip: optional(text),
  /** Street address. Source: gateway documentation. */
  address: optional(text),
  /** Phone number. Source: gateway documentation. */
  phone: optional(text),
});

/** The customer who pays a bill. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillCustomer extends Infer<typeof billCustomerFields>, Named {}

const billCreateParamsFields = () => ({
  /** Amount in minor units: 3245 is 32.45. Required. 1 or more. Source: gateway documentation. */
  amount: positiveAmount,
  /** Currency. Bills are paid in Belarusian rubles. Required. Source: gateway documentation. */
  currency: oneOf(["BYN"]),
  /** Description of the bill. Required. Source: gateway documentation. */
  description: filled,
  /** Email address of the customer. Source: gateway documentation. */
  email: optional(text),
  /** IP address of the customer. Required. Source: public clients. */
  ip: filled,
  /** Number of the order, at most 12 digits. The first is not 0. Source: public clients. */
  order_id: optional(orderNumber),
  /**
   * Your identifier. You can join several by `;`. Default: `order_id`. At most 255 characters. Source: gateway
   * documentation.
   */
  tracking_id: optional(textUpTo(255)),
  /** Absolute http or https URL that receives the notifications. Source: gateway documentation. */
  notification_url: optional(httpUrl),
  /**
   * Time when the bill expires: a `Date`, or an ISO 8601 string with a zone. Default: never. Source: gateway
   * documentation.
   */
  expired_at: optional(time),
  /** Language of messages. Source: gateway documentation. */
  language: optional(language),
  /** True for a test bill, which moves no money. Default false. Source: gateway documentation. */
  test: optional(flag),
  /** True for a bill that can be paid any number of times. Default false. Source: gateway documentation. */
  permanent: optional(flag),
  /** True lets the customer change the amount. Default false. Source: gateway documentation. */
  editable_amount: optional(flag),
  /** The customer. Source: gateway documentation. */
  customer: optional(billCustomerSchema),
  /** The payment method. Required. Source: gateway documentation. */
  payment_method: billMethodSchema,
  /** Additional data, such as `receipt_text`. Source: gateway documentation. */
  additional_data: optional(anyObject),
});

/**
 * Parameters of a bill, which the customer pays in a bank or at a terminal. Source: gateway documentation, "Create an
 * ERIP payment request". Other sources are named at their fields.
 */
export interface BillCreateParams extends Infer<typeof billCreateParamsFields>, Named {}

/** The customer cannot find a bill without an account number. */
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
