import type { BookEntry, Gateway, ShopCall } from "../scenario/gateway.ts";
import type { OrderHistory, RequestKind } from "../scenario/history.ts";
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

/** The saved cards that paid an order. */
export const cardsOf = (entries: readonly BookEntry[]): Set<string> =>
  new Set(entries.flatMap(({ transaction }) => transaction.credit_card?.token ?? []));

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

/** Answers a request for a capture, refund or charge, and notes if it is declined or refused. */
async function answerRequest(
  { orders }: StoryRun,
  kind: RequestKind,
  call: ShopCall,
  answer: (call: ShopCall) => Promise<Response>,
): Promise<Response> {
  let real: Response | undefined;
  let isDeclined = false;
  const watch = async <T extends Response | undefined>(response: T): Promise<T> => {
    real = response ?? real;
    const body: unknown = await response?.clone().json();
    isDeclined ||= Object(Object(body).transaction).status === "failed";
    return response;
  };
  const given = await answer({
    ...call,
    proceed: async () => watch(await call.proceed()),
    decline: async () => watch(await call.decline()),
  });
  const isRefused = given.status === 422 || real?.status === 422;
  if (!isDeclined && !isRefused) return given;
  const amount = kind === "renewal" ? 0 : Number(Object(call.body["request"]).amount);
  for (const { refusals } of orders) refusals.push({ kind, amount });
  return given;
}

export function answerCalls(run: StoryRun, fault: Fault | undefined): StepCalls {
  const { gateway, orders, isAlone } = run;
  const count = { calls: 0, posts: 0 };
  const names = () => orders.flatMap((order) => namesOf(gateway, order));
  // Minutes pass between two steps.
  gateway.passTime(names());
  const answer = (call: ShopCall): Promise<Response> => {
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
    return kind ? answerRequest(run, kind, call, answerBy) : answerBy(call);
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
