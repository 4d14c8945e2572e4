import {
  type Infer,
  type Model,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
} from "../fields/primitives.ts";
import { oneOf } from "../fields/text.ts";

/** A field of the `customer` section that the payment page can display. */
export type CustomerField =
  | "email"
  | "first_name"
  | "last_name"
  | "address"
  | "city"
  | "state"
  | "zip"
  | "phone"
  | "country"
  | "birth_date"
  | "taxpayer_id";

// The type is not derived from it: the page of the API shows what stands there.
export const CUSTOMER_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "address",
  "city",
  "state",
  "zip",
  "phone",
  "country",
  "birth_date",
  "taxpayer_id",
] as const satisfies readonly CustomerField[];

/** A list of them. */
/* @__NO_SIDE_EFFECTS__ */
export function customerFieldNames(): Model<readonly CustomerField[]> {
  return readonlyList(oneOf(CUSTOMER_FIELDS));
}

const customerFields = () => ({
  /** Fields displayed disabled. Each must be present and non-empty in the `customer` section. */
  read_only: optional(customerFieldNames()),
  /**
   * Fields displayed editable. A field that the integration does not require is shown as required if listed here. For
   * alternative payment methods, customer data is hidden unless listed here.
   */
  visible: optional(customerFieldNames()),
});

/**
 * The customer data displayed on the payment page. For card transactions, what the `customer` section has is not displayed
 * unless listed in one of the two. Source: API reference, "customer_fields rules".
 */
export interface CustomerFields extends Infer<typeof customerFields>, Named {}

/** The zod model of {@link CustomerFields}. */
export const customerFieldsSchema: Section<CustomerFields> = section(customerFields);
