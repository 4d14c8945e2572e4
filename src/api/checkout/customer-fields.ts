import { type Infer, type Named, optional, type Section, section } from "../fields/primitives.ts";
import { customerFieldNames } from "./customer.ts";

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
