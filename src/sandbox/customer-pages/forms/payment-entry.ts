import { sectionOf } from "../../gateway/input/section.ts";
import {
  CARD,
  type MethodPayment,
  methodRow,
  offeredMethods,
  type PaymentInput,
} from "../../gateway/methods/methods.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import { messages } from "../messages.ts";
import { readCardForm } from "./cards.tsx";
import {
  agreementProblem,
  readCustomer,
  readCustomFields,
  shownCustomerFields,
  shownCustomFields,
} from "./entered-fields.tsx";
import { type Entries, type Problems, toProblems } from "./fields.tsx";

const chosenMethod = (methods: readonly string[], entries: Entries): string | undefined =>
  methods.length === 1 ? methods[0] : methods.find((method) => method === entries["method"]);

const chosenOutcome = (method: string, outcome: string | undefined): MethodPayment | undefined => {
  const { kind } = methodRow(method);
  if (kind === "redirect") return { method, outcome: "redirected" };
  if (outcome === "successful" || outcome === "failed") return { method, outcome };
  return outcome === "pending" && kind === "bill" ? { method, outcome } : undefined;
};

const readHow = (session: CheckoutSession, method: string | undefined, entries: Entries) => {
  if (method === CARD) return readCardForm(session, entries);
  return method === undefined
    ? { input: undefined, problems: toProblems([["method", messages.problems.method]]) }
    : { input: chosenOutcome(method, entries["outcome"]), problems: toProblems([]) };
};

/**
 * Reads the payment form. Problems are in the order of the page. `input` is undefined after a problem, or before the
 * customer selects the outcome of a method without a card.
 */
export const readPaymentForm = (session: CheckoutSession, entries: Entries) => {
  const { checkout, userAgent } = session;
  const { fields } = checkout;
  const method = chosenMethod(offeredMethods(fields, userAgent), entries);
  const about = readCustomer(shownCustomerFields(fields), entries, sectionOf(fields["customer"]));
  const own = readCustomFields(shownCustomFields(fields), entries);
  const how = readHow(session, method, entries);
  const agreement = agreementProblem(session, entries);
  const problems: Problems = new Map([...about.problems, ...own.problems, ...how.problems, ...agreement]);
  const more = { customer: { ...about.customer }, customFields: own.values };
  const input: PaymentInput | undefined =
    how.input && problems.size === 0 ? { ...how.input, ...more } : undefined;
  return { problems, method, input };
};
