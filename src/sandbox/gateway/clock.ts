import { LONGEST_TIMER } from "../../shared/values.ts";

/** The maximum time of a `Date`, which a slow clock would exceed. */
const MAX_DATE = 8.64e15;

/** Returns the real time, but divides waiting times by `speed`. */
export class Clock {
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): Date {
    return new Date();
  }

  /** Returns the end of a waiting time in milliseconds, which is divided by `speed`. */
  endOf(start: Date, milliseconds: number): Date {
    const time = start.getTime() + milliseconds / this.speed;
    return new Date(Math.max(-MAX_DATE, Math.min(time, MAX_DATE)));
  }

  /** Runs a task at a time. The timer does not keep the process alive. */
  at(time: Date, task: () => void): void {
    const wait = time.getTime() - Date.now();
    const timer = setTimeout(
      () => (wait > LONGEST_TIMER ? this.at(time, task) : task()),
      Math.max(0, Math.min(wait, LONGEST_TIMER)),
    );
    // In a browser, `timer` is a number.
    Object(timer).unref?.();
  }
}
