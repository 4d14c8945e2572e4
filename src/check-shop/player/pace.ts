/** Bounds of the number of stories that use the shop at the same time. */
const [MIN_PLACES, MAX_PLACES] = [3, 12];

/** How much slower than the first order another order may be placed. Above it, there are too many stories. Below half of it, too few. */
const SLOWER = 4;

/** How many times as long as the first order a story waits for the shop, and at least how long, in milliseconds. */
const [PATIENCE, MIN_WAIT] = [10, 1000];

/** The multiples of this number, without their integer parts, are far from each other. */
const GOLDEN = 0.618;

/** Bounds of the time in which an order must not change any more, in milliseconds. */
const [MIN_QUIET, MAX_QUIET] = [100, 3000];

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How fast the shop is in this run, and how many stories use it at the same time. A story that waits frees its place. */
export class Pace {
  /** How long an order may take until it is fulfilled, in milliseconds. */
  readonly timeout: number;
  /** Whether the shop fulfills orders in its job. Undefined before the first one is fulfilled. */
  isByJob: boolean | undefined;
  /** How long the first order took from the beginning of its story, and how long until it was placed, in milliseconds. */
  #first = 0;
  #firstPlaced: number | undefined;
  /** How long the slowest fulfillment took until now, in milliseconds. */
  slowest = 0;
  /** The fastest and the last answer to a notification, in milliseconds. */
  #fastestAnswer = 0;
  #lastAnswer = 0;
  #kills = 0;
  #places = MAX_PLACES;
  #taken = 0;
  /** Stories that waited, and stories that begin. The former come first. */
  readonly #returning: (() => void)[] = [];
  readonly #beginning: (() => void)[] = [];

  constructor(timeout: number) {
    this.timeout = timeout;
  }

  /**
   * A moment within the answer to a notification, in milliseconds. A few moments cover the answer evenly. Alone, the shop is
   * slower than at its fastest, and faster than next to other stories.
   */
  momentOfAnswer(): number {
    this.#kills += 1;
    return Math.sqrt(this.#fastestAnswer * this.#lastAnswer) * ((this.#kills * GOLDEN) % 1);
  }

  /** Maximum time until a change shows, in milliseconds. Twice the slowest fulfillment until now. */
  get quietTime(): number {
    return Math.min(MAX_QUIET, Math.max(MIN_QUIET, 2 * this.slowest));
  }

  /** How long a story waits for the shop, in milliseconds. Before it is reported, it is played again with `timeout`. */
  get waitTime(): number {
    const usual = this.isByJob === undefined ? this.timeout : 4 * this.slowest;
    return Math.min(this.timeout, Math.max(MIN_WAIT, usual, PATIENCE * this.#first));
  }

  /** A limit in milliseconds, which grows if the first order took long. */
  limit(milliseconds: number): number {
    return Math.max(milliseconds, 2 * PATIENCE * this.#first);
  }

  /** Notes how long the steps of a story took. The first story is played alone. */
  tookStory(milliseconds: number): void {
    this.#first ||= milliseconds;
  }

  /** Notes how long an order took to be fulfilled, by itself or in a run of the job. */
  tookUntilFulfilled(milliseconds: number, isByJob: boolean): void {
    this.isByJob ??= isByJob;
    this.slowest = Math.max(this.slowest, milliseconds);
  }

  tookUntilAnswered(milliseconds: number): void {
    this.#fastestAnswer = Math.min(this.#fastestAnswer || milliseconds, milliseconds);
    this.#lastAnswer = milliseconds;
  }

  /** Notes how long an order took to be placed. If the shop gets slower, fewer stories are played side by side. */
  tookUntilPlaced(milliseconds: number): void {
    this.#firstPlaced ??= milliseconds;
    const ratio = milliseconds / Math.max(1, this.#firstPlaced);
    if (ratio > SLOWER) this.#places = Math.max(MIN_PLACES, this.#places - 1);
    else if (ratio < SLOWER / 2) this.#places = Math.min(MAX_PLACES, this.#places + 1);
    this.#admit();
  }

  #admit(): void {
    while (this.#taken < this.#places) {
      const next = this.#returning.shift() ?? this.#beginning.shift();
      if (!next) return;
      this.#taken += 1;
      next();
    }
  }

  take(queue = this.#beginning): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#admit();
    });
  }

  free(): void {
    this.#taken -= 1;
    this.#admit();
  }

  /** Does a task that needs no place, such as a wait. */
  async without<T>(task: () => Promise<T>): Promise<T> {
    this.free();
    try {
      return await task();
    } finally {
      await this.take(this.#returning);
    }
  }

  /** Waits. Other stories use the shop in this time. */
  pause(milliseconds: number): Promise<void> {
    return this.without(() => sleep(milliseconds));
  }
}
