/** The longest wait that `setTimeout` keeps to. */
const LONGEST = 2 ** 31 - 1;

/** Time in a sandbox: the time is everybody's, but waits pass `speed` times as fast. */
export class Clock {
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): Date {
    return new Date();
  }

  /** When a wait is over that began at `start` and would have lasted until `end`. */
  shortened(start: Date, end: Date): Date {
    return new Date(start.getTime() + (end.getTime() - start.getTime()) / this.speed);
  }

  /** Runs a task at that time. A process that has nothing else to do does not wait for it. */
  at(time: Date, task: () => void): void {
    const wait = time.getTime() - Date.now();
    const timer: unknown = setTimeout(
      () => (wait > LONGEST ? this.at(time, task) : task()),
      Math.max(0, Math.min(wait, LONGEST)),
    );
    if (
      typeof timer === "object" &&
      timer !== null &&
      "unref" in timer &&
      typeof timer.unref === "function"
    ) {
      timer.unref();
    }
  }
}
