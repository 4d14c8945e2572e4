import { FOLLOW_UPS } from "../gateway/follow-ups/follow-up-type.ts";
import { NotPayableError } from "../gateway/not-payable-error.ts";
import { payAsCustomer } from "../gateway/payments/pay-as-customer.ts";
import { toRefusal } from "../gateway/refusal.ts";
import type { Shop } from "../gateway/shop.ts";

/** How long a form waits for the merchant's server, in milliseconds. What comes later is shown when it comes. */
const PATIENCE = 1000;

/** What the developer is told when an action cannot be done. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** A form's fields, as they came. */
export type Form = Readonly<Record<string, unknown>>;

const fieldOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Goes on without the result when that takes long: a merchant's server may answer after half a minute. */
const withPatience = async (work: Promise<unknown>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([work, pause]).finally(() => clearTimeout(timer));
  work.catch(() => undefined);
};

/** Pays as a customer would: for a token, or for a product by its payment link. */
export const pay = async (shop: Shop, form: Form, origin: string): Promise<void> => {
  const id = fieldOf(form, "token") ?? fieldOf(form, "product");
  if (id === undefined) throw new Refused("Which token or product to pay for is missing.");
  try {
    await withPatience(payAsCustomer(shop, id, { card: fieldOf(form, "card") }, origin));
  } catch (error) {
    if (error instanceof NotPayableError || error instanceof RangeError)
      throw new Refused(`${error.message}.`);
    throw error;
  }
};

export const expire = async (shop: Shop, form: Form): Promise<void> => {
  const token = fieldOf(form, "token") ?? "";
  const checkout = shop.checkouts.find(token);
  const state = checkout && shop.checkouts.stateOf(checkout);
  if (state !== "open" && state !== "in progress") {
    throw new Refused(`The token cannot run out: ${state ? `it is ${state}` : "there is no such token"}.`);
  }
  await withPatience(shop.payments.expire(token));
};

/** Processing code of what the developer asks to fail. */
const DECLINED = "05";

/** Captures, voids or refunds. Pressed twice means twice: what is left is the limit. */
export const follow = async ({ followUps }: Shop, form: Form): Promise<void> => {
  const type = FOLLOW_UPS.find((followUp) => followUp === form["type"]);
  if (!type) throw new Refused("Whether to capture, void or refund is missing.");
  const fields = {
    parent_uid: fieldOf(form, "parent"),
    amount: fieldOf(form, "amount"),
    duplicate_check: false,
    ...(type === "refund" && { reason: "Refunded on the dashboard" }),
    ...(form["outcome"] === "failed" && {
      additional_data: { recipient: { expected_bank_code: DECLINED } },
    }),
  };
  const problems = followUps.problemsOf(type, fields);
  if (problems.length > 0) throw new Refused(`${toRefusal(problems).message}.`);
  await withPatience(followUps.process(type, fields).notified);
};

export const redeliver = async (shop: Shop, form: Form): Promise<void> => {
  const id = fieldOf(form, "delivery") ?? "";
  if (!shop.store.deliveries.has(id)) throw new Refused("There is no such delivery.");
  await withPatience(shop.deliveries.redeliver(id));
};
