import { CURRENCY_CODES } from "../api/fields/known-codes.ts";

/** Codes that ISO 4217 withdrew since 2000, by number of decimals. A shop still lists and refunds old orders. */
const WITHDRAWN = {
  0: "BEFBYRESPGRDITLLUFMGFPTETPETRL",
  2: "AFAANGATSAZMBGLBGNCSDCUCCYPDEMEEKFIMFRFGHCHRKIEPLTLLVLMROMTLMZMNLGROLRURSDDSITSKKSLLSRGSTDTMMVEBVEFYUMZMKZWDZWL",
};

const findMinorUnits = (
  currency: string,
  ...tables: Readonly<Record<string, string>>[]
): number | undefined => {
  for (const table of tables)
    for (const [decimals, codes] of Object.entries(table))
      if (codes.match(/.../g)?.includes(currency)) return Number(decimals);
  return undefined;
};

/** The number of decimals of a currency in ISO 4217. Undefined for an unknown code. */
export const minorUnits = (currency: string): number | undefined => findMinorUnits(currency, CURRENCY_CODES);

/** The number of decimals that a currency has or had in ISO 4217. Undefined for an unknown code. */
export const minorUnitsEver = (currency: string): number | undefined =>
  findMinorUnits(currency, CURRENCY_CODES, WITHDRAWN);
