import { PaymentsClient, ValidationError } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";
import { CARD_TOKEN, PARENT } from "../../client/calls.ts";
import { aCheckout, aProduct } from "../params.ts";
import { call, isSame, names, paramsWith, pathOf, show, valueAt } from "../requests.ts";
import type { Kind } from "../tables/kinds.ts";
import type { Section, Statement } from "../tables/statement.ts";

const sandbox = new Sandbox({ deliver: async () => new Response() });
const client = new PaymentsClient({ ...sandbox.clientOptions, validate: false, maxRetries: 0 });

/** The response to a follow-up transaction; `PARENT` stands for the uid of a new transaction. */
const follow = async (section: Section, params: object) => {
  const type = section.operation === "transactions.refund" ? "payment" : "authorization";
  const { token } = await client.checkouts.create({ ...aCheckout, transaction_type: type });
  const { uid } = await sandbox.pay(token);
  const isFollowed = "parent_uid" in params && params.parent_uid === PARENT;
  const answer = await call(client, section, isFollowed ? { ...params, parent_uid: uid } : params);
  return { answer: { ...Object(answer), ...(isFollowed && { parent_uid: PARENT }) } };
};

/** A copy in which one text is replaced by another. */
const swap = (value: unknown, from: string, to: string): unknown => {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((inner) => swap(inner, from, to));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, swap(inner, from, to)]));
};

/** The response to a payment with a saved card; `CARD_TOKEN` stands for the token of a new one. */
const charge = async (section: Section, params: object) => {
  const { token } = await client.checkouts.create(aCheckout);
  const { credit_card: saved } = await sandbox.pay(token, { saveCard: true });
  const newToken = saved?.token ?? "";
  const answer = await call(client, section, Object(swap(params, CARD_TOKEN, newToken)));
  return { answer: Object(swap(answer, newToken, CARD_TOKEN)) };
};

/** The response of a sandbox to a request, or its error. */
const exchange = async (section: Section, params: object): Promise<{ answer?: object; error?: unknown }> => {
  const { operation } = section;
  try {
    if (operation === "transactions.pay") return await charge(section, params);
    if (operation === "bills.create") return { answer: Object(await call(client, section, params)) };
    if (operation.startsWith("transactions.")) return await follow(section, params);
    if (operation === "products.create") return { answer: Object(await call(client, section, params)) };
    if (operation === "checkouts.create") {
      const { token } = Object(await call(client, section, params));
      return { answer: { checkout: await client.checkouts.get(token) } };
    }
    const { id } = await client.products.create(aProduct);
    await call(client, section, params, id);
    return { answer: await client.products.get(id) };
  } catch (error) {
    return { error };
  }
};

/** Fields that responses do not contain. */
const NOT_RETURNED = [
  ...["visible_fields", "immortal", "expired_at", "return_url", "shop_id", "duplicate_check"],
  ...["notification_url", "skip_three_d_secure_verification"],
];

/** What a bill has in its answer under the same name: `erip` has most of `payment_method`, `customer` the addresses. */
const isReturnedOfBill = ({ operation, at }: Section, field: string): boolean =>
  operation !== "bills.create" ||
  (at.length === 0 && !["email", "ip", "permanent", "editable_amount", "expired_at"].includes(field));

/** Fields that a limited product must have: an update may omit them, but not clear them. */
const NEEDED = ["quantity", "expired_at"];

/** Digits are returned as a number. */
const asReturned = (value: unknown): unknown =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;

/** The kinds of the fields before. All values of a kind are tried in its first field, and two of each list in the others. */
const tried = new Set<Kind>();

/** How the sandbox differs from a statement. It gets the values without the client's validation. */
export const sandboxProblems = async (section: Section, statement: Statement): Promise<string[]> => {
  const { kind, isRequired, isNeverEmpty, empty, field } = statement;
  const isReturned =
    kind.section === undefined &&
    isReturnedOfBill(section, field) &&
    (section.operation === "checkouts.create" || !NOT_RETURNED.includes(field));
  const path = pathOf(section, statement);
  const most = tried.has(kind) ? 2 : Number.POSITIVE_INFINITY;
  tried.add(kind);
  const problems: string[] = [];
  for (const [value, sent] of kind.takes.slice(0, most)) {
    const { answer, error } = await exchange(section, paramsWith(section, statement, value));
    if (error) problems.push(`refuses ${show(value)}: ${String(error)}`);
    else if (isReturned && !isSame(asReturned(valueAt(answer, path)), asReturned(sent))) {
      problems.push(`returns ${show(valueAt(answer, path))} for ${show(sent)}`);
    }
  }
  const refused = [...(isRequired ? [undefined] : []), ...(isNeverEmpty ? [null, ""] : [])];
  const wrong = [...kind.refuses.slice(0, most), ...(kind.reports ?? []).slice(0, most), ...refused];
  for (const value of wrong) {
    const { error } = await exchange(section, paramsWith(section, statement, value));
    if (!(error instanceof ValidationError)) problems.push(`takes ${show(value)}`);
    else if (!names(error, path)) problems.push(`reports for ${show(value)}: ${error.message}`);
  }
  // An update that clears a required field is refused by the gateway: see `product-update.test.ts`.
  const isEmptiable = !isNeverEmpty && !(section.operation === "products.update" && NEEDED.includes(field));
  for (const value of isRequired ? [] : [undefined, ...(isEmptiable ? [null] : [])]) {
    const params = paramsWith(section, statement, value, empty?.beside);
    const { error } = await exchange(section, params);
    if (error) problems.push(`refuses ${show(value)}: ${String(error)}`);
  }
  return problems;
};
