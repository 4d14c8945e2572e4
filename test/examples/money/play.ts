/**
 * Plays everything that a shop does with money in every bad way: each order is paid twice at once, from two processes; each
 * job runs twice at once; the answer of each call to the gateway is lost once; and a process is killed before and after each
 * of its writes and calls. In the end, the gateway's books and the shop's must agree.
 */
import type { Fetch, PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, vi } from "vitest";
import { freshState } from "../../support/fresh-state.ts";
import { anotherToken } from "../another-token.ts";
import { FaultyGateway, lostAnswer, neverArrives } from "./faulty-gateway.ts";
import { guard, Life } from "./life.ts";

/** One process of a shop: its writes and its calls to the gateway are steps of a life. */
interface ShopProcess {
  /** Everything that a schedule starts. */
  runJobs(): Promise<unknown>;
  readonly storefront?: Storefront;
}

interface Storefront {
  /** @returns the order's id, which is the `tracking_id` of its payments. */
  placeOrder(): Promise<string>;
  /** @returns the token to pay with; undefined if the customer shall not pay now. */
  startPayment(orderId: string): Promise<string | undefined>;
  notify(request: Request): Promise<Response>;
  /** A form of the staff, with an id of its own. */
  askForRefund?(orderId: string, id: string, amount: number): unknown;
}

/** What the shop believes of an order. */
interface Books {
  readonly fulfillments: number;
  /** The `uid` of each payment that waits for a person. */
  readonly inReview: readonly string[];
  /** Payments that were given back because the order was paid before: each with its refund's tracking id. */
  readonly givenBack?: readonly { readonly uid: string; readonly id: string }[];
  /** The tracking ids of the refunds that the staff asked for, if they are none of its forms. */
  readonly refunds?: readonly string[];
  /** What else a person has to look at. */
  readonly toDo?: readonly string[];
}

/** A shop's storage, which outlives its processes. */
export interface Shop {
  open(life: Life, payments: PaymentsClient): Promise<ShopProcess>;
  books?(orderId: string): Books | Promise<Books>;
  /** Each period that was due: the tracking ids of the tries to charge it, and whether the shop takes it for paid. */
  charges?(): readonly { readonly tries: readonly string[]; readonly isPaid: boolean }[];
  close?(): unknown;
}

export type OpenShop = (gateway: FaultyGateway) => Promise<Shop>;

const REFUND = { id: "refund-1", amount: 4000 };

/**
 * At which step the first process is killed; which call's answer is lost; which call arrives long after the shop has given
 * it up; or whether the first notification is lost.
 */
interface Trouble {
  readonly killedAt?: number;
  readonly lostAt?: number;
  readonly lateAt?: number;
  readonly isUnheard?: boolean;
}

const MINUTE = 60_000;
const LATER = 10 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** How fast the clock runs while they are played, in milliseconds for each 10: what waits for a killed process gives up soon. */
const TICK = 200;

/** Between two calls that move money. The gateway would refuse an equal call that arrives within 30 seconds. */
const LONG = 31_000;

/**
 * Two processes of one shop. One that was killed does nothing; one that will be killed works alone, since another would do
 * at once what it leaves undone.
 */
class Processes {
  readonly #all: { readonly life: Life; readonly process: ShopProcess }[] = [];

  add(life: Life, process: ShopProcess): void {
    this.#all.push({ life, process });
  }

  get #working() {
    const alive = this.#all.filter(({ life }) => !life.isOver);
    const doomed = alive.filter(({ life }) => life.killedAt !== undefined);
    return doomed.length > 0 ? doomed : alive;
  }

  /** Does it in every process at once. What a process reports while it is killed is lost; so is a refusal. */
  async all<Result>(work: (process: ShopProcess) => Result | Promise<Result>): Promise<Result[]> {
    const results = await Promise.allSettled(this.#working.map(async ({ process }) => work(process)));
    return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  }

  /** Does it in the first process in which it succeeds. */
  async one<Result>(work: (process: ShopProcess) => Result | Promise<Result>): Promise<Result> {
    for (const { life, process } of this.#all) {
      if (life.isOver) continue;
      try {
        return await work(process);
      } catch {
        // Killed, or refused: a customer tries again.
      }
    }
    throw new Error("No process did it");
  }
}

/** The customer has two windows open: pays what both of them show, or the order's token and another one. */
async function payTwice(
  gateway: FaultyGateway,
  processes: Processes,
  orderId: string,
  { isUnheard = false }: Trouble,
): Promise<void> {
  const show = () => processes.all(({ storefront }) => storefront?.startPayment(orderId));
  let shown = await show();
  if (shown.length === 0) shown = await show(); // from another process than the one that was killed
  const tokens = new Set(shown.filter((token) => token !== undefined));
  const payments = gateway.honest();
  for (const token of tokens) {
    if (tokens.size > 1) break;
    tokens.add(await anotherToken(payments, token));
  }
  // A notification that shall be lost is of a token that the shop made: it comes first.
  const alone = isUnheard ? 1 : 0;
  const pay = (token: string) => gateway.sandbox.pay(token, { saveCard: true });
  for (const token of [...tokens].slice(0, alone)) await pay(token);
  await Promise.all([...tokens].slice(alone).map(pay));
}

async function play(openShop: OpenShop, knowsKeys: boolean, trouble: Trouble) {
  const processes = new Processes();
  let unheard: string | undefined;
  const deliver = async (request: Request): Promise<Response> => {
    const body = await request.text();
    // It tells of a token that the shop made, and is lost however often it is repeated.
    if (trouble.isUnheard) unheard ??= body;
    if (body === unheard) return new Response(null, { status: 503 });
    const { url, headers } = request;
    const answers = await processes.all(({ storefront }) =>
      storefront?.notify(new Request(url, { method: "POST", headers, body })),
    );
    return answers.find((answer) => !answer?.ok) ?? answers[0] ?? new Response(null, { status: 503 });
  };
  const gateway = new FaultyGateway(new Sandbox({ state: freshState, deliver }), knowsKeys);
  const calls: Request[] = [];
  const late: (() => Promise<Response>)[] = [];
  gateway.faultOf = (request) => {
    const call = calls.push(request) - 1;
    if (call === trouble.lostAt) return lostAnswer;
    if (call !== trouble.lateAt) return undefined;
    return (process) => {
      late.push(process);
      return neverArrives(process);
    };
  };
  let last: Promise<unknown> = Promise.resolve();
  const slowly: Fetch = (url, init) => {
    if (init.method !== "POST" || !url.includes("/transactions/")) return gateway.fetch(url, init);
    const answer = last.then(() => {
      vi.setSystemTime(Date.now() + LONG);
      return gateway.fetch(url, init);
    });
    last = answer.catch(() => undefined);
    return answer;
  };
  const shop = await openShop(gateway);
  const start = async (life: Life): Promise<void> => {
    processes.add(life, await shop.open(life, gateway.client(guard(life, slowly))));
  };
  const first = new Life(trouble.killedAt);
  try {
    await start(first);
    await start(new Life());
    const runJobs = async (): Promise<void> => {
      for (let runs = 0; runs < 2; runs += 1) {
        vi.setSystemTime(Date.now() + MINUTE);
        await processes.all((process) => process.runJobs());
      }
    };
    const refund = (orderId: string) =>
      processes.all(({ storefront }) => storefront?.askForRefund?.(orderId, REFUND.id, REFUND.amount));

    await runJobs();
    const hasStorefront = shop.books !== undefined;
    const orderId = hasStorefront
      ? await processes.one(async ({ storefront }) => storefront?.placeOrder())
      : undefined;
    if (orderId !== undefined) {
      await payTwice(gateway, processes, orderId, trouble);
      await runJobs();
      await refund(orderId);
      await runJobs();
    }
    const { steps } = first;

    // Whoever was killed is started again; the gateway repeats what was not answered; and time passes.
    gateway.faultOf = () => undefined;
    first.end();
    await start(new Life());
    for (let rounds = 0; rounds < 2; rounds += 1) {
      vi.setSystemTime(Date.now() + LATER);
      if (orderId !== undefined && (await gateway.succeeded(orderId)).length === 0) {
        await payTwice(gateway, processes, orderId, trouble);
      }
      for (const { id, status } of gateway.sandbox.deliveries) {
        if (status !== 200) await gateway.sandbox.redeliver(id);
      }
      await runJobs();
      if (orderId !== undefined) await refund(orderId);
      for (const process of late.splice(0)) await process();
    }
    for (let days = 0; days < 2; days += 1) {
      vi.setSystemTime(Date.now() + DAY);
      await runJobs();
    }
    for (const { status, body } of gateway.sandbox.deliveries) {
      // One may not have been answered yet.
      if (body !== unheard && status !== undefined) expect(status, "the answer to a notification").toBe(200);
    }
    await compare(gateway, shop, await processes.one((process) => process), orderId);
    return { steps, calls };
  } finally {
    await shop.close?.();
  }
}

/** Compares what the gateway has done with what the shop believes. */
async function compare(
  gateway: FaultyGateway,
  shop: Shop,
  { storefront }: ShopProcess,
  orderId: string | undefined,
): Promise<void> {
  const books = orderId === undefined ? undefined : await shop.books?.(orderId);
  if (books && orderId !== undefined) {
    const payments = (await gateway.succeeded(orderId)).filter(({ type }) => type === "payment");
    const uids = payments.map(({ uid }) => uid);
    expect(uids.length).toBeGreaterThan(1);
    expect(books.fulfillments, "fulfillments").toBe(1);
    const { inReview, givenBack = [], toDo = [] } = books;
    const seconds = [...inReview, ...givenBack.map(({ uid }) => uid)];
    expect(uids).toEqual(expect.arrayContaining(seconds));
    expect(new Set(seconds).size, "payments in review or given back").toBe(uids.length - 1);
    for (const { uid, id } of givenBack) {
      const { amount } = payments.find((payment) => payment.uid === uid) ?? {};
      const back = await gateway.succeeded(id);
      expect(back, `refunds of ${uid}`).toMatchObject([{ parent_uid: uid, amount }]);
    }
    expect(toDo, "what a person has to look at").toEqual([]);
    if (storefront?.askForRefund) {
      const ids = books.refunds ?? [REFUND.id];
      const refunds = (await Promise.all(ids.map((id) => gateway.succeeded(id)))).flat();
      expect(
        refunds.map(({ amount }) => amount),
        "refunds",
      ).toEqual([REFUND.amount]);
    }
  }
  for (const { tries, isPaid } of shop.charges?.() ?? []) {
    expect(isPaid, `${tries} is paid`).toBe(true);
    const made = await Promise.all(tries.map((id) => gateway.succeeded(id)));
    expect(made.flat(), `charges ${tries}`).toHaveLength(1);
  }
}

/** Plays it without trouble, then once for each step at which a process is killed, and each answer that is lost. */
export async function playEverything(openShop: OpenShop, knowsKeys: boolean): Promise<number> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const clock = setInterval(() => vi.setSystemTime(Date.now() + TICK), 10);
  try {
    const { calls } = await play(openShop, knowsKeys, {});
    const isUnheard = true;
    const { steps } = await play(openShop, knowsKeys, { killedAt: Number.POSITIVE_INFINITY, isUnheard });
    const troubles: Trouble[] = [
      // What a killed process has not finished shall not be done by the notification either.
      ...Array.from({ length: steps }, (_, killedAt) => ({ killedAt, isUnheard })),
      ...calls.map((_, lostAt) => ({ lostAt })),
      ...calls.flatMap(({ method, url }, lateAt) =>
        method === "POST" && !url.endsWith("/checkouts") ? [{ lateAt }] : [],
      ),
    ];
    for (const trouble of troubles) {
      try {
        // Only a gateway that knows keys can tell that a late call is one that it has answered.
        await play(openShop, knowsKeys || trouble.lateAt !== undefined, trouble);
      } catch (error) {
        throw new Error(`${JSON.stringify(trouble)}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
    }
    return troubles.length;
  } finally {
    clearInterval(clock);
    vi.useRealTimers();
  }
}
