/** Virtual time: a timer runs as soon as nothing else is left to do, so that a story of minutes takes a millisecond. */
interface Timer {
  readonly at: number;
  readonly run: () => void;
}

const timers: Timer[] = [];

let now = 0;

/** A response that is read at once, because a real one takes most of the time of a story. */
class PlainResponse {
  readonly status: number;
  readonly type: string;
  readonly headers = new Map([["content-type", "application/json"]]);
  readonly #text: string;

  constructor(text: string, { status = 200 } = {}, type = "default") {
    this.#text = text;
    this.status = status;
    this.type = type;
  }

  static json(body: unknown, init = {}): PlainResponse {
    return new PlainResponse(JSON.stringify(body), init);
  }

  static error(): PlainResponse {
    return new PlainResponse("", { status: 0 }, "error");
  }

  clone(): PlainResponse {
    return this;
  }

  async text(): Promise<string> {
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

/** Replaces the timers and the clock of this process. @returns a function that puts them back. */
export function useVirtualTime(): () => void {
  const real = { setTimeout, clearTimeout, Response };
  const { now: realNow } = performance;
  const start = (run: () => void, milliseconds = 0): Timer => {
    const timer = { at: now + Math.max(0, milliseconds), run };
    const index = timers.findLastIndex(({ at }) => at <= timer.at);
    timers.splice(index + 1, 0, timer);
    return timer;
  };
  const stop = (timer: Timer): void => {
    const index = timers.indexOf(timer);
    if (index >= 0) timers.splice(index, 1);
  };
  Object.assign(globalThis, { setTimeout: start, clearTimeout: stop, Response: PlainResponse });
  performance.now = () => now;
  return () => {
    Object.assign(globalThis, real);
    performance.now = realNow;
  };
}

/** Lets virtual time pass until a task has ended. @throws its error, or Error if nothing is left that could end it */
export async function simulate<T>(task: Promise<T>): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  void task.then(end, end);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isOver) break;
    const timer = timers.shift();
    if (!timer) throw new Error("The story waits for nothing");
    now = timer.at;
    timer.run();
  }
  // What a shop still does after its story belongs to no other story.
  timers.length = 0;
  return task;
}
