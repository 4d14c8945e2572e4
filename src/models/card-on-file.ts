import { type Empty, type Optional, type Section, type Shape, section } from "./fields/primitives.ts";
import { optionalOneOf } from "./fields/text.ts";

/** Flags sent to the payment network. Source: API reference, "order.additional_data". */
export interface CardOnFile {
  /** Who initiates the transaction. Default `merchant`. */
  initiator?: Optional<"merchant" | "customer" | Empty>;
  /** Why the merchant initiates it; used only if `initiator` is `merchant`. Default `delayed_charge`. */
  type?: Optional<"delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show" | Empty>;
}

/** The zod model of {@link CardOnFile}. */
export const cardOnFileSchema: Section<CardOnFile> = section({
  initiator: optionalOneOf(["merchant", "customer"]),
  type: optionalOneOf(["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"]),
} satisfies Shape<CardOnFile>);
