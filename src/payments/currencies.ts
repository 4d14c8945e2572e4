import { CURRENCY_CODES } from "../api/fields/known-codes.ts";

/** Codes that ISO 4217 withdrew since 2000, by number of decimals. A shop still lists and refunds old orders. */
const WITHDRAWN = {
  0: "BEF BYR ESP GRD ITL LUF MGF PTE TPE TRL",
  2: "AFA ANG ATS AZM BGL BGN CSD CUC CYP DEM EEK FIM FRF GHC HRK IEP LTL LVL MRO MTL MZM NLG ROL RUR SDD SIT SKK SLL SRG STD TMM VEB VEF YUM ZMK ZWD ZWL",
};

const findMinorUnits = (table: Readonly<Record<string, string>>, currency: string): number | undefined => {
  const found = Object.entries(table).find(([, codes]) => codes.split(" ").includes(currency));
  return found && Number(found[0]);
};

/** The number of decimals of a currency in ISO 4217. Undefined for an unknown code. */
export const minorUnits = (currency: string): number | undefined => findMinorUnits(CURRENCY_CODES, currency);

/** The number of decimals that a withdrawn currency had in ISO 4217. Undefined for any other code. */
export const withdrawnMinorUnits = (currency: string): number | undefined =>
  findMinorUnits(WITHDRAWN, currency);
