import type { Child } from "hono/jsx";

interface CardProps {
  readonly fill: string;
  readonly prefix?: string | undefined;
  readonly children?: Child;
}

/** A card of 38 by 24 with a drawing on it. */
const Card = ({ fill, prefix, children }: CardProps) => (
  <svg class="brand" viewBox="0 0 38 24" width="38" height="24" aria-hidden="true" data-prefix={prefix}>
    <rect x=".5" y=".5" width="37" height="23" rx="3.5" fill={fill} stroke="#cbd2da" />
    {children}
  </svg>
);

interface WordProps {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly size?: number;
  readonly fill?: string;
  readonly children?: Child;
}

/** A word that is as wide in every font. */
const Word = ({ x = 4, y = 15.5, width, size = 10, fill = "#fff", children }: WordProps) => (
  <text
    x={x}
    y={y}
    textLength={width}
    lengthAdjust="spacingAndGlyphs"
    font-size={size}
    font-weight="700"
    fill={fill}
  >
    {children}
  </text>
);

const Circles = ({ colors: [left, right, both] }: { readonly colors: readonly [string, string, string] }) => (
  <>
    <circle cx="15" cy="12" r="7" fill={left} />
    <circle cx="23" cy="12" r="7" fill={right} />
    <path d="M19 6.26a7 7 0 0 1 0 11.48a7 7 0 0 1 0-11.48" fill={both} />
  </>
);

/** The strokes of the letters, upright. */
const VISA =
  "M8 8l2.5 8L15 8M18.5 8v8M26 9c-1.5-1.3-4.3-1-4.3.9 0 2.2 4.3 1.6 4.3 4 0 2.3-3.2 2.4-4.8 1.1M28 16l4-8 2.5 8M29.5 13.5h4";

/** The colour of a brand's card, and what is drawn on it. */
const DRAWINGS: ReadonlyMap<string, readonly [fill: string, drawing: Child]> = new Map([
  [
    "visa",
    [
      "#1434cb",
      <path d={VISA} transform="translate(1.5) skewX(-10)" fill="none" stroke="#fff" stroke-width="2" />,
    ],
  ],
  ["master", ["#fff", <Circles colors={["#eb001b", "#f79e1b", "#ff5f00"]} />]],
  ["maestro", ["#fff", <Circles colors={["#eb001b", "#00a2e5", "#7375cf"]} />]],
  ["amex", ["#016fd0", <Word width={30}>AMEX</Word>]],
  [
    "belkart",
    [
      "#fff",
      <>
        <path d="M19 3q5 4 0 9q-5-5 0-9" fill="#2e9e48" />
        <path d="M18 12q-7 0-7-6q6 0 7 6M20 12q7 0 7-6q-6 0-7 6" fill="#1d5fae" />
        <Word y={20.5} width={30} size={7.5} fill="#1d5fae">
          BELKART
        </Word>
      </>,
    ],
  ],
]);

interface BrandMarkProps {
  readonly brand: string;
  /** For typing.js: the first digits of the brand's numbers. */
  readonly prefix?: string | undefined;
}

/** The mark of a card brand; for an unknown brand its first letters. */
export const BrandMark = ({ brand, prefix }: BrandMarkProps) => {
  const firstLetters = <Word width={30}>{brand.slice(0, 4).toUpperCase()}</Word>;
  const [fill, drawing] = DRAWINGS.get(brand.toLowerCase()) ?? ["#4a5564", firstLetters];
  return (
    <Card fill={fill} prefix={prefix}>
      {drawing}
    </Card>
  );
};

const BANK = "M3 9l9-5 9 5zM6 9v8M10 9v8M14 9v8M18 9v8M3 20h18";

const SHAPES: ReadonlyMap<string, string> = new Map([
  ["credit_card", "M3 6h18v12H3zM3 10h18M6 15h4"],
  ["erip", "M6 3h12v18H6zM9 7h6M9 11h6M9 15h.1M12 15h.1M15 15h.1"],
  ["samsung_pay", "M4 3h9v18H4zM8 18h1M15 9h6v6h-6zM15 12h6"],
]);

const G = [
  ["#4285f4", "M10 12h4a4 4 0 0 1-1.2 2.83"],
  ["#34a853", "M12.83 14.83A4 4 0 0 1 6.54 14"],
  ["#fbbc04", "M6.54 14a4 4 0 0 1 0-4"],
  ["#ea4335", "M6.54 10a4 4 0 0 1 6.29-.83"],
] as const;

const APPLE =
  "M9.5 9.2c.9 0 1.5-.6 2.4-.6.8 0 1.5.4 2 1-1.7 1-1.5 3.4.3 4.1-.4 1.1-1.4 2.8-2.4 2.8-.7 0-1-.4-1.9-.4s-1.2.4-1.9.4c-1.4 0-2.9-2.6-2.9-4.6 0-1.8 1.1-3 2.6-3 .8 0 1.3.3 1.8.3zM12.2 6c.1.9-.9 2.2-2.1 2.1-.1-1 .9-2 2.1-2.1z";

const WORDMARKS: ReadonlyMap<string, Child> = new Map<string, Child>([
  ["google_pay", G.map(([stroke, d]) => <path d={d} fill="none" stroke={stroke} stroke-width="2" />)],
  ["apple_pay", <path d={APPLE} fill="#000" />],
]);

/** The wordmark or icon of a payment method; a bank for methods without one of their own. */
export const MethodMark = ({ method }: { readonly method: string }) => {
  const wordmark = WORDMARKS.get(method);
  return wordmark === undefined ? (
    <svg class="method-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={SHAPES.get(method) ?? BANK} />
    </svg>
  ) : (
    <Card fill="#fff">
      {wordmark}
      <Word x={16} width={18} fill="#202124">
        Pay
      </Word>
    </Card>
  );
};
