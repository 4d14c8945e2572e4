import { withTimeout } from "../../runtime/with-timeout.ts";
import { Failed } from "./scenario-result.ts";
import type { PlacedOrder, ShopFunctions } from "./shop-functions.ts";

/** How long a function of the merchant's may take, in milliseconds. */
const CALL_TIMEOUT = 30_000;

/** Milliseconds between two checks of an order: a tenth of the time since the first, and at least these. */
const MIN_INTERVAL = 25;

/** Bounds of the time in which an order must not change any more, in milliseconds. */
const [MIN_QUIET, MAX_QUIET] = [150, 3000];

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The shop's functions, and how fast the shop is. */
export class Merchant {
  readonly functions: ShopFunctions;
  /** How long an order may take until it is fulfilled, in milliseconds. */
  readonly timeout: number;
  /** Whether the shop fulfils orders only in its job. */
  fulfilsInJob = false;
  #slowest = 0;

  constructor(functions: ShopFunctions, timeout: number) {
    this.functions = functions;
    this.timeout = timeout;
  }

  /** How long a change may take to show, in milliseconds: twice as long as the slowest fulfilment. */
  get quietTime(): number {
    return Math.min(MAX_QUIET, Math.max(MIN_QUIET, 2 * this.#slowest));
  }

  /** @throws Failed with the merchant's own message. */
  async #call<T>(name: keyof ShopFunctions, call: () => T | Promise<T>): Promise<T> {
    const late = (): never => {
      throw new Error(`it took longer than ${CALL_TIMEOUT / 1000} s`);
    };
    try {
      return await withTimeout(Promise.resolve().then(call), CALL_TIMEOUT, late);
    } catch (error) {
      throw new Failed(
        `${name} failed: ${messageOf(error)}`,
        `Look at the shop's log, or correct the ${name} that was given to checkShop.`,
      );
    }
  }

  async placeOrder(): Promise<PlacedOrder> {
    const placed: unknown = await this.#call("placeOrder", () => this.functions.placeOrder());
    const { orderId, token } = Object(placed);
    if (!["string", "number"].includes(typeof orderId) || typeof token !== "string") {
      throw new Failed("placeOrder gave no { orderId, token }", "Let placeOrder return both as strings.");
    }
    return { orderId: String(orderId), token };
  }

  async #countOf(name: "fulfilments" | "inReview", orderId: string): Promise<number> {
    const count: unknown = await this.#call(name, () => this.functions[name]?.(orderId));
    if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
    throw new Failed(`${name} gave ${count}`, `Let ${name} return an integer, 0 or more.`);
  }

  fulfilments(orderId: string): Promise<number> {
    return this.#countOf("fulfilments", orderId);
  }

  inReview(orderId: string): Promise<number> {
    return this.#countOf("inReview", orderId);
  }

  async refund(orderId: string, amount: number): Promise<void> {
    await this.#call("refund", () => this.functions.refund?.(orderId, amount));
  }

  async restart(): Promise<void> {
    await this.#call("restart", () => this.functions.restart?.());
  }

  /** Runs the job, if there is one. A job that throws may run again: what counts is the order. */
  async reconcile(): Promise<void> {
    const { reconcile } = this.functions;
    if (reconcile) await this.#call("reconcile", reconcile).catch(() => undefined);
  }

  /** Waits until a condition holds, or the shop's time is up. @returns the milliseconds that it took; undefined if it does not hold. */
  async until(holds: () => Promise<boolean>, timeout = this.timeout): Promise<number | undefined> {
    const start = performance.now();
    for (;;) {
      const elapsed = performance.now() - start;
      if (await holds()) return elapsed;
      if (elapsed > timeout) return undefined;
      await sleep(Math.max(MIN_INTERVAL, elapsed / 10));
    }
  }

  /**
   * Waits until an order was fulfilled as often as expected, and until it could have been fulfilled once more.
   *
   * @returns how often it was fulfilled.
   */
  async settledFulfilments(orderId: string, expected: number): Promise<number> {
    let count = 0;
    const look = async (): Promise<number> => {
      count = await this.fulfilments(orderId);
      return count;
    };
    if (this.fulfilsInJob) await this.reconcile();
    const elapsed = await this.until(async () => (await look()) >= expected);
    if (elapsed === undefined) return count;
    this.#slowest = Math.max(this.#slowest, elapsed);
    await this.until(async () => (await look()) !== expected, this.quietTime);
    if (count === 0 || this.fulfilsInJob) {
      await this.reconcile();
      await look();
    }
    return count;
  }
}
