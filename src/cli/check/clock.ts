import { type Finding, failed, note, ok } from "./finding.ts";

/** A response header `Date`, and when it came. Milliseconds since 1970. */
export interface ClockReading {
  readonly gateway: number;
  readonly here: number;
}

/** How far the clocks may be apart, in seconds. */
const MAX_SKEW = 60;

export function checkClock(readings: readonly ClockReading[]): Finding {
  const skews = readings.map(({ gateway, here }) => (here - gateway) / 1000).filter(Number.isFinite);
  const [skew] = skews.sort((one, other) => Math.abs(one) - Math.abs(other));
  if (skew === undefined) return note("clock", "was not compared: no address answered with a Date");
  const seconds = Math.round(Math.abs(skew));
  if (seconds <= MAX_SKEW) return ok("clock", `is within ${Math.max(seconds, 1)} s of the gateway's`);
  return failed(
    "clock",
    `is ${seconds} s ${skew < 0 ? "behind" : "ahead of"} the gateway's`,
    "Let NTP set it: expired_at, certificates and your records depend on it.",
  );
}
