import { describe, expect, test } from "vitest";
import { fromMinorUnits, toMinorUnits } from "../../src/index.ts";

test.each<[string | number, string, number, string]>([
  ["32.45", "USD", 3245, "32.45"],
  ["32.4", "USD", 3240, "32.40"],
  [32.45, "USD", 3245, "32.45"],
  [4.35, "EUR", 435, "4.35"],
  [1.005, "KWD", 1005, "1.005"],
  ["0.01", "USD", 1, "0.01"],
  ["007.50", "EUR", 750, "7.50"],
  ["500", "JPY", 500, "500"],
  ["1.234", "BHD", 1234, "1.234"],
  ["1.2345", "CLF", 12345, "1.2345"],
  // As a column of type DECIMAL has it.
  ["32.4500", "EUR", 3245, "32.45"],
  ["3245.00", "JPY", 3245, "3245"],
  ["0.000", "USD", 0, "0.00"],
  ["90071992547409.91", "USD", Number.MAX_SAFE_INTEGER, "90071992547409.91"],
])("%s %s is %d in minor units, and back %s", (amount, currency, minor, written) => {
  expect(toMinorUnits(amount, currency)).toBe(minor);
  expect(fromMinorUnits(minor, currency)).toBe(written);
});

test.each<[number | bigint | string, string, string]>([
  [3245n, "USD", "32.45"],
  ["3245", "USD", "32.45"],
  ["0003245", "USD", "32.45"],
  [123456789012345678901234567890n, "USD", "1234567890123456789012345678.90"],
])("%s minor units of %s are %s", (minor, currency, written) => {
  expect(fromMinorUnits(minor, currency)).toBe(written);
});

test("a price with more decimals is to be rounded first", () => {
  expect(() => toMinorUnits(0.1 + 0.2, "EUR")).toThrow(/has 17 decimals, but EUR has 2. Round it first/);
});

test.each<[string, (string | number)[]]>([
  ["white space", ["", " ", " 5", "5 ", "5\n"]],
  ["a sign", ["-1", "-0.01", "+1", -1, -0.01]],
  ["an exponent or another notation", ["1e3", "1e-2", "0x10", "1_000", 1e21, 1e-7]],
  ["no digits beside the point, or two points", [".5", "5.", "1.2.3"]],
  ["another separator or other digits", ["1,5", "1,000.00", "٣"]],
  ["rounding errors", [0.1 + 0.2]],
  ["no value", ["NaN", "Infinity", Number.NaN, Number.POSITIVE_INFINITY]],
  ["too many digits", ["9".repeat(400)]],
])("an amount with %s is refused", (_what, amounts) => {
  for (const amount of amounts) expect(() => toMinorUnits(amount, "USD"), String(amount)).toThrow(RangeError);
});

test.each<[string, (number | bigint | string)[]]>([
  ["white space", ["", " 5"]],
  ["a sign", [-1, -1n, "-1", "+5"]],
  ["decimals", [1.5, "1.5"]],
  ["another notation", ["1e3", "0x10"]],
  ["lost digits", [1e21, 2 ** 53]],
  ["no value", [Number.NaN, Number.POSITIVE_INFINITY]],
])("minor units with %s are refused", (_what, amounts) => {
  for (const amount of amounts) {
    const message = "amount must be an integer in minor units, 0 or more";
    expect(() => fromMinorUnits(amount, "USD"), String(amount)).toThrow(message);
  }
});

test.each<unknown>([undefined, null, true, {}, [], ["5"], () => 5, new Date()])(
  "%s is not an amount in either form",
  (amount) => {
    // @ts-expect-error as JavaScript may call it
    expect(() => fromMinorUnits(amount, "USD")).toThrow("amount must be an integer in minor units");
    // @ts-expect-error as JavaScript may call it
    expect(() => toMinorUnits(amount, "USD")).toThrow("amount must be decimal digits, 0 or more");
  },
);

test("an amount past 2^53 - 1 minor units is refused by its limit", () => {
  expect(() => toMinorUnits("90071992547409.92", "USD")).toThrow("amount must be at most 9007199254740991");
});

test("a currency in a list is not a currency", () => {
  // @ts-expect-error as JavaScript may call it
  expect(() => toMinorUnits("1", ["USD"], { digits: 2 })).toThrow("currency must be an ISO 4217");
});

test.each(["usd", "Usd", "US", "USDT", "", " USD", "XYZ", "USD EUR", "840", "__proto__", "0", "2"])(
  "%j is not a currency",
  (currency) => {
    expect(() => toMinorUnits("1", currency)).toThrow(RangeError);
    expect(() => fromMinorUnits(1, currency)).toThrow(RangeError);
  },
);

/** The decimals in ISO 4217, and those by which the platform's own PHP client counts. */
const COUNTED_DIFFERENTLY: readonly (readonly [code: string, iso: number, platform: number])[] = [
  ["CLF", 4, 0],
  ["IQD", 3, 0],
  ["IDR", 2, 0],
  ["MOP", 2, 1],
  ["UGX", 0, 2],
];

describe("decimals that differ from ISO 4217", () => {
  test.each(COUNTED_DIFFERENTLY)("%s has %d in ISO 4217, and digits: %d decides", (code, iso, digits) => {
    expect(toMinorUnits("12000", code)).toBe(12_000 * 10 ** iso);
    expect(toMinorUnits("12000", code, { digits })).toBe(12_000 * 10 ** digits);
    expect(fromMinorUnits(12_000 * 10 ** digits, code, { digits })).toBe((12_000).toFixed(digits));
    expect(() => toMinorUnits(`1.${"0".repeat(digits)}1`, code, { digits })).toThrow(
      `amount has ${digits + 1} decimals, but ${code} has ${digits}`,
    );
  });

  test("digits may be as many as 15", () => {
    expect(toMinorUnits("0.000000000000001", "XTS", { digits: 15 })).toBe(1);
  });

  test("digits make a withdrawn code a currency, but no other text", () => {
    expect(toMinorUnits("100", "BYR", { digits: 0 })).toBe(100);
    for (const currency of ["byr", "BYRR", "", "__proto__"])
      expect(() => fromMinorUnits(1, currency, { digits: 0 }), currency).toThrow(/^currency must be/);
  });

  test.each<unknown>([-1, 0.5, 16, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "2", null, 2n])(
    "digits: %s is refused",
    (value) => {
      const options = { digits: value };
      // @ts-expect-error as JavaScript may call it
      expect(() => toMinorUnits("1", "USD", options)).toThrow("digits must be an integer, 0 to 15");
      // @ts-expect-error as JavaScript may call it
      expect(() => fromMinorUnits(1, "USD", options)).toThrow("digits must be an integer, 0 to 15");
    },
  );
});

describe("the currency table", () => {
  const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const CODES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));

  const writtenOne = (code: string): string | undefined => {
    try {
      return fromMinorUnits(1, code);
    } catch {
      return undefined;
    }
  };

  const written = new Map(CODES.map((code) => [code, writtenOne(code)]));
  const known = CODES.filter((code) => written.get(code) !== undefined);
  const ofRuntime = new Set(Intl.supportedValuesOf("currency"));

  /** Historic codes: on ISO 4217's list three. */
  const WITHDRAWN = ["ANG", "BGN", "CUC", "HRK", "LTL", "MRO", "SLL", "STD", "VEF", "ZMK", "ZWL"];
  const NAMES = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });

  test.each(WITHDRAWN)("%s, which was withdrawn, still counts the money of old orders", (code) => {
    expect(fromMinorUnits(1999, code)).toBe("19.99");
    expect(toMinorUnits("19.99", code)).toBe(1999);
  });

  /** Active codes without minor units: metals, bond units, drawing rights, tests. */
  const WITHOUT_MINOR_UNITS = [
    ...["XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR"],
    ...["XPD", "XPT", "XSU", "XTS", "XUA", "XXX"],
  ];

  /** Active codes that a runtime may lack: funds, and codes newer than its data. */
  const BEYOND_THE_RUNTIME = [
    ...["BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW"],
    ...["SLE", "VED", "XAD", "XCG", "ZWG"],
  ];

  test("has every code of the runtime that ISO 4217 lists as active money", () => {
    const missing = [...ofRuntime].filter((code) => !known.includes(code));
    expect(missing.filter((code) => !WITHOUT_MINOR_UNITS.includes(code))).toStrictEqual([]);
  });

  test("has no code that neither the runtime nor ISO 4217 has", () => {
    const isNamed = (code: string): boolean => NAMES.of(code) !== undefined;
    expect(known.filter((code) => !isNamed(code) && !BEYOND_THE_RUNTIME.includes(code))).toStrictEqual([]);
  });

  test("has the codes that a runtime may lack, and none without minor units", () => {
    expect(BEYOND_THE_RUNTIME.filter((code) => !known.includes(code))).toStrictEqual([]);
    expect(known.filter((code) => WITHOUT_MINOR_UNITS.includes(code))).toStrictEqual([]);
  });

  test.each([
    [
      "1",
      "BEF BIF BYR CLP DJF ESP GNF GRD ISK ITL JPY KMF KRW LUF MGF PTE PYG RWF TPE TRL UGX UYI VND VUV XAF XOF XPF",
    ],
    ["0.001", "BHD IQD JOD KWD LYD OMR TND"],
    ["0.0001", "CLF UYW"],
  ])("writes one minor unit as %s for exactly the codes of ISO 4217", (one, codes) => {
    expect(known.filter((code) => written.get(code) === one)).toStrictEqual(codes.split(" "));
  });

  test("writes one minor unit as 0.01 for all others", () => {
    expect(new Set(written.values())).toStrictEqual(new Set([undefined, "1", "0.01", "0.001", "0.0001"]));
  });
});
