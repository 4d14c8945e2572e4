import { withTimeout } from "../../runtime/with-timeout.ts";
import type { PlacedOrder, ShopFunctions } from "../shop-functions.ts";

/** How long a function of the merchant's may take, in milliseconds. */
const CALL_TIMEOUT = 30_000;

/** How often `fulfilments` and `inReview` are called before their error counts. */
const READS = 3;

/** Milliseconds until the next of them. */
const READ_INTERVAL = 200;

/** The least time for which a story waits for what the shop should do, in milliseconds. */
const MIN_PATIENCE = 1000;

/** Bounds of the time in which an order must not change any more, in milliseconds. */
const [MIN_QUIET, MAX_QUIET] = [100, 3000];

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A function that was given to `checkShop` failed, or gave something else than it should. */
export class ShopFunctionError extends Error {}

/** The shop's functions, and how fast the shop is. */
export class Merchant {
  readonly functions: ShopFunctions;
  /** How long an order may take until it is fulfilled, in milliseconds. */
  readonly timeout: number;
  /** The most milliseconds that a fulfilment took; undefined before the first one. */
  #slowest: number | undefined;
  #jobs = 0;

  constructor(functions: ShopFunctions, timeout: number) {
    this.functions = functions;
    this.timeout = timeout;
  }

  has(name: keyof ShopFunctions): boolean {
    return this.functions[name] !== undefined;
  }

  /** How long a change may take to show, in milliseconds: twice as long as the slowest so far. */
  get quietTime(): number {
    return Math.min(MAX_QUIET, Math.max(MIN_QUIET, 2 * (this.#slowest ?? 0)));
  }

  /** How long a story waits for what the shop should do; what is reported was waited for until `timeout`. */
  get patience(): number {
    return Math.min(this.timeout, Math.max(MIN_PATIENCE, 10 * (this.#slowest ?? this.timeout)));
  }

  /** An order took that many milliseconds to be fulfilled. */
  tookUntilFulfilled(milliseconds: number): void {
    this.#slowest = Math.max(this.#slowest ?? 0, milliseconds);
  }

  /** @throws ShopFunctionError with the merchant's own message. */
  async #call<T>(name: keyof ShopFunctions, call: () => T | Promise<T>): Promise<T> {
    const late = (): never => {
      throw new Error(`it took longer than ${CALL_TIMEOUT / 1000} s`);
    };
    try {
      return await withTimeout(Promise.resolve().then(call), CALL_TIMEOUT, late);
    } catch (error) {
      throw new ShopFunctionError(`${name} failed: ${messageOf(error)}`);
    }
  }

  async placeOrder(): Promise<PlacedOrder> {
    const placed: unknown = await this.#call("placeOrder", () => this.functions.placeOrder());
    const { orderId, token } = Object(placed);
    if (!["string", "number"].includes(typeof orderId) || typeof token !== "string") {
      throw new ShopFunctionError("placeOrder gave no { orderId, token }: let it return both as strings");
    }
    return { orderId: String(orderId), token };
  }

  async #countOf(name: "fulfilments" | "inReview", orderId: string): Promise<number> {
    for (let read = 1; ; read += 1) {
      try {
        const count: unknown = await this.#call(name, () => this.functions[name]?.(orderId));
        if (typeof count === "number" && Number.isInteger(count) && count >= 0) return count;
        throw new ShopFunctionError(`${name} gave ${count}: let it return an integer, 0 or more`);
      } catch (error) {
        if (read === READS) throw error;
        await sleep(READ_INTERVAL);
      }
    }
  }

  fulfilments(orderId: string): Promise<number> {
    return this.#countOf("fulfilments", orderId);
  }

  /** Undefined where the shop does not tell. */
  async inReview(orderId: string): Promise<number | undefined> {
    return this.has("inReview") ? this.#countOf("inReview", orderId) : undefined;
  }

  async refund(orderId: string, amount: number): Promise<void> {
    await this.#call("refund", () => this.functions.refund?.(orderId, amount));
  }

  async renew(orderId: string): Promise<void> {
    await this.#call("renew", () => this.functions.renew?.(orderId));
  }

  async restart(): Promise<void> {
    await this.#call("restart", () => this.functions.restart?.());
  }

  /** Changes when the job begins or ends: what it did meanwhile is not known. */
  get jobs(): number {
    return this.#jobs;
  }

  /** Runs the job. One that throws may run again: what counts is the order. @returns the error. */
  async reconcile(): Promise<string | undefined> {
    this.#jobs += 1;
    try {
      await this.#call("reconcile", () => this.functions.reconcile?.());
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      this.#jobs += 1;
    }
  }
}
