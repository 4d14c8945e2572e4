import { withTimeout } from "../../runtime/with-timeout.ts";
import { FOLLOW_UPS } from "../gateway/follow-ups/follow-up-type.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { payAsCustomer } from "../gateway/payments/pay-as-customer.ts";
import { DISTURBANCES } from "../gateway/records/delivery.ts";
import type { Shop } from "../gateway/shop.ts";
import { NotPayableError } from "../gateway/transactions/not-payable-error.ts";
import { outcomesOf } from "./forms/pay-form.tsx";

/** How long a form waits for the merchant's server, in milliseconds. Later responses appear as live updates. */
const TIMEOUT = 1000;

/** An action that cannot be done; its message says why. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The fields of a form, unchecked. */
type Form = Readonly<Record<string, unknown>>;

const fieldOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Stops waiting after the timeout: a merchant's server may take half a minute to answer. */
const finished = (task: Promise<unknown>): Promise<unknown> => withTimeout(task, TIMEOUT, () => undefined);

/**
 * Waits for a customer's action.
 *
 * @throws Refused when the payment or the card is refused.
 */
const asCustomer = async (task: Promise<unknown>): Promise<void> => {
  try {
    await finished(task);
  } catch (error) {
    if (error instanceof NotPayableError || error instanceof RangeError)
      throw new Refused(`${error.message}.`);
    throw error;
  }
};

const payByMethod = async (shop: Shop, token: string, method: string, wanted: string): Promise<void> => {
  const outcome = outcomesOf(method).find((possible) => possible === wanted);
  if (!outcome) throw new Refused("There is no such outcome.");
  const { notified } = await shop.payments.pay(token, { method, outcome });
  await notified;
};

/** Pays as a customer would: for a token, or for a product by its payment link. */
const pay = async (shop: Shop, form: Form, origin: string): Promise<void> => {
  const id = fieldOf(form, "token") ?? fieldOf(form, "product");
  if (id === undefined) throw new Refused("The token or product to pay for is missing.");
  const card = fieldOf(form, "card");
  // The same list holds the other methods, with their outcomes: `erip:pending`.
  const [method = "", outcome] = card?.split(":") ?? [];
  await asCustomer(
    outcome === undefined
      ? payAsCustomer(shop, id, { card }, origin)
      : payByMethod(shop, id, method, outcome),
  );
};

/** Completes a pending payment. */
const complete = async ({ payments }: Shop, form: Form): Promise<void> => {
  const outcome = fieldOf(form, "outcome");
  if (outcome !== "successful" && outcome !== "failed") throw new Refused("There is no such outcome.");
  const ended = payments.complete(
    fieldOf(form, "uid") ?? "",
    outcome === "successful" ? "successful" : "failed",
  );
  await asCustomer(ended.then(({ notified }) => notified));
};

/** @throws Refused for a plan with a wrong option. */
const asPlan = (plan: () => void): void => {
  try {
    plan();
  } catch (error) {
    if (error instanceof RangeError) throw new Refused(`${error.message}.`);
    throw error;
  }
};

const timesOf = (form: Form): number => Number(fieldOf(form, "times") ?? 1);

/** Plans failures of the next API calls. */
const fail = ({ failures }: Shop, form: Form): void => {
  const wait = fieldOf(form, "retry_after");
  if (wait !== undefined && !/^\d{1,9}$/.test(wait)) throw new Refused("Retry-After must be whole seconds.");
  const status = Number(fieldOf(form, "status"));
  const headers = wait === undefined ? {} : { "retry-after": wait };
  asPlan(() => failures.plan({ status, times: timesOf(form), headers }));
};

/** Plans disturbances of the next notifications. */
const disturb = ({ disturbances }: Shop, form: Form): void => {
  const notification = DISTURBANCES.find((known) => known === fieldOf(form, "notification"));
  if (!notification) throw new Refused("There is no such disturbance.");
  const delay = fieldOf(form, "delay");
  const delayMs = delay === undefined ? undefined : Number(delay);
  asPlan(() => disturbances.plan({ notification, times: timesOf(form), delayMs }));
};

const expire = async (shop: Shop, form: Form): Promise<void> => {
  const token = fieldOf(form, "token") ?? "";
  const checkout = shop.checkouts.find(token);
  const state = checkout && shop.checkouts.stateOf(checkout);
  if (state !== "open" && state !== "in progress") {
    throw new Refused(`The token cannot expire: ${state ? `it is ${state}` : "there is no such token"}.`);
  }
  await finished(shop.payments.expire(token));
};

/** The processing code of a follow-up that the developer chose to decline. */
const DECLINED = "05";

/** Captures, voids or refunds. Repeats are allowed up to the amount that is left. */
const follow = async ({ followUps }: Shop, form: Form): Promise<void> => {
  const type = FOLLOW_UPS.find((followUp) => followUp === form["type"]);
  if (!type) throw new Refused("The type is missing: capture, void or refund.");
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
  await finished(followUps.process(type, fields).notified);
};

const redeliver = async (shop: Shop, form: Form): Promise<void> => {
  const id = fieldOf(form, "delivery") ?? "";
  if (!shop.store.deliveries.has(id)) throw new Refused("There is no such delivery.");
  await finished(shop.deliveries.redeliver(id));
};

/** What a form of the dashboard does. @throws Refused */
export type Action = (shop: Shop, form: Form, origin: string) => Promise<void> | void;

/** The actions by their paths below `/sandbox/`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  pay,
  expire,
  complete,
  fail,
  "fail/cancel": ({ failures }) => failures.cancel(),
  disturb,
  "disturb/cancel": ({ disturbances }) => disturbances.cancel(),
  "follow-up": follow,
  redeliver,
};
