import { isGiven } from "../shared/values.ts";
import { type Amount, positiveAmount } from "./fields/amount.ts";
import {
  anyObject,
  flag,
  type Open,
  type Optional,
  optional,
  readonlyList,
  type Section,
  type Shape,
  section,
  textOrNumber,
  type WithOthers,
} from "./fields/primitives.ts";
import { broken, type Rule, withRules } from "./fields/rules.ts";
import { currency, filled, httpUrl, required, text, textUpTo } from "./fields/text.ts";
import { type Time, time } from "./fields/time.ts";

/** Where a bill is paid. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillMethodFields {
  /** The method's type, such as `erip`. Required. */
  type: Open<"erip">;
  /** What the customer enters to find the bill: a number of the order or the agreement. Required for `erip`. */
  account_number?: Optional<string | number>;
  /** The service's number. Required if the shop has several services. */
  service_no?: Optional<string | number>;
  /** Lines that the customer sees before paying. */
  service_info?: Optional<readonly string[]>;
  /** Lines of the receipt. */
  receipt?: Optional<readonly string[]>;
  /** Where the customer finds the service. */
  instruction?: Optional<readonly string[]>;
}

/** Where a bill is paid. Another method than `erip` has parameters of its own beside its type. */
export type BillMethod = WithOthers<BillMethodFields>;

/** Who pays a bill. Source: gateway documentation, "Create an ERIP payment request". */
export interface BillCustomer {
  /** First name. */
  first_name?: Optional<string>;
  /** Middle name. */
  middle_name?: Optional<string>;
  /** Last name. */
  last_name?: Optional<string>;
  /** Country, ISO 3166-1 alpha-2. */
  country?: Optional<string>;
  /** City. */
  city?: Optional<string>;
  /** Postal code. */
  zip?: Optional<string>;
  /** Street address. */
  address?: Optional<string>;
  /** Phone number. */
  phone?: Optional<string>;
}

/**
 * Parameters of a bill: a payment that the customer makes elsewhere, in a bank or at a terminal. Source: gateway
 * documentation, "Create an ERIP payment request".
 */
export interface BillCreateParams {
  /** Minor units, 1 or more: 3245 is 32.45. Required. */
  amount: Amount;
  /** Currency, ISO 4217 alpha-3. Required. */
  currency: string;
  /** What is paid for. Required. */
  description: string;
  /** Email address of the customer. */
  email?: Optional<string>;
  /** IP address of the customer. */
  ip?: Optional<string>;
  /** The order's number, of up to 12 digits. */
  order_id?: Optional<string | number>;
  /** The merchant's identifier, at most 255 characters; several are joined by `;`. Default: `order_id`. */
  tracking_id?: Optional<string>;
  /** Absolute http or https URL that receives the transaction notification. */
  notification_url?: Optional<string>;
  /** When the bill expires. Default: it does not. */
  expired_at?: Optional<Time>;
  /** Language of messages. */
  language?: Optional<string>;
  /** True for a test bill: no money moves. Default false. */
  test?: Optional<boolean>;
  /** True for a bill that can be paid any number of times. Default false. */
  permanent?: Optional<boolean>;
  /** True lets the customer change the amount. Default false. */
  editable_amount?: Optional<boolean>;
  /** The customer. */
  customer?: Optional<BillCustomer>;
  /** Where it is paid. Required. */
  payment_method: BillMethod;
  /** Additional data, such as `receipt_text`. */
  additional_data?: Optional<object>;
}

/** Without an account number, nobody finds the bill. */
const accountOfErip: Rule<BillMethodFields> = ({ type, account_number }, refuse) => {
  if (type !== "erip" || isGiven(account_number)) return;
  const params = { code: "required", when: "type", is: "erip" };
  refuse(["account_number"], broken("is required when type is erip", params));
};

/** The zod model of {@link BillMethod} without its rule, for `z.pick`, `z.omit` and `z.partial`. */
export const billMethodFieldsSchema: Section<BillMethod, BillMethodFields> = section(
  (): Shape<BillMethodFields> => ({
    type: filled,
    account_number: optional(textOrNumber),
    service_no: optional(textOrNumber),
    service_info: optional(readonlyList(text)),
    receipt: optional(readonlyList(text)),
    instruction: optional(readonlyList(text)),
  }),
);

/** The zod model of {@link BillMethod}. */
export const billMethodSchema: Section<BillMethod, BillMethodFields> = withRules(
  billMethodFieldsSchema,
  accountOfErip,
);

/** The zod model of {@link BillCustomer}. */
export const billCustomerSchema: Section<BillCustomer> = section(
  (): Shape<BillCustomer> => ({
    first_name: optional(text),
    middle_name: optional(text),
    last_name: optional(text),
    country: optional(text),
    city: optional(text),
    zip: optional(text),
    address: optional(text),
    phone: optional(text),
  }),
);

/** The zod model of {@link BillCreateParams}. */
export const billCreateParamsSchema: Section<BillCreateParams> = section(
  (): Shape<BillCreateParams> => ({
    amount: positiveAmount,
    currency: required(currency),
    description: filled,
    email: optional(text),
    ip: optional(text),
    order_id: optional(textOrNumber),
    tracking_id: optional(textUpTo(255)),
    notification_url: optional(httpUrl),
    expired_at: optional(time),
    language: optional(text),
    test: optional(flag),
    permanent: optional(flag),
    editable_amount: optional(flag),
    customer: optional(billCustomerSchema),
    payment_method: billMethodSchema,
    additional_data: optional(anyObject),
  }),
);
