/** ISO 4217 codes in use, by number of decimals. Codes without minor units, such as gold and test codes, are left out. */
const CODES_BY_MINOR_UNITS = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

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
export const minorUnits = (currency: string): number | undefined =>
  findMinorUnits(CODES_BY_MINOR_UNITS, currency);

/** The number of decimals that a withdrawn currency had in ISO 4217. Undefined for any other code. */
export const withdrawnMinorUnits = (currency: string): number | undefined =>
  findMinorUnits(WITHDRAWN, currency);
