import { isGiven } from "../values.ts";
import { type Optional, type Section, type Shape, section } from "./fields/primitives.ts";
import { type Rule, withRules } from "./fields/rules.ts";
import { optionalOneOf } from "./fields/text.ts";

/** Flags sent to the payment network. Source: API reference, "order.additional_data". */
export interface CardOnFile {
  /** Who starts the transaction. Default `merchant`. */
  initiator?: Optional<"merchant" | "customer" | "">;
  /** Why the merchant starts it; only when `initiator` is `merchant`. Default `delayed_charge`. */
  type?: Optional<"delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show" | "">;
}

const typeOfACustomersCharge: Rule<CardOnFile> = (cardOnFile, refuse) => {
  if (cardOnFile.initiator === "customer" && isGiven(cardOnFile.type)) {
    refuse(["type"], "must not be sent when initiator is customer");
  }
};

/** The zod model of {@link CardOnFile}. */
export const cardOnFileSchema: Section<CardOnFile> = withRules(
  section({
    initiator: optionalOneOf(["merchant", "customer"]),
    type: optionalOneOf(["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"]),
  } satisfies Shape<CardOnFile>),
  typeOfACustomersCharge,
);
