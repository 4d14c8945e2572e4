import { isGiven } from "../shared/values.ts";
import { positiveAmount } from "./fields/amount.ts";
import {
  anyObject,
  flag,
  type Infer,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
  textOrNumber,
  type WithOthers,
} from "./fields/primitives.ts";
import { broken, type Rule, withRules } from "./fields/rules.ts";
import { currency, filled, httpUrl, open, required, text, textUpTo } from "./fields/text.ts";
import { time } from "./fields/time.ts";

const billMethodFields = () => ({
  /** The method's type, such as `erip`. Required. */
  type: open<"erip">(filled),
  /** What the customer enters to find the bill: a number of the order or the agreement. Required for `erip`. */
  account_number: optional(textOrNumber),
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

const billCustomerFields = () => ({
  /** First name. */
  first_name: optional(text),
  /** Middle name. */
  middle_name: optional(text),
  /** Last name. */
  last_name: optional(text),
  /** Country, ISO 3166-1 alpha-2. */
  country: optional(text),
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
  /** Currency, ISO 4217 alpha-3. Required. */
  currency: required(currency),
  /** What is paid for. Required. */
  description: filled,
  /** Email address of the customer. */
  email: optional(text),
  /** IP address of the customer. */
  ip: optional(text),
  /** The order's number, of up to 12 digits. */
  order_id: optional(textOrNumber),
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
 * documentation, "Create an ERIP payment request".
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
