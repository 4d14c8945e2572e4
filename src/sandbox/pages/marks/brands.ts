/** How a card brand is recognized and drawn. */
export interface Brand {
  readonly name: string;
  /** The first digits of its numbers, as a regular expression. */
  readonly prefix: string;
  /** The card's colour, and that of the line on it. */
  readonly colors: readonly [card: string, line: string];
  /** The text on the card. */
  readonly sign: string;
}

const BRANDS: ReadonlyMap<string, Brand> = new Map([
  ["visa", { name: "Visa", prefix: "4", colors: ["#1f3a8a", "#e5b847"], sign: "VISA" }],
  [
    "master",
    {
      name: "Mastercard",
      prefix: "5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)",
      colors: ["#33302e", "#e8743b"],
      sign: "MC",
    },
  ],
  ["maestro", { name: "Maestro", prefix: "5[06-9]|6", colors: ["#0f5c8c", "#d9534f"], sign: "MAES" }],
  ["amex", { name: "American Express", prefix: "3[47]", colors: ["#0b6b63", "#b9e3dd"], sign: "AMEX" }],
  ["belkart", { name: "Belkart", prefix: "9112", colors: ["#1e6b34", "#e0c04c"], sign: "BELK" }],
]);

/** Undefined for an unknown brand. */
export const brandOf = (brand: string): Brand | undefined => BRANDS.get(brand.toLowerCase());

/** The name of a brand: `Visa` for `visa`. */
export const brandName = (brand: string): string =>
  brandOf(brand)?.name ?? brand.charAt(0).toUpperCase() + brand.slice(1);
