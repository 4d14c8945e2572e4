import type { Transaction } from "../../api/transactions/transaction.ts";
import type { RequestKind, Sent } from "../history/events.ts";
import { cardsOf } from "../scenario/book.ts";
import type { Gateway, ShopCall } from "../scenario/gateway.ts";
import type { OrderHistory } from "../scenario/history.ts";
import type { Fault } from "./moves/faults.ts";
import type { StoryRun } from "./story-run.ts";

/** Ids shorter than this are too common to be looked for within others. */
const MIN_PART = 8;

/** The fields of a request that name an order. */
const ID_FIELDS = ["tracking_id", "order_id", "parent_uid", "token"];

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The tokens, uids, order ids, tracking ids and saved cards in a call. */
const idsIn = ({ path, body }: ShopCall): string[] => {
  const ids = path.split("/").map(decoded);
  JSON.stringify(body, (name, value) => {
    if (ID_FIELDS.includes(name)) ids.push(String(value));
    return value;
  });
  return ids;
};

/** The ids, tokens, transactions and saved cards that name an order in a call to the gateway. */
const namesOf = (gateway: Gateway, { id, tokens, terms }: OrderHistory): string[] => {
  const entries = gateway.paymentsOf(tokens);
  const cards = cardsOf(entries);
  const transactions = entries.flatMap(({ transaction, followUps }) => [transaction, ...followUps]);
  const uids = [...transactions, ...gateway.chargesOf(cards)].flatMap(({ uid, order_id }) => [
    uid,
    String(order_id ?? uid),
  ]);
  return [id, terms.trackingId ?? id, ...tokens, ...cards, ...uids];
};

/** Answers the shop's calls of one story during one step. */
export interface StepCalls {
  /** How many calls were answered, and how many of them were POSTs. */
  readonly count: { calls: number; posts: number };
  /** Whether it answers calls that belong to no story. */
  readonly takesOthers: boolean;
  /** Whether a call with one of these ids belongs to the story. */
  readonly has: (ids: readonly string[]) => boolean;
  readonly answer: (call: ShopCall) => Promise<Response>;
}

const KINDS: Partial<Record<NonNullable<ShopCall["operation"]>, RequestKind>> = {
  "transactions.refund": "refund",
  "transactions.capture": "capture",
  "transactions.pay": "renewal",
};

/** The orders that a call names, or all orders of the story. */
const ordersOf = ({ gateway, orders }: StoryRun, call: ShopCall): OrderHistory[] => {
  const ids = idsIn(call);
  const named = orders.filter((order) => namesOf(gateway, order).some((name) => ids.includes(name)));
  return named.length > 0 ? named : orders;
};

const RESULTS: Readonly<Record<string, Sent["result"]>> = { successful: "made", failed: "declined" };

/** Answers a request for a capture, refund or charge, and notes what the gateway made of it. */
async function answerRequest(
  run: StoryRun,
  kind: RequestKind,
  call: ShopCall,
  answer: (call: ShopCall) => Promise<Response>,
): Promise<Response> {
  let real: Response | undefined;
  let transaction: Partial<Transaction> = {};
  const watch = async <T extends Response | undefined>(response: T): Promise<T> => {
    real = response ?? real;
    const body: unknown = await response?.clone().json();
    transaction = Object(Object(body).transaction);
    return response;
  };
  const given = await answer({
    ...call,
    proceed: async () => watch(await call.proceed()),
    decline: async () => watch(await call.decline()),
  });
  const { status, uid } = transaction;
  const isRefused = given.status === 422 || real?.status === 422;
  const result = !status ? (isRefused ? "refused" : undefined) : (RESULTS[status] ?? "waits");
  const { amount, parent_uid: parent } = Object(call.body["request"]);
  for (const order of result ? ordersOf(run, call) : [])
    run.note(order, {
      ...{ is: "sent", kind, amount: kind === "renewal" ? 0 : Number(amount), parent, uid },
      result: result ?? "refused",
    });
  return given;
}

/** Notes the payments of an order that can be paid many times, which the gateway lists to the shop. */
async function noteListed(run: StoryRun, response: Response): Promise<void> {
  const orders = run.orders.filter(({ terms }) => terms.isReusable);
  if (orders.length === 0) return;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { transactions } = Object(body);
  const listed: readonly Transaction[] = Array.isArray(transactions) ? transactions : [];
  const uids = listed.flatMap(({ uid, status }) => (status === "successful" ? uid : []));
  if (uids.length > 0) for (const order of orders) run.note(order, { is: "listed", uids });
}

export function answerCalls(run: StoryRun, fault: Fault | undefined): StepCalls {
  const { gateway, orders, isAlone } = run;
  const count = { calls: 0, posts: 0 };
  const names = () => orders.flatMap((order) => namesOf(gateway, order));
  // Minutes pass between two steps.
  gateway.passTime(names());
  const answer = async (call: ShopCall): Promise<Response> => {
    const { other } = run;
    const context = {
      ...count,
      statusOfOther: () =>
        other && !call.path.includes(other.token) ? gateway.statusAnswer(other.token) : undefined,
      forget: () => gateway.forgetKeys(names()),
    };
    count.calls += 1;
    if (call.isPost) count.posts += 1;
    const answerBy = async (received: ShopCall) => fault?.answer(received, context) ?? received.proceed();
    const kind = call.operation && KINDS[call.operation];
    if (kind) return answerRequest(run, kind, call, answerBy);
    const response = await answerBy(call);
    if (!call.isPost) await noteListed(run, response);
    return response;
  };
  const has = (ids: readonly string[]): boolean => {
    const known = names();
    const isKnown = (id: string) =>
      known.some((name) => name === id || (name.length >= MIN_PART && id.includes(name)));
    return ids.some(isKnown);
  };
  return { count, takesOthers: isAlone, has, answer };
}

/** Finds the story of each call by its ids, because stories are played side by side. */
export class CallRouter {
  readonly #steps = new Set<StepCalls>();

  answer(call: ShopCall): Promise<Response> {
    const steps = [...this.#steps];
    const ids = idsIn(call);
    const step = steps.find((each) => each.has(ids)) ?? steps.find(({ takesOthers }) => takesOthers);
    return step ? step.answer(call) : call.proceed();
  }

  /** Does a task while a step answers its calls. */
  async during<T>(step: StepCalls, task: () => Promise<T>): Promise<T> {
    this.#steps.add(step);
    try {
      return await task();
    } finally {
      this.#steps.delete(step);
    }
  }
}
