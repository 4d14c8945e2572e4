import { LONGEST_TIMER } from "../../values.ts";

/** The maximum time value of a `Date`; a slow clock would exceed it. */
const LAST_DATE = 8.64e15;

/** The time in a sandbox: the real one, but waits are `speed` times shorter. */
export class Clock {
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): Date {
    return new Date();
  }

  /** The end of a wait from `start` to `end`, shortened by `speed`. */
  shortened(start: Date, end: Date): Date {
    const time = start.getTime() + (end.getTime() - start.getTime()) / this.speed;
    return new Date(Math.max(-LAST_DATE, Math.min(time, LAST_DATE)));
  }

  /** Runs a task at that time. The timer does not keep the process alive. */
  at(time: Date, task: () => void): void {
    const wait = time.getTime() - Date.now();
    const timer: unknown = setTimeout(
      () => (wait > LONGEST_TIMER ? this.at(time, task) : task()),
      Math.max(0, Math.min(wait, LONGEST_TIMER)),
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
