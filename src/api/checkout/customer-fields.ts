import { type Infer, type Named, optional, type Section, section } from "../fields/primitives.ts";
import { customerFieldNames } from "./customer.ts";

const customerFields = () => ({
  /** Fields that the page displays disabled. They must be present and non-empty in the `customer` section. */
  read_only: optional(customerFieldNames()),
  /**
   * Fields that the page displays editable. If the integration does not require a listed field, the page shows it as
   * required. Alternative payment methods hide customer data that is not listed here.
   */
  visible: optional(customerFieldNames()),
});

/**
 * The customer data displayed on the payment page. For card transactions, the page displays only fields of the
 * `customer` section that are listed here. Source: API reference, "customer_fields rules".
 */
export interface CustomerFields extends Infer<typeof customerFields>, Named {}

/** The zod model of {@link CustomerFields}. */
export const customerFieldsSchema: Section<CustomerFields> = section(customerFields);
