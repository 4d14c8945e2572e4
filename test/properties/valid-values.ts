/** Valid values of single fields, in every form that the types accept. */
import { fc } from "./fast-check.ts";

/** Values that count as not given. */
export const nothing = fc.constantFrom(undefined, null);

/** Values that count as not given for text. */
export const noText = fc.constantFrom(undefined, null, "" as const);

/** A value, or one that counts as not given. */
export const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 3, arbitrary: value }, nothing);

/** A text value, or one that counts as not given. */
export const optionalText = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | "" | undefined> =>
  fc.oneof({ weight: 3, arbitrary: value }, noText);

export const flag = fc.boolean();

/** Any text, including other alphabets. */
export const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string());

export const filled = fc.string({ unit: "grapheme", minLength: 1 });

export const textUpTo = (limit: number): fc.Arbitrary<string> =>
  fc.string({ unit: "grapheme-ascii", maxLength: limit, size: "max" });

const inEveryForm = (value: number): fc.Arbitrary<number | string> =>
  fc.constantFrom<number | string>(value, String(value), `00${value}`);

/** A whole number, as number or digits. */
export const whole = fc.oneof(fc.nat({ max: 3 }), fc.maxSafeNat()).chain(inEveryForm);

/** An amount up to the limit, as number, bigint or digits. */
export const amountUpTo = (max: number): fc.Arbitrary<number | bigint | string> =>
  fc
    .oneof(fc.nat({ max: 100_000 }), fc.integer({ min: 0, max }))
    .chain((value) => fc.constantFrom<number | bigint | string>(value, BigInt(value), String(value)));

export const currency = fc.oneof(
  fc.constantFrom("EUR", "USD", "JPY", "KWD"),
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 3, maxLength: 3 }),
);

const webUrl = fc.webUrl({ withQueryParameters: true, withFragments: true });

/** An address that the gateway calls, in any form. */
export const url = fc.oneof(webUrl, fc.constant("HTTPS://GRÜSSE.example:443/über uns?ü=1"));

/** An address that a browser opens, with the scheme of an app, too. */
export const pageUrl = fc.oneof(url, fc.constantFrom("myapp://paid", "com.shop.example:/ü"));

/** The documented form of an address. */
export const urlSent = (value: string): string => new URL(value).href;

const day = fc.date({ min: new Date("1970-01-01"), max: new Date("9999-12-30"), noInvalidDate: true });

export const birthDate = day.map((date) => date.toISOString().slice(0, 10));

const ZONES: Readonly<Record<string, string>> = {
  Z: "+00:00",
  "+03": "+03:00",
  "-0330": "-03:30",
  "+05:45": "+05:45",
  "-11:00": "-11:00",
};

/** A `Date`, or a time with a zone, with and without fractions of a second. */
export const time: fc.Arbitrary<Date | string> = fc
  .tuple(day, fc.constantFrom("", ".5", ".123456"), fc.constantFrom(...Object.keys(ZONES)), flag)
  .map(([date, fraction, zone, isDate]) =>
    isDate ? date : `${date.toISOString().slice(0, 19)}${fraction}${zone}`,
  );

/** The documented form of a generated time. */
export const timeSent = (value: Date | string): string => {
  const written = value instanceof Date ? value.toISOString() : value;
  return written.slice(0, 19) + ZONES[written.slice(19).replace(/^\.\d+/, "")];
};

/** Undocumented fields with any JSON. */
export const extras = fc.dictionary(
  fc.oneof(
    fc.string({ minLength: 1 }).map((name) => `x_${name}`),
    fc.constantFrom("__proto__", "constructor"),
  ),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);
