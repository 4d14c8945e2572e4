import { PaymentsClient, ValidationError } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";
import { aCheckout, aProduct } from "../../models/params.ts";
import { PARENT } from "../../transport/calls.ts";
import { call, isSame, names, paramsWith, pathOf, show, valueAt } from "../requests.ts";
import type { Section, Statement } from "../tables/statement.ts";

/** What a follow-up transaction gives back; `PARENT` stands for a transaction that can be followed. */
const follow = async (sandbox: Sandbox, client: PaymentsClient, section: Section, params: object) => {
  const type = section.operation === "transactions.refund" ? "payment" : "authorization";
  const { token } = await client.checkouts.create({ ...aCheckout, transaction_type: type });
  const { uid } = await sandbox.pay(token);
  const isFollowed = "parent_uid" in params && params.parent_uid === PARENT;
  const answer = await call(client, section, isFollowed ? { ...params, parent_uid: uid } : params);
  return { answer: { request: { ...Object(answer), ...(isFollowed && { parent_uid: PARENT }) } } };
};

/** What a sandbox gives back of a request; the error where it refused it. */
const exchange = async (
  sandbox: Sandbox,
  client: PaymentsClient,
  section: Section,
  params: object,
): Promise<{ answer?: object; error?: unknown }> => {
  const { operation } = section;
  try {
    if (operation.startsWith("transactions.")) return await follow(sandbox, client, section, params);
    if (operation === "checkouts.create") {
      const { token } = await Reflect.apply(client.checkouts.create, client.checkouts, [params]);
      return { answer: { checkout: await client.checkouts.get(token) } };
    }
    if (operation === "products.create") {
      return { answer: await Reflect.apply(client.products.create, client.products, [params]) };
    }
    const { id } = await client.products.create(aProduct);
    await Reflect.apply(client.products.update, client.products, [id, params]);
    return { answer: await client.products.get(id) };
  } catch (error) {
    return { error };
  }
};

/** Fields that are not shown in an answer. */
const NOT_RETURNED = ["visible_fields", "immortal", "expired_at", "return_url", "shop_id", "duplicate_check"];

/** Fields that a product needs: an update may leave them out, but not empty them. */
const NEEDED = ["name", "description", "currency", "amount", "quantity", "expired_at"];

/** What a product gives back of digits is a number. */
const asReturned = (value: unknown): unknown =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;

/** What the sandbox has against a statement: it hears the wire's values, right and wrong, unchecked by the client. */
export const sandboxProblems = async (section: Section, statement: Statement): Promise<string[]> => {
  const sandbox = new Sandbox();
  const client = new PaymentsClient({ ...sandbox.clientOptions, validate: false, maxRetries: 0 });
  const { kind, isRequired, empty, field } = statement;
  const isReturned =
    kind.section === undefined && (section.operation === "checkouts.create" || !NOT_RETURNED.includes(field));
  const path = pathOf(section, statement);
  const problems: string[] = [];
  for (const [value, sent] of kind.takes) {
    const { answer, error } = await exchange(sandbox, client, section, paramsWith(section, statement, value));
    if (error) problems.push(`refuses ${show(value)}: ${String(error)}`);
    else if (isReturned && !isSame(asReturned(valueAt(answer, path)), asReturned(sent))) {
      problems.push(`gives ${show(valueAt(answer, path))} back for ${show(sent)}`);
    }
  }
  for (const value of [...kind.refuses, ...(isRequired ? [undefined] : [])]) {
    const { error } = await exchange(sandbox, client, section, paramsWith(section, statement, value));
    if (!(error instanceof ValidationError)) problems.push(`takes ${show(value)}`);
    else if (!names(error, path)) problems.push(`says of ${show(value)}: ${error.message}`);
  }
  // An update that empties what a product needs is refused by the gateway alone: see `product-update.test.ts`.
  const isEmptiable = !(section.operation === "products.update" && NEEDED.includes(field));
  for (const value of isRequired ? [] : [undefined, ...(isEmptiable ? [null] : [])]) {
    const { error } = await exchange(
      sandbox,
      client,
      section,
      paramsWith(section, statement, value, empty?.beside),
    );
    if (error) problems.push(`refuses ${show(value)}: ${String(error)}`);
  }
  return problems;
};
