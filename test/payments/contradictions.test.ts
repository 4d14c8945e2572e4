/** Whatever contradicts itself is not money: every good body, with one value of its neighbours at a time. */
import { expect, test } from "vitest";
import { outcome } from "../../src/index.ts";
import { expectPayment, WebhookError, Webhooks } from "../../src/webhooks.ts";
import { ORDER as order } from "../sandbox/open-gateway.ts";
import { honestBodies } from "./bodies.ts";

type Fields = Record<string, unknown>;

const TYPES = ["payment", "charge", "authorization", "capture", "void", "refund", "payout", "tokenization"];

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: false });
const headers = { authorization: `Basic ${btoa("4821:secret")}` };
// One body of each name, and of tests only those that succeed: with one value changed, another stays unpaid.
const bodies = [...new Map((await honestBodies()).map((body) => [body.name, body])).values()].filter(
  ({ name }) => !name.includes("a test") || name.includes("successful"),
);

/** The transaction and the token's status of a body, whichever it has. */
function paymentsIn(body: Fields): Fields[] {
  const inner = [body["transaction"], body["checkout"]].filter(isFields);
  // Beside a transaction or a status, only a field that makes it a token's status says something about a payment.
  return inner.length === 0 || "transaction_type" in body ? [...inner, body] : inner;
}

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

/** Every object of the payments that can have an amount, a currency, a tracking id or a test flag. */
const placesIn = (payments: readonly Fields[]): unknown[] => [
  ...payments,
  ...payments.map((payment) => payment["order"]),
  ...payments.flatMap(sectionsOf).map(([, section]) => section),
];

/** What makes this body something else than one live payment of one order. */
function contradictionsIn(body: Fields): string[] {
  const payments = paymentsIn(body);
  const sections = payments.flatMap(sectionsOf);
  const places = placesIn(payments);
  const types = ["type", "transaction_type"].flatMap((field) => valuesIn(payments, field));
  const [type = ""] = types;
  const [ownSections, others] = [true, false].map((isOwn) =>
    sections.filter(([name]) => (name === type) === isOwn).map(([, section]) => section),
  );
  const isOtherType =
    [...types, ...valuesIn(ownSections ?? [], "type")].some((each) => each !== type) ||
    !["payment", "charge"].includes(type) ||
    valuesIn(others ?? [], "status").includes("successful");
  const isUnsuccessful = valuesIn([...payments, ...(ownSections ?? [])], "status").some(
    (status) => status !== "successful",
  );
  return [
    ...["amount", "currency", "tracking_id"].filter((field) => new Set(valuesIn(places, field)).size > 1),
    ...(isOtherType ? ["type"] : []),
    ...(valuesIn(places, "test").some((flag) => flag !== "false") ? ["test"] : []),
    ...(isUnsuccessful ? ["status"] : []),
  ];
}

/** Values for any field: absent, and of another type. */
const ODD: readonly unknown[] = [undefined, null, true, {}];

/** Values for a field that says what a payment is: almost right. */
const NEARLY: readonly unknown[] = [...ODD, false, 0, 1, -1, 2 ** 53, "", "RUB", []];

const STATES = ["successful", "failed", "pending", "expired", "error", "deleted", "incomplete"];

/** Fields that say what a payment is. */
const TYPE = ["type", "transaction_type", "method_type"];
const TELLING = [...TYPE, "amount", "currency", "tracking_id", "status", "test"];

/** All values that bodies have for each field, and all fields that objects of bodies have. */
function collect() {
  const byField = new Map<string, Map<string, unknown>>();
  const visit = (fields: Fields): void => {
    for (const [field, value] of Object.entries(fields)) {
      const values = byField.get(field) ?? new Map();
      byField.set(field, values);
      // Identifiers, times and texts differ from body to body, and mean nothing else.
      if (values.size < (TELLING.includes(field) ? 12 : 1)) values.set(JSON.stringify(value), value);
      if (isFields(value)) visit(value);
    }
  };
  for (const { body } of bodies) visit(body);
  return new Map([...byField].map(([field, values]) => [field, [...values.values()]]));
}

const neighbours = collect();

/** Fields whose value is neither a part of the payment nor says what it is, as a description or a time. */
const PLAIN = new Set(
  [...neighbours].flatMap(([field, values]) =>
    TELLING.includes(field) || values.some(isFields) ? [] : field,
  ),
);

const changed = (fields: Fields, [field = "", ...rest]: readonly string[], value: unknown): Fields => {
  const before = fields[field];
  return { ...fields, [field]: rest.length > 0 && isFields(before) ? changed(before, rest, value) : value };
};

interface Change {
  readonly what: string;
  readonly field: string;
  readonly body: Fields;
}

const change = (body: Fields, path: readonly string[], value: unknown): Change => ({
  what: `${path.join(".")} = ${JSON.stringify(value)}`,
  field: path.at(-1) ?? "",
  body: changed(body, path, value),
});

/** The body with one value changed, at every path, to every value of its neighbours. */
function* changesOf(body: Fields, inside: Fields = body, path: readonly string[] = []): Generator<Change> {
  const own = Object.values(inside).filter((value) => !isFields(value));
  for (const [field, value] of Object.entries(inside)) {
    const others = TELLING.includes(field)
      ? [...(neighbours.get(field) ?? []), ...own, ...NEARLY, ...(field === "status" ? STATES : [])]
      : [...(neighbours.get(field) ?? []), ...ODD];
    for (const other of others) yield change(body, [...path, field], other);
    if (isFields(value)) yield* changesOf(body, value, [...path, field]);
  }
}

/** The body with one more field or section of its neighbours, in every place that has an amount or a section. */
function* additionsTo(body: Fields): Generator<Change> {
  const paths = [
    [],
    ...["transaction", "checkout"].flatMap((root) => [
      [root],
      ...["order", "gateway_response", ...TYPES].map((field) => [root, field]),
      ...TYPES.map((type) => [root, "gateway_response", type]),
    ]),
    ...["order", "gateway_response"].map((field) => [field]),
    ...TYPES.map((type) => ["gateway_response", type]),
  ];
  for (const path of paths) {
    const place = path.reduce<unknown>((fields, field) => Object(fields)[field], body);
    if (!isFields(place)) continue;
    for (const [field, values] of neighbours) {
      if (field in place) continue;
      for (const value of values.slice(0, field === "status" ? 12 : 3))
        yield change(body, [...path, field], value);
    }
  }
}

const expected = { amount: order.amount, currency: order.currency, trackingId: order.tracking_id };

/** Whether a body counts as paid, and matches the merchant's order too. */
async function read(body: Fields): Promise<{ isPaid: boolean; isMatch: boolean }> {
  let hasPaid = false;
  try {
    const notification = await webhooks.verify({ body: JSON.stringify(body), headers });
    const { type } = notification;
    hasPaid =
      type !== "other" &&
      outcome(type === "transaction" ? notification.transaction : notification.checkout) === "paid";
    if (hasPaid) expectPayment(notification, expected);
    return { isPaid: hasPaid, isMatch: hasPaid };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { isPaid: hasPaid, isMatch: false };
  }
}

/** Values in this body that are not those of the merchant's order. */
function differencesIn(body: Fields): string[] {
  const places = placesIn(paymentsIn(body));
  const values = { amount: String(order.amount), currency: order.currency, tracking_id: order.tracking_id };
  return Object.entries(values).flatMap(([field, value]) =>
    valuesIn(places, field).filter((received) => received !== value),
  );
}

async function checkAll(changes: (body: Fields) => Generator<Change>): Promise<void> {
  const wrong: string[] = [];
  let matches = 0;
  for (const { name, body: good, outcome: unchanged } of bodies) {
    const seen = new Set<string>();
    for (const { what, field, body } of changes(good)) {
      // A body that is not paid needs more than another description to be paid.
      if (seen.has(what) || (unchanged !== "paid" && PLAIN.has(field))) continue;
      seen.add(what);
      const { isPaid, isMatch } = await read(body);
      if (isMatch) matches += 1;
      const found = [...(isPaid ? contradictionsIn(body) : []), ...(isMatch ? differencesIn(body) : [])];
      if (found.length > 0) wrong.push(`${name}, ${what}: ${found}`);
    }
  }
  expect(wrong).toStrictEqual([]);
  // A change that says nothing about the payment, such as another description, leaves it paid.
  expect(matches).toBeGreaterThan(1000);
}

const CHANGES = { "changed value": changesOf, "added field or section": additionsTo };

test.each(Object.entries(CHANGES))(
  "no %s makes a body the payment of another amount, currency, order or type, or of a test",
  (_what, changes) => checkAll((body) => changes(body)),
  300_000,
);
