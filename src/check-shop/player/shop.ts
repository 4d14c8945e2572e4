import { readMilliseconds } from "../../runtime/environment.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import { messageOf, namesOf } from "../../shared/values.ts";
import { OPTIONAL_FUNCTIONS, type PlacedOrder, SHOP_DEFAULTS, type ShopFunctions } from "../options.ts";
import { Pace, sleep } from "./pace.ts";
import { Turns } from "./turns.ts";

/** The functions that the staff calls, with the number of their parameters. The last one is the id of the request. */
const REQUESTS = { refund: 3, capture: 3, refundReview: 2, renew: 2 };

/** How long a function of the shop may take, in milliseconds, and how often it may take longer before it is not called again. */
const [CALL_TIMEOUT, MAX_LATE] = [30_000, 2];

/** Milliseconds after which stories share each run of the job. */
const SLOW_JOB = 500;

/** Milliseconds that a shop may lose when it compares times in whole seconds. */
const MARGIN = 1000;

/** How often a function is called before its error counts, and the milliseconds before the second call. */
const [TRIES, TRY_INTERVAL] = [3, 200];

/** Calls a function that can be called again if it fails. @throws its last error. */
export async function tryAgain<T>(task: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await task();
    } catch (error) {
      if (count === tries) throw error;
      await sleep(TRY_INTERVAL * count);
    }
  }
}

export class ShopFunctionError extends Error {}

/** A function of the shop took too long, perhaps because the machine is busy. */
class LateError extends ShopFunctionError {}

/** A function of the shop returned something that it must never return. */
export class WrongResultError extends TypeError {}

export class UsedIdError extends Error {}

/** A story that waits for the job or for a restart. */
interface Waiting {
  /** Called when it begins. A job lasts until this has ended, too. */
  readonly prepare: () => unknown;
  /** How many times the job runs at the same moment. */
  readonly count?: number | undefined;
  /** Gets the line of the report. */
  readonly resolve: (line: Promise<string>) => void;
}

/** The shop's functions, how fast the shop is, and which stories may use it at the same time. */
export class CheckedShop {
  readonly #functions: ShopFunctions;
  /** The names of the optional functions that the shop has. */
  readonly functions: ReadonlySet<string>;
  /** The functions that read the id of a request, so that the same request can be made again. */
  readonly readers: ReadonlySet<string>;
  readonly pace: Pace;
  /** How long the shop may wait before it sends a request again, in milliseconds. */
  readonly underWay: number;
  /** Steps of stories. A restart would disturb other stories. */
  readonly steps = new Turns();
  /** Steps that place an order. The calls of these steps contain no id yet, so a fault has to be the only one. */
  readonly placing = new Turns();
  /** The steps of whole stories, and the job. It would fulfill orders and make requests of other stories. */
  readonly stories = new Turns();
  /** The tokens by the ids of their orders. */
  readonly #tokens = new Map<string, string>();
  /** The tracking ids of orders, and ids that are almost the same. */
  readonly trackingIds = new Set<string>();
  readonly nearIds = new Set<string>();
  readonly #owners = new Map<string, string>();
  /** Pages of the shop, and whether one of them ever answered. */
  readonly pages = new Map<string, boolean>();
  /** The stories that are played, because each of them sees what happens to the whole shop. */
  readonly running = new Set<{ timeOut(): void }>();
  readonly #late = new Map<keyof ShopFunctions, number>();
  readonly #waitingForJob: Waiting[] = [];
  /** How long the last run of the job took, in milliseconds. */
  jobTime = 0;
  /** Resolves when the process of the shop that runs now was killed. */
  #life = Promise.withResolvers<void>();
  readonly #waitingForRestart: Waiting[] = [];
  /** Settles when the last restart has ended. */
  #restarted: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(functions: ShopFunctions, timeout: number) {
    this.#functions = functions;
    this.functions = new Set(OPTIONAL_FUNCTIONS.filter((name) => Object(functions)[name] !== undefined));
    const readers = namesOf(REQUESTS).filter((name) => (functions[name]?.length ?? 0) >= REQUESTS[name]);
    this.readers = new Set(readers);
    this.pace = new Pace(timeout);
    this.underWay = (readMilliseconds("underWay") ?? SHOP_DEFAULTS.underWay) + MARGIN;
  }

  /** Ends the run. No function is called any more, and a restart has ended, because the caller stops the shop. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#restarted;
  }

  /** Calls a function of the shop. @throws ShopFunctionError with the message of its error. */
  async call<Name extends keyof ShopFunctions>(
    name: Name,
    ...args: Parameters<NonNullable<ShopFunctions[Name]>>
  ): Promise<unknown> {
    if (this.#isOver) return new Promise(() => {});
    const limit = this.pace.limit(CALL_TIMEOUT);
    const message = `it took longer than ${Math.round(limit / 1000)} s`;
    const late = this.#late.get(name) ?? 0;
    const onTimeout = (): never => {
      this.#late.set(name, late + 1);
      throw new LateError(`${name} failed: ${message}`);
    };
    if (late >= MAX_LATE) throw new LateError(`${name} failed: ${message}, ${MAX_LATE} times`);
    try {
      const task = async (): Promise<unknown> =>
        Reflect.apply(Object(this.#functions[name]), this.#functions, args);
      return await withTimeout(task(), limit, onTimeout);
    } catch (error) {
      throw error instanceof LateError ? error : new ShopFunctionError(`${name} failed: ${messageOf(error)}`);
    }
  }

  /** Places an order. @param hasFault Whether the gateway fails now, so that an error is no surprise. @throws ShopFunctionError */
  async placeOrder(hasFault: boolean): Promise<PlacedOrder> {
    const start = performance.now();
    const { orderId, token } = Object(await tryAgain(() => this.call("placeOrder"), hasFault ? 1 : TRIES));
    if (!hasFault) this.pace.tookUntilPlaced(performance.now() - start);
    if (!["string", "number"].includes(typeof orderId) || typeof token !== "string")
      throw new WrongResultError("placeOrder returned no { orderId, token }. Return both as strings");
    const id = String(orderId);
    const earlier = this.#tokens.get(id);
    if (earlier !== undefined && earlier !== token) {
      throw new UsedIdError(
        `the id ${id} is used for a second order, so that a late payment of the first order counts for the second`,
      );
    }
    this.#tokens.set(id, token);
    return { orderId: id, token };
  }

  /** Waits, but not for a process of the shop that was killed meanwhile. */
  waitWhileAlive(milliseconds: number): Promise<void> {
    return Promise.race([sleep(milliseconds), this.#life.promise]);
  }

  /** Kills and starts the shop, also for all stories that wait for it. @returns the line of the report. @throws ShopFunctionError */
  restart(): Promise<string> {
    const waiting = this.#waitingForRestart.splice(0);
    for (const { prepare } of waiting) prepare();
    const kill = (): Promise<unknown> => {
      const call = this.call("restart");
      this.#restarted = Promise.allSettled([call]);
      return call;
    };
    const line = tryAgain(kill).then(() => {
      this.#life.resolve();
      this.#life = Promise.withResolvers();
      return "the shop was killed and started";
    });
    for (const { resolve } of waiting) resolve(line);
    return line;
  }

  /** Calls `kill` as soon as no story plays a step, unless the shop is restarted before. @returns the line of the report. */
  awaitRestart(prepare: () => void, kill: () => Promise<unknown>): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const waiting = { prepare, resolve };
    this.#waitingForRestart.push(waiting);
    void this.steps.run(async () => {
      if (this.#waitingForRestart.includes(waiting)) await Promise.allSettled([kill()]);
    }, true);
    return this.pace.without(() => promise);
  }

  async #countOrList(
    name: "fulfillments" | "inReview",
    id: string,
    wanted: string,
  ): Promise<number | string[]> {
    const result = await tryAgain(() => this.call(name, id));
    if (Number.isInteger(result) && Number(result) >= 0) return Number(result);
    if (Array.isArray(result)) return result.map((each) => String(each ?? ""));
    throw new WrongResultError(`${name} returned ${result}. Return ${wanted}`);
  }

  #delivered(id: string): Promise<number | string[]> {
    return this.#countOrList("fulfillments", id, "an integer, 0 or more, or a list of what was delivered");
  }

  /** How often an order is fulfilled, and a sentence about what was delivered before. */
  async fulfillments(orderId: string): Promise<{ count: number; again: string | undefined }> {
    const things = await this.#delivered(orderId);
    if (typeof things === "number") return { count: things, again: undefined };
    const twice = things.find((each, index) => things.indexOf(each) < index);
    let again = twice && `${twice} was delivered twice`;
    for (const each of things) {
      const owner = this.#owners.get(each) ?? orderId;
      // It may have come back from the other order.
      const isElsewhere = owner !== orderId && [await this.#delivered(owner)].flat().includes(each);
      if (isElsewhere) again ??= `${each} was delivered to the orders ${owner} and ${orderId}`;
      else this.#owners.set(each, orderId);
    }
    return { count: things.length, again };
  }

  /** How many pieces are left. @param pieces Sets the stock before, if the function can. */
  async stock(...pieces: [number?]): Promise<number> {
    const left = await tryAgain(() => this.call("stock", ...pieces));
    if (Number.isInteger(left)) return Number(left);
    throw new WrongResultError(`stock returned ${left}. Return an integer`);
  }

  /** Whether the job takes long, such as in a shop that asks for the tokens of all orders. */
  get isJobSlow(): boolean {
    return this.jobTime > SLOW_JOB;
  }

  get canSetStock(): boolean {
    return (this.#functions.stock?.length ?? 0) > 0;
  }

  /** The uids of the payments in manual review, or their number. Undefined if the shop has no such function. */
  async inReview(orderId: string): Promise<number | string[] | undefined> {
    if (!this.functions.has("inReview")) return undefined;
    return this.#countOrList("inReview", orderId, "a list of uids, or how many there are");
  }

  /** Runs the job. A job that throws breaks no law, because it may run again. @returns the line of the report. @throws LateError */
  async reconcile(): Promise<string> {
    const start = performance.now();
    try {
      await this.call("reconcile");
      return "the job ran";
    } catch (error) {
      // What a job would have done that did not end is not known.
      if (error instanceof LateError) throw error;
      return `the job ran (${messageOf(error)})`;
    } finally {
      this.jobTime = performance.now() - start;
    }
  }

  /**
   * Runs the job for all stories that wait for it. It begins when no other story is between two of its steps.
   * @returns the line of the report. @throws LateError
   */
  reconcileForAll(prepare: () => unknown = () => {}, count?: number): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const isFirst = this.#waitingForJob.push({ prepare, count, resolve }) === 1;
    if (isFirst) void this.stories.run(() => this.steps.run(() => this.#runJob()), true);
    return promise;
  }

  async #runJob(): Promise<void> {
    const waiting = this.#waitingForJob.splice(0);
    const prepared = waiting.map(({ prepare }) => prepare());
    const most = Math.max(...waiting.map(({ count = 1 }) => count));
    const lines = Promise.all(Array.from({ length: most }, () => this.reconcile()));
    for (const { resolve } of waiting) resolve(lines.then(([line = ""]) => line));
    await Promise.allSettled([lines, ...prepared]);
  }
}
