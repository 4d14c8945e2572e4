import type { Currency } from "../api/fields/known-codes.ts";
import { readOnly } from "../shared/read-option.ts";
import { minorUnitsEver } from "./currencies.ts";

/** Options of `toMinorUnits` and `fromMinorUnits`. */
export interface MinorUnitsOptions {
  /**
   * Number of decimals of the currency, if your gateway differs from ISO 4217. Default: the decimals of ISO 4217. 0 to
   * 15. With `digits`, any three capital letters are a currency.
   */
  readonly digits?: number | undefined;
}

const isDigits = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 15;

const decimalsOf = (currency: string, digits: unknown): number => {
  if (digits !== undefined && !isDigits(digits)) {
    throw new RangeError("digits must be an integer, 0 to 15");
  }
  const isCode = typeof currency === "string" && /^[A-Z]{3}$/.test(currency);
  const decimals = isCode ? (digits ?? minorUnitsEver(currency)) : undefined;
  if (decimals === undefined) {
    throw new RangeError("currency must be an ISO 4217 alpha-3 code in capitals, such as EUR");
  }
  return decimals;
};

/**
 * Converts a decimal amount to minor units, exactly: `toMinorUnits("32.45", "USD")` is 3245.
 *
 * @remarks Some gateways count some currencies with other decimals than ISO 4217. The platform's PHP client uses 0 for
 * CLF, CVE, IDR, IQD, IRR, KPW, LAK, LBP and MMK, 1 for MOP, 2 for UGX and UYW. Ask your gateway before you take money
 * in one of these. With the wrong `digits`, the amount is at least ten times too high or too low.
 * @param amount Decimal digits with a point, such as `"32.45"` or `"32"`. Zeros may follow, as in `"32.4500"`. A number
 * is converted to its decimal string first.
 * @param currency ISO 4217 alpha-3 code in capitals.
 * @param options `digits` replaces the decimals of ISO 4217.
 * @returns An integer, 0 to 2^53 - 1.
 * @throws RangeError if the amount has another format, more decimals than the currency, or exceeds 2^53 - 1 minor
 * units. Also if the currency is unknown, or `digits` is not an integer from 0 to 15.
 */
export function toMinorUnits(
  amount: string | number,
  currency: Currency,
  options: MinorUnitsOptions = {},
): number {
  const decimals = decimalsOf(currency, readOnly(options, "digits"));
  const [match, whole = "", fraction = ""] =
    /^(\d+)(?:\.(\d+))?$/.exec(typeof amount === "object" ? "" : String(amount)) ?? [];
  if (match === undefined) {
    throw new RangeError('amount must be decimal digits, 0 or more, such as "32.45"');
  }
  // Database columns of type DECIMAL add zeros.
  const given = fraction.replace(/0+$/, "");
  if (given.length > decimals) {
    throw new RangeError(
      `amount has ${given.length} decimals, but ${currency} has ${decimals}. Round it first`,
    );
  }
  const minor = Number(whole + given.padEnd(decimals, "0"));
  if (!Number.isSafeInteger(minor)) {
    throw new RangeError(`amount must be at most ${Number.MAX_SAFE_INTEGER} in minor units`);
  }
  return minor;
}

/**
 * Converts minor units to a decimal string, exactly: `fromMinorUnits(3245, "USD")` is `"32.45"`.
 *
 * @remarks Some gateways count some currencies with other decimals than ISO 4217. See {@link toMinorUnits}.
 * @param amount Minor units, an integer, 0 or more.
 * @param currency ISO 4217 alpha-3 code in capitals.
 * @param options `digits` replaces the decimals of ISO 4217.
 * @returns Digits with a point and all decimals of the currency.
 * @throws RangeError if the amount is not an integer of 0 or more, the currency is unknown, or `digits` is not an
 * integer from 0 to 15.
 */
export function fromMinorUnits(
  amount: number | bigint | string,
  currency: Currency,
  options: MinorUnitsOptions = {},
): string {
  const decimals = decimalsOf(currency, readOnly(options, "digits"));
  const written = typeof amount === "object" ? "" : String(amount);
  if (!/^\d+$/.test(written) || (typeof amount === "number" && !Number.isSafeInteger(amount))) {
    throw new RangeError("amount must be an integer in minor units, 0 or more");
  }
  const padded = written.replace(/^0+/, "").padStart(decimals + 1, "0");
  return decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
