/** A test card with the outcome of its payments. Source: gateway documentation, "Test cards". */
export interface TestCard {
  readonly number: string;
  /** As transactions name it, such as `master`. */
  readonly brand: string;
  readonly outcome: "successful" | "failed";
  /** 3-D Secure: none, a challenge for the customer, a check without a challenge, or a failure. */
  readonly secure: "none" | "challenge" | "frictionless" | "failed";
}

const card = (
  brand: string,
  number: string,
  outcome: TestCard["outcome"] = "successful",
  secure: TestCard["secure"] = "none",
): TestCard => ({ number, brand, outcome, secure });

/**
 * The cards that a sandbox accepts. The gateway documents those of Visa; the others are numbers that are published for
 * tests. Belkart's has no issuer.
 */
export const TEST_CARDS: readonly TestCard[] = [
  card("visa", "4200000000000000"),
  card("visa", "4005550000000019", "failed"),
  card("visa", "4012000000001097", "successful", "challenge"),
  card("visa", "4012000000001006", "successful", "frictionless"),
  card("visa", "4012000000001022", "failed", "failed"),
  card("visa", "4012000000001014", "failed", "failed"),
  card("master", "5555555555554444"),
  card("master", "5105105105105100", "failed"),
  card("maestro", "6759649826438453"),
  card("amex", "378282246310005"),
  card("belkart", "9112000000000006"),
];

/** The brands of the test cards. */
export const BRANDS: readonly string[] = [...new Set(TEST_CARDS.map(({ brand }) => brand))];

/** A card number without the spaces and hyphens between its groups. */
export const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, "");

/** The numbers of American Express: their groups and security codes have other lengths. */
export const AMEX = /^3[47]/u;

/** A card number as it is shown, in groups: of 4, 6 and 5 digits for American Express, else of 4. */
export const grouped = (number: string): string =>
  AMEX.test(number)
    ? number.replace(/^(\d{4})(\d{6})/, "$1 $2 ")
    : number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** The test card with this number, with or without spaces and hyphens. */
export const findTestCard = (number: string): TestCard | undefined => {
  const digits = digitsOf(number);
  return TEST_CARDS.find((testCard) => testCard.number === digits);
};
