/** How a card brand is recognized. */
export interface Brand {
  readonly name: string;
  /** The first digits of its numbers, as a regular expression. */
  readonly prefix: string;
}

const BRANDS: ReadonlyMap<string, Brand> = new Map([
  ["visa", { name: "Visa", prefix: "4" }],
  ["master", { name: "Mastercard", prefix: "5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)" }],
  ["maestro", { name: "Maestro", prefix: "5[06-9]|6" }],
  ["amex", { name: "American Express", prefix: "3[47]" }],
  ["belkart", { name: "Belkart", prefix: "9112" }],
]);

export const brandOf = (brand: string): Brand | undefined => BRANDS.get(brand.toLowerCase());

/** The name of a brand: `Visa` for `visa`. */
export const brandName = (brand: string): string =>
  brandOf(brand)?.name ?? brand.charAt(0).toUpperCase() + brand.slice(1);
