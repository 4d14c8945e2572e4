/** ISO 4217 codes in use, by number of decimals. Codes without minor units, such as gold and test codes, are left out. */
const CODES_BY_MINOR_UNITS = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** The number of decimals of a currency in ISO 4217; undefined for an unknown code. */
export const minorUnits = (currency: string): number | undefined => {
  const found = Object.entries(CODES_BY_MINOR_UNITS).find(([, codes]) => codes.split(" ").includes(currency));
  return found && Number(found[0]);
};

const decimalsOf = (currency: string): number => {
  const decimals = minorUnits(currency);
  if (decimals === undefined) {
    throw new RangeError("currency must be an ISO 4217 alpha-3 code in capitals, such as EUR");
  }
  return decimals;
};

/**
 * Converts a decimal amount to minimal currency units, exactly: `toMinorUnits("32.45", "USD")` is 3245.
 *
 * @param amount Decimal digits with a point, such as `"32.45"` or `"32"`. A number is converted to its decimal string
 * first.
 * @param currency ISO 4217 alpha-3 code in capitals.
 * @returns An integer, 0 to 2^53 - 1.
 * @throws RangeError if the amount has another format, more decimals than the currency, or exceeds 2^53 - 1 minimal
 * units; if the currency is unknown.
 */
export function toMinorUnits(amount: string | number, currency: string): number {
  const decimals = decimalsOf(currency);
  const [match, whole = "", fraction = ""] =
    /^(\d+)(?:\.(\d+))?$/.exec(typeof amount === "object" ? "" : String(amount)) ?? [];
  if (match === undefined) {
    throw new RangeError('amount must be decimal digits, 0 or more, such as "32.45"');
  }
  if (fraction.length > decimals) {
    throw new RangeError(`amount has ${fraction.length} decimals, but ${currency} has ${decimals}`);
  }
  const minor = Number(whole + fraction.padEnd(decimals, "0"));
  if (!Number.isSafeInteger(minor)) {
    throw new RangeError(`amount must be at most ${Number.MAX_SAFE_INTEGER} in minimal units`);
  }
  return minor;
}

/**
 * Converts minimal currency units to a decimal string, exactly: `fromMinorUnits(3245, "USD")` is `"32.45"`.
 *
 * @param amount Minimal currency units, an integer, 0 or more.
 * @param currency ISO 4217 alpha-3 code in capitals.
 * @returns Digits with a point and all decimals of the currency.
 * @throws RangeError if the amount is not such an integer or the currency is unknown.
 */
export function fromMinorUnits(amount: number | bigint | string, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = typeof amount === "object" ? "" : String(amount);
  if (!/^\d+$/.test(digits) || (typeof amount === "number" && !Number.isSafeInteger(amount))) {
    throw new RangeError("amount must be an integer in minimal currency units, 0 or more");
  }
  const padded = digits.replace(/^0+/, "").padStart(decimals + 1, "0");
  return decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
