import { type Model, valueWithout } from "./primitives.ts";
import { isDate } from "./text.ts";

/** A `Date`, or an ISO 8601 string with a zone: `2026-03-02T10:00:00+03:00`. Fractions of a second are dropped. */
export type Time = Date | string;

const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):\d\d)(?:(:\d\d)(?:[.,]\d+)?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

/** Reads a time in its wire format, YYYY-MM-DDThh:mm:ss+hh:mm; undefined if it does not exist or has no zone. */
const readTime = (value: unknown): string | undefined => {
  const text = value instanceof Date ? value.toJSON() : value;
  const match = typeof text === "string" ? ISO_TIME.exec(text) : null;
  const [, date = "", time, seconds = ":00", zoneHours = "+00", zoneMinutes = "00"] = match ?? [];
  const written = `${date}${time}${seconds}${zoneHours}:${zoneMinutes}`;
  return isDate(date) && !Number.isNaN(Date.parse(written)) ? written : undefined;
};

/** A time. An empty text passes as no value. */
export const time: Model<Time> = valueWithout(
  (value) => {
    if (value === "" || readTime(value) !== undefined) return undefined;
    return typeof value === "string"
      ? { code: "invalid_format", format: "datetime", input: value }
      : { code: "invalid_type", expected: "date" };
  },
  "a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm",
  { type: "string", anyOf: [{ pattern: ISO_TIME.source }, { const: "" }] },
);

/** Converts a time to its wire format. Other values are returned unchanged. */
export const writeTime = (value: unknown): unknown => readTime(value) ?? value;
