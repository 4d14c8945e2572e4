import { readMilliseconds } from "../../runtime/environment.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import { OPTIONAL_FUNCTIONS, type PlacedOrder, SHOP_DEFAULTS, type ShopFunctions } from "../options.ts";

/** The functions that the staff calls, with the number of their parameters. The last one is the id of the request. */
const REQUESTS = [
  ["refund", 3],
  ["capture", 3],
  ["renew", 2],
] as const;

/** How long a function of the shop may take, in milliseconds. */
const CALL_TIMEOUT = 30_000;

/** Milliseconds that a shop may lose when it compares times in whole seconds. */
const MARGIN = 1000;

/** How often `fulfillments` and `inReview` are called before their error counts. */
const READS = 3;

/** Milliseconds between two of these calls. */
const READ_INTERVAL = 200;

/** Minimum time that a story waits for the shop, in milliseconds. */
const MIN_WAIT = 1000;

/** Bounds of the time in which an order must not change any more, in milliseconds. */
const [MIN_QUIET, MAX_QUIET] = [100, 3000];

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** A function of the shop failed, or returned something else than it should. */
export class ShopFunctionError extends Error {}

/** The budget ended in the middle of a story. */
export class OutOfTime extends Error {}

/** The shop's functions, how fast the shop is, and which stories may use it at the same time. */
export class CheckedShop {
  readonly #functions: ShopFunctions;
  /** The names of the optional functions that the shop has. */
  readonly functions: ReadonlySet<string>;
  /** The functions that read the id of a request, so that the same request can be made again. */
  readonly readers: ReadonlySet<string>;
  /** How long an order may take until it is fulfilled, in milliseconds. */
  readonly timeout: number;
  /** How long the shop may wait before it sends a request again, in milliseconds. */
  readonly underWay: number;
  /** The last task that runs alone, and the tasks that run side by side. */
  #alone: Promise<unknown> = Promise.resolve();
  readonly #sideBySide = new Set<Promise<unknown>>();
  /** The slowest fulfillment in milliseconds. Undefined before the first one. */
  #slowest: number | undefined;
  /** The tokens by the ids of their orders. */
  readonly #tokens = new Map<string, string>();
  /** When the last step may begin, in milliseconds of `performance.now()`. */
  end = Number.POSITIVE_INFINITY;

  constructor(functions: ShopFunctions, timeout: number) {
    this.#functions = functions;
    this.functions = new Set(OPTIONAL_FUNCTIONS.filter((name) => Object(functions)[name] !== undefined));
    this.readers = new Set(
      REQUESTS.filter(([name, parameters]) => (functions[name]?.length ?? 0) >= parameters).map(
        ([name]) => name,
      ),
    );
    this.timeout = timeout;
    this.underWay = (readMilliseconds("underWay") ?? SHOP_DEFAULTS.underWay) + MARGIN;
  }

  has(name: keyof ShopFunctions): boolean {
    return this.#functions[name] !== undefined;
  }

  /** Milliseconds until the budget ends. */
  get timeLeft(): number {
    return Math.max(0, this.end - performance.now());
  }

  /** @throws OutOfTime */
  #inTime<T>(task: () => Promise<T>): Promise<T> {
    if (this.timeLeft === 0) throw new OutOfTime();
    return task();
  }

  /** Does a task of a story while other stories go on. Tasks begin in the order in which they came. @throws OutOfTime */
  async sideBySide<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#alone.then(() => this.#inTime(task));
    this.#sideBySide.add(running);
    return running.finally(() => this.#sideBySide.delete(running));
  }

  /** Does a task, such as a restart, that would disturb other stories. @throws OutOfTime */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const running = Promise.allSettled([this.#alone, ...this.#sideBySide]).then(() => this.#inTime(task));
    this.#alone = running.catch(() => undefined);
    return running;
  }

  /** Maximum time until a change shows, in milliseconds. Twice the slowest fulfillment until now. */
  get quietTime(): number {
    return Math.min(MAX_QUIET, Math.max(MIN_QUIET, 2 * (this.#slowest ?? 0)));
  }

  /** How long a story waits for the shop. Before it is reported, it is played again with `timeout`. */
  get waitTime(): number {
    return Math.min(this.timeout, Math.max(MIN_WAIT, 4 * (this.#slowest ?? this.timeout)));
  }

  /** Notes that an order took this many milliseconds to be fulfilled. */
  tookUntilFulfilled(milliseconds: number): void {
    this.#slowest = Math.max(this.#slowest ?? 0, milliseconds);
  }

  /** Calls a function of the shop. @throws ShopFunctionError with the message of its error. */
  async call<Name extends keyof ShopFunctions>(
    name: Name,
    ...args: Parameters<NonNullable<ShopFunctions[Name]>>
  ): Promise<unknown> {
    const task = async (): Promise<unknown> =>
      Reflect.apply(Object(this.#functions[name]), this.#functions, args);
    const late = (): never => {
      throw new Error(`it took longer than ${CALL_TIMEOUT / 1000} s`);
    };
    try {
      return await withTimeout(task(), CALL_TIMEOUT, late);
    } catch (error) {
      throw new ShopFunctionError(`${name} failed: ${messageOf(error)}`);
    }
  }

  async placeOrder(): Promise<PlacedOrder> {
    const { orderId, token } = Object(await this.call("placeOrder"));
    if (!["string", "number"].includes(typeof orderId) || typeof token !== "string") {
      throw new ShopFunctionError("placeOrder returned no { orderId, token }. Return both as strings");
    }
    const id = String(orderId);
    const earlier = this.#tokens.get(id);
    if (earlier !== undefined && earlier !== token) {
      throw new ShopFunctionError(
        `placeOrder returned the id ${id} for a second order. Never use an id again, because a late payment of the first order would count for the second`,
      );
    }
    this.#tokens.set(id, token);
    return { orderId: id, token };
  }

  /** Calls a function that only reads, again if it fails. */
  async #read(name: "fulfillments" | "inReview", orderId: string): Promise<unknown> {
    for (let read = 1; ; read += 1) {
      try {
        return await this.call(name, orderId);
      } catch (error) {
        if (read === READS) throw error;
        await sleep(READ_INTERVAL);
      }
    }
  }

  async fulfillments(orderId: string): Promise<number> {
    const count = await this.#read("fulfillments", orderId);
    if (isCount(count)) return count;
    throw new ShopFunctionError(`fulfillments returned ${count}. Return an integer, 0 or more`);
  }

  /** The uids of the payments in manual review, or their number. Undefined if the shop has no such function. */
  async inReview(orderId: string): Promise<number | string[] | undefined> {
    if (!this.has("inReview")) return undefined;
    const reviews = await this.#read("inReview", orderId);
    if (isCount(reviews)) return reviews;
    if (Array.isArray(reviews)) return reviews.map((uid) => String(uid ?? ""));
    throw new ShopFunctionError(`inReview returned ${reviews}. Return a list of uids, or how many there are`);
  }

  /** Runs the job. A job that throws breaks no law, because it may run again. @returns the message of its error. */
  async reconcile(): Promise<string | undefined> {
    try {
      await this.call("reconcile");
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
}
