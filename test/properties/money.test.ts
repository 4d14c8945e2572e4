import { describe, expect, test } from "vitest";
import { fromMinorUnits, parseReturnUrl, toMinorUnits } from "../../src/index.ts";
import { minorUnits } from "../../src/payments/currencies.ts";
import { fc } from "./fast-check.ts";

const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Every currency code that the package supports. */
const currencies = pairs
  .flatMap((pair) => LETTERS.map((letter) => pair + letter))
  .filter((code) => minorUnits(code) !== undefined);

const minor = fc.oneof(fc.nat(), fc.nat({ max: 20_000 }), fc.maxSafeNat());

test("the package supports the currencies of ISO 4217", () => {
  expect(currencies.length).toBeGreaterThan(150);
});

describe("an amount is formatted and parsed without loss", () => {
  test.each(currencies)("in %s", (currency) => {
    fc.assert(
      fc.property(minor, (amount) => {
        const written = fromMinorUnits(amount, currency);
        expect(toMinorUnits(written, currency)).toBe(amount);
        expect(fromMinorUnits(String(amount), currency)).toBe(written);
        expect(fromMinorUnits(BigInt(amount), currency)).toBe(written);
        expect(written.split(".")[1]?.length ?? 0).toBe(minorUnits(currency));
      }),
      { numRuns: 20, examples: [[0], [1], [Number.MAX_SAFE_INTEGER]] },
    );
  });
});

test("any token, status and uid of a return URL are parsed", () => {
  const wellFormed = fc.string({ unit: "binary", minLength: 1 });
  fc.assert(
    fc.property(
      fc.record({ token: wellFormed, status: wellFormed, uid: wellFormed }, { noNullPrototype: true }),
      (params) => {
        const query = String(new URLSearchParams(params));
        expect(parseReturnUrl(`https://shop.example/thanks?${query}`)).toStrictEqual(params);
        expect(parseReturnUrl(`/thanks?${query}`)).toStrictEqual(params);
      },
    ),
  );
});
