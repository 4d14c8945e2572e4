import { capitalized, type Fields, sectionOf, textOf } from "../input/section.ts";
import type { CardRecord } from "../orders/order.ts";
import { randomHex } from "../random-hex.ts";

/** A test card with the outcome of its payments. Source: gateway documentation, "Test cards". */
export interface TestCard<Digits extends string = string> {
  readonly number: Digits;
  /** As transactions name it, such as `master`. */
  readonly brand: string;
  readonly outcome: "successful" | "failed";
  /** 3-D Secure with no check, a challenge for the customer, a check without a challenge, or a failure. */
  readonly secure: "none" | "challenge" | "frictionless" | "failed";
  readonly paStatus?: PaStatus | undefined;
  /** The reason of a decline. Without it, the decline is general. */
  readonly decline?: CardDecline | undefined;
  /** Whether later charges of the saved token are declined. */
  readonly isDeclinedLater?: boolean | undefined;
}

export interface CardDecline {
  /** Response code of ISO 8583. */
  readonly bankCode: string;
  readonly message: string;
}

type PaStatus = "Y" | "A" | "U" | "R" | "N";

const card = <Digits extends string>(
  brand: string,
  number: Digits,
  others: Partial<TestCard> = {},
): TestCard<Digits> => ({ brand, outcome: "successful", secure: "none", ...others, number });

const FAILED = { outcome: "failed" } as const;

const declined = <Digits extends string>(number: Digits, bankCode: string, message: string) =>
  card("visa", number, { ...FAILED, decline: { bankCode, message } });

const enrolled = <Digits extends string>(
  brand: string,
  number: Digits,
  paStatus: PaStatus,
  isChallenged = false,
): TestCard<Digits> => {
  if (paStatus !== "Y" && paStatus !== "A")
    return card(brand, number, { ...FAILED, secure: "failed", paStatus });
  return card(brand, number, { secure: isChallenged ? "challenge" : "frictionless", paStatus });
};

/**
 * The cards that a sandbox accepts. The gateway documents the cards with 3-D Secure and the first two. Its public clients
 * contain 4012000000003010 and Belkart's card. The other numbers are published for tests.
 */
const CARDS = [
  card("visa", "4200000000000000"),
  card("visa", "4005550000000019", FAILED),
  declined("4000000000009995", "51", "Insufficient funds"),
  declined("4000000000000069", "54", "Expired card"),
  declined("4000000000000127", "82", "Wrong security code"),
  enrolled("visa", "4012000000001097", "Y", true),
  enrolled("visa", "4012000000001006", "Y"),
  enrolled("visa", "4012000000001055", "A"),
  enrolled("visa", "4012000000001022", "U"),
  enrolled("visa", "4012000000001030", "R"),
  enrolled("visa", "4012000000001014", "N"),
  enrolled("visa", "4012000000003010", "Y", true),
  card("visa", "4000000000000341", { isDeclinedLater: true }),
  enrolled("master", "5204240000015029", "Y", true),
  enrolled("master", "5204240000015003", "Y"),
  enrolled("master", "5204240000015011", "A"),
  enrolled("master", "5204240000015045", "U"),
  enrolled("master", "5204240000015052", "R"),
  enrolled("master", "5204240000015060", "N"),
  card("master", "5555555555554444"),
  card("master", "5105105105105100", FAILED),
  card("maestro", "6759649826438453"),
  card("amex", "378282246310005"),
  card("belkart", "9112300000000000"),
];

export const TEST_CARDS: readonly TestCard[] = CARDS;

/** The numbers of the test cards. */
export type TestCardNumber = (typeof CARDS)[number]["number"];

export const BRANDS: readonly string[] = [...new Set(TEST_CARDS.map(({ brand }) => brand))];

const BRAND_NAMES: Readonly<Record<string, string>> = { master: "Mastercard", amex: "American Express" };

export const brandName = (brand: string): string => BRAND_NAMES[brand] ?? capitalized(brand);

const NOT_CONFIRMED: Readonly<Partial<Record<PaStatus, string>>> = {
  N: "not authenticated",
  R: "rejected by the bank",
  U: "could not be performed",
};

/** Returns the reason for a decline, such as `insufficient funds (51)`. */
export const declineText = (decline: CardDecline | undefined): string =>
  decline ? `${decline.message.toLowerCase()} (${decline.bankCode})` : "without a reason";

/** Returns the result of a payment with a card. Lists of cards are grouped by it. */
export const cardResult = ({ outcome, secure }: TestCard): string => {
  if (secure === "failed") return "Declined by 3-D Secure";
  if (outcome === "failed") return "Declined";
  if (secure === "challenge") return "Paid after a 3-D Secure challenge";
  return secure === "frictionless" ? "Paid, 3-D Secure without a challenge" : "Paid";
};

/** Returns the difference from other cards with the same result. Empty if there is no difference. */
export const cardNote = ({ secure, paStatus, outcome, decline, isDeclinedLater }: TestCard): string => {
  if (isDeclinedLater) return "later charges of its saved token are declined";
  if (secure === "failed") return `${NOT_CONFIRMED[paStatus ?? "N"]} (${paStatus})`;
  if (secure === "frictionless") return `result ${paStatus}`;
  return outcome === "failed" ? declineText(decline) : "";
};

export const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, "");

/** Matches American Express, whose groups and security codes have other lengths. */
export const AMEX = /^3[47]/u;

export const codeLength = (number: string): 3 | 4 => (AMEX.test(number) ? 4 : 3);

export const sampleCode = (number: string): string => "1234".slice(0, codeLength(number));

/** Formats a card number in groups of 4 digits, or of 4, 6 and 5 digits for American Express. */
export const grouped = (number: string): string =>
  AMEX.test(number)
    ? number.replace(/^(\d{4})(\d{6})/, "$1 $2 ")
    : number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

export const maskOf = (number: string): string => {
  const digits = digitsOf(number);
  return digits.slice(0, 6) + "x".repeat(Math.max(0, digits.length - 10)) + digits.slice(-4);
};

export const newCard = ({ card, holder, expMonth, expYear }: CardPayment): CardRecord => ({
  token: randomHex(32),
  number: maskOf(card.number),
  holder,
  expMonth,
  expYear,
});

export const findSavedCard = ({ number }: CardRecord): TestCard | undefined =>
  TEST_CARDS.find((testCard) => maskOf(testCard.number) === number);

/** Finds a test card by its number, with or without spaces and hyphens. */
export const findTestCard = (number: string): TestCard | undefined => {
  const digits = digitsOf(number);
  return TEST_CARDS.find((testCard) => testCard.number === digits);
};

export interface CardPayment {
  readonly card: TestCard;
  readonly holder: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly saveCard?: boolean | undefined;
  /** The security code, which sets the result of its verification. Never stored. */
  readonly cvc?: string | undefined;
  /** The token of a saved card. Such a charge happens without the customer. */
  readonly cardToken?: string | undefined;
  readonly skipsSecure?: boolean | undefined;
}

/** The result for a digit in the address and a digit in the ZIP. Source: gateway documentation, "Test cards". */
const AVS: readonly (readonly [address: string, zip: string, result: string])[] = [
  ["1", "1", "M"],
  ["2", "2", "N"],
  ["1", "2", "B"],
  ["2", "1", "P"],
  ["3", "3", "U"],
  ["4", "4", "E"],
  ["5", "5", "0"],
];

const CVC: Readonly<Record<string, string>> = { 111: "M", 222: "N", 333: "U", 444: "E", 555: "0" };

const NOT_CHECKED = "1";

const avsResult = (address: string, zip: string): string =>
  AVS.find(([inAddress, inZip]) => address.includes(inAddress) && zip.includes(inZip))?.[2] ?? NOT_CHECKED;

/** Electronic commerce indicators of Visa and Mastercard. */
const eciOf = ({ brand, paStatus }: TestCard): string => {
  const level = paStatus === "Y" ? 2 : Number(paStatus === "A");
  return brand === "visa" ? `0${7 - level}` : `0${level}`;
};

/** The result of a challenge that the customer has not answered. */
export const OPEN_CHALLENGE = "C";

const verificationOf = ({ card, skipsSecure }: CardPayment) =>
  card.paStatus === undefined || skipsSecure
    ? null
    : {
        ve_status: "Y",
        pa_status: card.secure === "challenge" ? OPEN_CHALLENGE : card.paStatus,
        eci: eciOf(card),
      };

/** Whether the order is for a contract. Source: API reference, "Contract meanings". */
export const isContract = (fields: Fields): boolean => {
  const { contract } = sectionOf(sectionOf(fields["order"])["additional_data"]);
  return Array.isArray(contract) && contract.length > 0;
};

/** Returns the results of the checks of a card. Source: gateway documentation, "Notifications". */
export const cardChecks = (input: CardPayment, fields: Fields): Record<string, unknown> => {
  const { address, zip } = sectionOf(fields["customer"]);
  const isTest = fields["test"] === true;
  const initial = isContract(fields) ? "initial" : null;
  const avs = isTest ? avsResult(textOf(address) ?? "", textOf(zip) ?? "") : NOT_CHECKED;
  const cvc = (isTest ? CVC[input.cvc ?? ""] : undefined) ?? NOT_CHECKED;
  return {
    recurring_type: input.cardToken === undefined ? initial : "recurring",
    avs_cvc_verification: {
      avs_verification: { result_code: avs },
      cvc_verification: { result_code: cvc },
    },
    three_d_secure_verification: verificationOf(input),
  };
};
