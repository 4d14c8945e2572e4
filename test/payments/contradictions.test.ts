/** Whatever contradicts itself is not money: every kind of payment, with one value changed or added. */
import { expect, test } from "vitest";
import { outcome, type Transaction } from "../../src/index.ts";
import { expectPayment, WebhookError } from "../../src/webhooks.ts";
import { ORDER as order } from "../sandbox/open-gateway.ts";
import { honestBodies } from "./bodies.ts";
import { changesOf, type Fields, isFields } from "./changes.ts";

const TYPES = ["payment", "charge", "authorization", "capture", "void", "refund", "payout", "tokenization"];

const sectionsOf = (payment: Fields): [string, Fields][] =>
  [payment, payment["gateway_response"]].flatMap((container) =>
    TYPES.flatMap((type): [string, Fields][] => {
      const section = Object(container)[type];
      return isFields(section) ? [[type, section]] : [];
    }),
  );

/** All values of a field in these places, as text. */
const valuesIn = (places: readonly unknown[], field: string): string[] =>
  places.flatMap((place) => {
    const value = Object(place)[field];
    return value === undefined || value === null ? [] : String(value);
  });

/** Every object of a payment that can have an amount, a currency, a tracking id or a test flag. */
const placesIn = (payment: Fields): unknown[] => [
  payment,
  payment["order"],
  ...sectionsOf(payment).map(([, section]) => section),
];

/** What makes this something else than one live payment of one order. */
function contradictionsIn(payment: Fields): string[] {
  const sections = sectionsOf(payment);
  const places = placesIn(payment);
  const types = [payment["type"], payment["transaction_type"]].filter(Boolean).map(String);
  const [type = ""] = types;
  const [ownSections = [], others = []] = [true, false].map((isOwn) =>
    sections.filter(([name]) => (name === type) === isOwn).map(([, section]) => section),
  );
  const isOtherType =
    [...types, ...valuesIn(ownSections, "type")].some((each) => each !== type) ||
    !["payment", "charge"].includes(type) ||
    valuesIn(others, "status").includes("successful");
  const isUnsuccessful = valuesIn([payment, ...ownSections], "status").some(
    (status) => status !== "successful",
  );
  return [
    ...["amount", "currency", "tracking_id"].filter((field) => new Set(valuesIn(places, field)).size > 1),
    ...(isOtherType ? ["type"] : []),
    ...(valuesIn(places, "test").some((flag) => flag !== "false") ? ["test"] : []),
    ...(isUnsuccessful ? ["status"] : []),
  ];
}

/** Values in this payment that are not those of the merchant's order. */
const differencesIn = (payment: Fields): string[] =>
  Object.entries({ amount: String(order.amount), currency: order.currency, tracking_id: order.tracking_id })
    .filter(([field, value]) => valuesIn(placesIn(payment), field).some((received) => received !== value))
    .map(([field]) => field);

/** Whether a payment matches the merchant's order. */
function isMatch(payment: Transaction): boolean {
  try {
    expectPayment(payment, { ...order, trackingId: order.tracking_id });
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

/** One of each type, outcome and shape. If it did not succeed and is a test or no payment, no single change makes it paid. */
const payments = new Map(
  (await honestBodies()).flatMap(({ outcome: is, body }) => {
    const payment: Fields = Object(body["transaction"] ?? body["checkout"] ?? body);
    const { type, transaction_type, status, test: isTest } = payment;
    const isNear = status === "successful" || (!isTest && [type, transaction_type].includes("payment"));
    return isNear ? [[[type, transaction_type, isTest, is].join(), payment] as const] : [];
  }),
);

test("no change makes it the payment of another amount, currency, order or type, or of a test", () => {
  const wrong: string[] = [];
  let matches = 0;
  for (const [name, honest] of payments) {
    for (const changed of changesOf(honest)) {
      const payment: Transaction = Object(changed);
      if (outcome(payment) !== "paid") continue;
      const differences = isMatch(payment) ? differencesIn(changed) : undefined;
      if (differences) matches += 1;
      const found = [...contradictionsIn(changed), ...(differences ?? [])];
      if (found.length > 0) wrong.push(`${name}, ${found}: ${JSON.stringify(changed)}`);
    }
  }
  expect(wrong.slice(0, 5)).toStrictEqual([]);
  // A change that says nothing about the payment, such as another description, leaves it paid.
  expect(matches).toBeGreaterThan(1000);
});
