import type { CardPayment, MethodPayment, Payer } from "../../gateway/payments/payment-input.ts";
import { section } from "../../gateway/section.ts";
import { agreementOf } from "./agreement.ts";
import { readCard } from "./card-entry.ts";
import { readCustomFields } from "./custom-entry.ts";
import { readCustomer } from "./customer-entry.ts";
import type { Entries, Problems } from "./form.ts";
import { CARD, isAlternative, offeredMethods } from "./offered-methods.ts";
import { shownCustomerFields, shownCustomFields } from "./shown-fields.ts";
import type { Visit } from "../checkout-session.ts";

/** What a posted payment form holds. */
export interface PaymentEntry {
  /** All that is wrong with it. */
  readonly problems: Problems;
  /** The method that was chosen. */
  readonly method: string | undefined;
  /** Undefined with a problem, and while the outcome of a method without a card is still to be chosen. */
  readonly payer: Payer | undefined;
}

/** The method that is chosen: as posted, or the only one there is. */
const chosenMethod = (methods: readonly string[], entries: Entries): string | undefined =>
  methods.length === 1 ? methods[0] : methods.find((method) => method === entries["method"]);

const readOutcome = (method: string, outcome: string | undefined): MethodPayment | undefined => {
  if (outcome === "successful" || outcome === "failed") return { method, outcome };
  return outcome === "pending" && isAlternative(method) ? { method, outcome } : undefined;
};

interface How {
  readonly payer: CardPayment | MethodPayment | undefined;
  readonly problems: Problems;
}

const readHow = (visit: Visit, method: string | undefined, entries: Entries): How => {
  const { words } = visit;
  if (method === undefined)
    return { payer: undefined, problems: new Map([["method", words.problems.method]]) };
  if (method === CARD) return readCard(visit, entries);
  return { payer: readOutcome(method, entries["outcome"]), problems: new Map() };
};

const agreementProblem = ({ settings, words }: Visit, entries: Entries): Problems => {
  const isMissing = agreementOf(settings, words) && !Object.hasOwn(entries, "agreement");
  return isMissing ? new Map([["agreement", words.problems.agreement]]) : new Map();
};

/** Reads the payment form; its problems stand in the order of the page. */
export const readPayment = (visit: Visit, entries: Entries): PaymentEntry => {
  const { checkout, words, userAgent } = visit;
  const { fields } = checkout;
  const method = chosenMethod(offeredMethods(fields, userAgent), entries);
  const about = readCustomer(shownCustomerFields(fields), entries, section(fields["customer"]), words);
  const own = readCustomFields(shownCustomFields(fields), entries, words);
  const how = readHow(visit, method, entries);
  const problems = new Map([
    ...about.problems,
    ...own.problems,
    ...how.problems,
    ...agreementProblem(visit, entries),
  ]);
  const payer =
    how.payer && problems.size === 0
      ? { ...how.payer, customer: { ...about.customer }, customFields: own.values }
      : undefined;
  return { problems, method, payer };
};
