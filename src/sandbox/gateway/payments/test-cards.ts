/** What becomes of a payment with a test card. Source: gateway documentation, "Test cards". */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly outcome: "successful" | "failed";
  /** What 3-D Secure does: nothing, a challenge for the customer, a check without one, or a failure. */
  readonly secure: "none" | "challenge" | "frictionless" | "failed";
}

const visa = (number: string, outcome: TestCard["outcome"], secure: TestCard["secure"]): TestCard => ({
  number,
  brand: "visa",
  outcome,
  secure,
});

/** The cards that a sandbox takes. */
export const TEST_CARDS: readonly TestCard[] = [
  visa("4200000000000000", "successful", "none"),
  visa("4005550000000019", "failed", "none"),
  visa("4012000000001097", "successful", "challenge"),
  visa("4012000000001006", "successful", "frictionless"),
  visa("4012000000001022", "failed", "failed"),
  visa("4012000000001014", "failed", "failed"),
];

/** The card with this number, however it is spaced. */
export const findTestCard = (number: string): TestCard | undefined => {
  const digits = number.replaceAll(/[\s-]/g, "");
  return TEST_CARDS.find((card) => card.number === digits);
};
