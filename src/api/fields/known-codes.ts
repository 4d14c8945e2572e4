import type { Open } from "./primitives.ts";

/** The words of a text, as a union. */
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

/** The codes of three letters that a text consists of, as a union. */
type Codes<Text extends string, Found = never> = Text extends `${infer A}${infer B}${infer C}${infer Rest}`
  ? Codes<Rest, Found | `${A}${B}${C}`>
  : Found;

/**
 * ISO 4217 codes in use, by number of decimals. Codes without minor units are left out, such as gold and test codes.
 * Without spaces, which would add 7 % to the bytes of `toMinorUnits` in a bundle.
 */
export const CURRENCY_CODES = {
  0: "BIFCLPDJFGNFISKJPYKMFKRWPYGRWFUGXUYIVNDVUVXAFXOFXPF",
  2: "AEDAFNALLAMDAOAARSAUDAWGAZNBAMBBDBDTBMDBNDBOBBOVBRLBSDBTNBWPBYNBZDCADCDFCHECHFCHWCNYCOPCOUCRCCUPCVECZKDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGTQGYDHKDHNLHTGHUFIDRILSINRIRRJMDKESKGSKHRKPWKYDKZTLAKLBPLKRLRDLSLMADMDLMGAMKDMMKMNTMOPMRUMURMVRMWKMXNMXVMYRMZNNADNGNNIONOKNPRNZDPABPENPGKPHPPKRPLNQARRONRSDRUBSARSBDSCRSDGSEKSGDSHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTOPTRYTTDTWDTZSUAHUSDUSNUYUUZSVEDVESWSTXADXCDXCGYERZARZMWZWG",
  3: "BHDIQDJODKWDLYDOMRTND",
  4: "CLFUYW",
} as const;

/** A currency of ISO 4217, or another code of three capital letters. */
export type Currency = Open<Codes<(typeof CURRENCY_CODES)[keyof typeof CURRENCY_CODES]>>;

/** ISO 3166-1 alpha-2 codes. */
export const COUNTRY_CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/** A country of ISO 3166-1, or another code of two capital letters. */
export type Country = Open<Words<typeof COUNTRY_CODES>>;

/** A language that payment pages of gateways have, or another locale. Source: public payment pages. */
export type Language = Open<
  | "be"
  | "da"
  | "de"
  | "en"
  | "es"
  | "fi"
  | "fr"
  | "it"
  | "ja"
  | "ka"
  | "lv"
  | "no"
  | "pl"
  | "ru"
  | "sv"
  | "tr"
  | "uk"
  | "zh"
>;
