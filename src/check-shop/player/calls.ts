import type { Transaction } from "../../api/transactions/transaction.ts";
import { namesIn } from "../gateway/book.ts";
import type { ShopCall } from "../gateway/shop-call.ts";
import type { PlayedGateway } from "../gateway/watched-gateway.ts";
import type { OrderEvent, RequestKind, SentCall } from "../history/events.ts";
import { all } from "../history/facts.ts";
import type { Fault } from "./moves/faults.ts";
import type { OrderHistory } from "./order-history.ts";
import type { CheckedShop } from "./shop.ts";

/** Ids shorter than this are too common to be looked for within others. */
const MIN_PART = 8;

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

const idsOf = (order: OrderHistory): string[] => [
  ...[order.id, order.terms.trackingId ?? order.id, ...order.tokens],
  ...all(order, "asked").flatMap(({ request }) => request ?? []),
];

const KINDS: Partial<Record<NonNullable<ShopCall["operation"]>, RequestKind>> = {
  "transactions.refund": "refund",
  "transactions.capture": "capture",
  "transactions.pay": "renewal",
};

/** The calls that contain no id of an order which the shop has returned. */
const CREATES: readonly ShopCall["operation"][] = ["checkouts.create", "bills.create", "products.create"];

/** A line of the report about a call of the shop, or about the result of a function. */
export interface SeenCall {
  /** Number of the line of the report to which it belongs. */
  readonly line: number;
  readonly text: string;
}

const MAX_SEEN = 100;

const REPORTED = ["amount", "currency", "tracking_id", "parent_uid"];

const fieldsOf = ({ body }: ShopCall): string => {
  const content = Object(body["request"] ?? Object(body["checkout"]).order);
  const fields = REPORTED.filter((name) => ["string", "number"].includes(typeof content[name]));
  return fields.length === 0 ? "" : ` (${fields.map((name) => `${name} ${content[name]}`).join(", ")})`;
};

/** Reads a response once, because the job of a shop makes hundreds of calls. No status means that it was lost. */
async function read(response: Response) {
  const parsed: Promise<unknown> = response.clone().json();
  const body: Partial<Record<"checkout" | "transaction" | "transactions", unknown>> = Object(
    await parsed.catch(() => undefined),
  );
  return { status: response.type === "error" ? undefined : response.status, body };
}

type GivenAnswer = Awaited<ReturnType<typeof read>>;

const RESULTS: Readonly<Record<string, SentCall["result"]>> = { successful: "made", failed: "declined" };

/** The status of an answer, and of the token or the transactions in it. */
function answerText({ status, body: { checkout, transaction, transactions } }: GivenAnswer): string {
  if (status === undefined) return "no response";
  const found: unknown[] = Array.isArray(transactions) ? transactions : [transaction ?? checkout];
  const statuses = found.flatMap((each) => Object(each).status ?? Object(each).code ?? []);
  return [status, statuses.join(", ") || (transactions ? "none" : "")].filter(Boolean).join(" ");
}

const isNamed = (known: readonly string[], ids: readonly string[]): boolean =>
  ids.some((id) => known.some((name) => name === id || (name.length >= MIN_PART && id.includes(name))));

/** The part of a story that its calls need. */
interface Caller {
  readonly gateway: PlayedGateway;
  readonly orders: readonly OrderHistory[];
  readonly line: number;
  readonly isKilled: boolean;
  readonly shop: CheckedShop;
  readonly variants: Parameters<ShopCall["proceed"]>[0];
  note(order: OrderHistory, event: OrderEvent): unknown;
}

/** Answers the shop's calls of one story. */
export class StoryCalls {
  readonly #run: Caller;
  #fault: Fault | undefined;
  /** A fault that lasts for several steps. */
  outage: Fault | undefined;
  /** Whether it answers calls that create the token of an order. */
  takesCreates = false;
  /** How many calls were answered in the current step, and how many of them were POSTs. */
  count = { calls: 0, posts: 0 };
  /** Number of calls without an answer. */
  open = 0;
  readonly seen: SeenCall[] = [];

  constructor(run: Caller) {
    this.#run = run;
  }

  /** Begins a step. Minutes pass between two steps. */
  begin(fault: Fault | undefined, takesCreates: boolean): void {
    this.#fault = fault;
    this.takesCreates = takesCreates;
    this.count = { calls: 0, posts: 0 };
    this.#run.gateway.passTime(this.#names());
  }

  end(): void {
    this.#fault = undefined;
    this.takesCreates = false;
  }

  #names(orders = this.#run.orders): string[] {
    const { book } = this.#run.gateway;
    return orders.flatMap((order) => [...idsOf(order), ...namesIn(book, order.tokens)]);
  }

  /** Whether a call with one of these ids belongs to the story. @param isQuick Whether names that need a search do not count. */
  has(ids: readonly string[], isQuick: boolean): boolean {
    if (!isQuick) return isNamed(this.#names(), ids);
    const tokens = ids.flatMap((id) => this.#run.gateway.book.transactions.get(id)?.order ?? []);
    return isNamed(this.#run.orders.flatMap(idsOf), [...ids, ...tokens]);
  }

  /** Notes what the report prints below a line. */
  see(line: number, text: string): void {
    if (this.seen.length < MAX_SEEN) this.seen.push({ line, text });
  }

  async answer(call: ShopCall): Promise<Response> {
    const { gateway, orders, line, shop } = this.#run;
    const [, other] = orders;
    const fault = this.outage ?? this.#fault;
    // Shops are down for longer than the gateway recognizes duplicates.
    if (call.isPost && this.#run.isKilled) gateway.passTime(this.#names());
    const context = {
      ...this.count,
      statusOfOther: () =>
        other && !call.path.includes(other.token) ? gateway.statusAnswer(other.token) : undefined,
      forget: () => gateway.forgetKeys(this.#names()),
      wait: (milliseconds: number) => shop.waitWhileAlive(milliseconds),
    };
    this.count.calls += 1;
    if (call.isPost) this.count.posts += 1;
    let real: Response | undefined;
    const note = <T extends Response | undefined>(response: T): T => {
      // A copy, because a fault may read the response.
      if (call.isPost) real = response?.clone() ?? real;
      return response;
    };
    const watched = {
      ...call,
      proceed: async () => note(await call.proceed(this.#run.variants)),
      decline: async () => note(await call.decline()),
      challenge: async () => note(await call.challenge()),
    };
    this.open += 1;
    try {
      const given = await (fault?.answer(watched, context) ?? watched.proceed());
      const answer = await read(given);
      const made = real ? await read(real) : answer;
      this.#note(call, made, answer);
      this.see(line, textOf(call, made, answer));
      return given;
    } finally {
      this.open -= 1;
    }
  }

  /** Notes what the gateway made of a capture, refund or charge, and which payments it listed. */
  #note(call: ShopCall, made: GivenAnswer, { status, body }: GivenAnswer): void {
    const kind = call.operation && KINDS[call.operation];
    if (kind) this.#noteSent(kind, call, made, status === 422 || made.status === 422);
    if (call.isPost || !Array.isArray(body.transactions)) return;
    const listed: readonly Transaction[] = body.transactions;
    for (const order of this.#run.orders.filter(({ terms }) => terms.isReusable)) {
      const earlier = new Set(all(order, "listed").flatMap(({ uids }) => uids));
      const uids = listed.flatMap((each) =>
        each.status === "successful" && !earlier.has(each.uid) ? each.uid : [],
      );
      if (uids.length > 0) this.#run.note(order, { is: "listed", uids });
    }
  }

  #noteSent(kind: RequestKind, call: ShopCall, { body }: GivenAnswer, isRefused: boolean): void {
    const { status, uid }: Partial<Transaction> = Object(body.transaction);
    const result = status ? (RESULTS[status] ?? "waits") : isRefused ? "refused" : undefined;
    if (!result) return;
    const { amount, parent_uid: parent } = Object(call.body["request"]);
    const sent = { kind, amount: kind === "renewal" ? 0 : Number(amount), parent, uid, result };
    const { orders } = this.#run;
    const ids = idsIn(call);
    const named = orders.filter((order) => isNamed(this.#names([order]), ids));
    for (const order of named.length > 0 ? named : orders) this.#run.note(order, { is: "sent", ...sent });
  }
}

function textOf(call: ShopCall, made: GivenAnswer, answer: GivenAnswer): string {
  const text = `${call.isPost ? "POST" : "GET"} ${call.path}${fieldsOf(call)}: ${answerText(answer)}`;
  const result = answerText(made);
  return result === answerText(answer) ? text : `${text}, although the gateway processed it (${result})`;
}

/** Finds the story of each call by its ids, because stories are played side by side. */
export class CallRouter {
  readonly #stories = new Set<StoryCalls>();

  answer(call: ShopCall): Promise<Response> {
    const stories = [...this.#stories];
    const ids = idsIn(call);
    const story =
      stories.find((each) => each.has(ids, true)) ??
      // The token of a status is known, and the job of a shop asks for many.
      (call.operation === "checkouts.get" ? undefined : stories.find((each) => each.has(ids, false))) ??
      (CREATES.includes(call.operation) ? stories.find(({ takesCreates }) => takesCreates) : undefined);
    return story ? story.answer(call) : call.proceed();
  }

  /** Plays a story, whose calls are answered until its end. */
  async during<T>(story: StoryCalls, task: () => Promise<T>): Promise<T> {
    this.#stories.add(story);
    try {
      return await task();
    } finally {
      this.#stories.delete(story);
    }
  }
}
