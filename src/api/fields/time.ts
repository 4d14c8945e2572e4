import { type Model, valueWithout } from "./primitives.ts";
import { isDate, text } from "./text.ts";
import { sent } from "./wire.ts";

/** A `Date`, or an ISO 8601 string with a zone: `2026-03-02T10:00:00+03:00`. Fractions of a second are dropped. */
export type Time = Date | string;

const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(?:[.,]\d+)?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)$/;

/**
 * Converts a time to its wire format, YYYY-MM-DDThh:mm:ss+hh:mm. Undefined if the time does not exist or has no zone.
 */
const readTime = (value: unknown): string | undefined => {
  const isDay = value instanceof Date && Number.isFinite(value.getTime());
  const iso = isDay ? value.toISOString() : value;
  const match = typeof iso === "string" ? ISO_TIME.exec(iso) : null;
  const [, date = "", time, seconds = ":00", zoneHours = "+00", zoneMinutes = "00"] = match ?? [];
  return isDate(date) ? `${date}${time}${seconds}${zoneHours}:${zoneMinutes}` : undefined;
};

const SENT_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$";

/** A function, because bundlers keep a pattern whose source is read at the top of a module. */
/* @__NO_SIDE_EFFECTS__ */
function isoTime(): Model<Time> {
  return sent(
    valueWithout<Time>(
      (value) => {
        if (value === "" || readTime(value) !== undefined) return undefined;
        return typeof value === "string"
          ? { code: "invalid_format", format: "datetime", input: value }
          : { code: "invalid_type", expected: "date" };
      },
      "a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm",
      { type: "string", anyOf: [{ pattern: ISO_TIME.source }, { const: "" }] },
    ),
    (value) => readTime(value) ?? value,
    { type: "string", anyOf: [{ format: "date-time", pattern: SENT_TIME }, { const: "" }] },
    text,
  );
}

/** A time. An empty text counts as no value. */
export const time: Model<Time> = isoTime();
