import { LONGEST_TIMER } from "../../shared/values.ts";

/** The maximum time value of a `Date`; a slow clock would exceed it. */
const MAX_DATE = 8.64e15;

/** The time in a sandbox: the real one, but waits are `speed` times shorter. */
export class Clock {
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): Date {
    return new Date();
  }

  /** The end of a wait of so many milliseconds, shortened by `speed`. */
  endOf(start: Date, milliseconds: number): Date {
    const time = start.getTime() + milliseconds / this.speed;
    return new Date(Math.max(-MAX_DATE, Math.min(time, MAX_DATE)));
  }

  /** Runs a task at that time. The timer does not keep the process alive. */
  at(time: Date, task: () => void): void {
    const wait = time.getTime() - Date.now();
    const timer = setTimeout(
      () => (wait > LONGEST_TIMER ? this.at(time, task) : task()),
      Math.max(0, Math.min(wait, LONGEST_TIMER)),
    );
    // In a browser it is a number.
    Object(timer).unref?.();
  }
}
