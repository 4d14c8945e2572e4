import { brandOf } from "./brands.ts";

interface BrandMarkProps {
  readonly brand: string;
  /** For typing.js: the first digits of the brand's numbers. */
  readonly prefix?: string | undefined;
}

/** A small card in the brand's colours. */
export const BrandMark = ({ brand, prefix }: BrandMarkProps) => {
  const { colors, sign } = brandOf(brand) ?? {
    colors: ["#4a5564", "#c3cad3"],
    sign: brand.slice(0, 4).toUpperCase(),
  };
  return (
    <svg class="brand" viewBox="0 0 38 24" width="38" height="24" aria-hidden="true" data-prefix={prefix}>
      <rect width="38" height="24" rx="4" fill={colors[0]} />
      <path d="M5 19h28" stroke={colors[1]} stroke-width="2" stroke-linecap="round" />
      <text x="19" y="14" fill="#ffffff" text-anchor="middle">
        {sign}
      </text>
    </svg>
  );
};

const BANK = "M3 9l9-5 9 5zM6 9v8M10 9v8M14 9v8M18 9v8M3 20h18";

const SHAPES: ReadonlyMap<string, string> = new Map([
  ["credit_card", "M3 6h18v12H3zM3 10h18M6 15h4"],
  ["erip", "M6 3h12v18H6zM9 7h6M9 11h6M9 15h.1M12 15h.1M15 15h.1"],
  ["google_pay", "M4 3h9v18H4zM8 18h1M16 9q2 3 0 6M19 7q3.5 5 0 10"],
  ["apple_pay", "M7 7h10v10H7zM9 7l1-4h4l1 4M9 17l1 4h4l1-4M10 12l1.5 1.5 3-3"],
  ["samsung_pay", "M4 3h9v18H4zM8 18h1M15 9h6v6h-6zM15 12h6"],
]);

/** The icon of a payment method; a bank for methods without an icon of their own. */
export const MethodMark = ({ method }: { readonly method: string }) => (
  <svg class="method-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d={SHAPES.get(method) ?? BANK} />
  </svg>
);
