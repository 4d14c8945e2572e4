/** A kind of field in the reference: its TypeScript type, its valid and invalid values, and their form on the wire. */
export interface Kind {
  /** The field's type without null and undefined, in the form of `places/typescript.ts`. */
  readonly type: string;
  /** Valid values, each with its form on the wire. */
  readonly takes: readonly (readonly [value: unknown, sent: unknown])[];
  /** Values refused by models, client and sandbox. */
  readonly refuses: readonly unknown[];
  /** Values refused by models and client only. */
  readonly isStrictOn: readonly unknown[];
  /** JSON Schema keywords of the value on the wire. */
  readonly wire: object;
  /** Whether it is text on the wire, so that an optional one may be empty. */
  readonly isText: boolean;
  /** The section that it contains, alone or in a list. */
  readonly section?: string;
}

const asItIs = (values: readonly unknown[]) => values.map((value) => [value, value] as const);

const textLike = (takes: readonly unknown[], refuses: readonly unknown[], wire: object = {}): Kind => ({
  type: "string",
  takes: asItIs(takes),
  refuses: [{ a: 1 }, ...refuses],
  isStrictOn: [5, true, ["a"]],
  wire: { type: "string", ...wire },
  isText: true,
});

const plain = (
  type: string,
  takes: readonly unknown[],
  [refuses, isStrictOn]: readonly [readonly unknown[], readonly unknown[]],
  wire: object,
): Kind => ({
  type,
  takes: asItIs(takes),
  refuses,
  isStrictOn,
  wire,
  isText: false,
});

export const text = textLike(["Müller & Söhne 🎟"], []);

export const textUpTo = (limit: number): Kind =>
  textLike(["ü".repeat(limit), "🎟".repeat(limit)], ["a".repeat(limit + 1)], { maxLength: limit });

/** An address that the gateway calls. */
export const url: Kind = {
  ...textLike([], ["/a", "shop.example", "myapp://paid", "javascript:alert(1)"], { format: "uri" }),
  takes: [
    ["https://shop.example/a?b=c", "https://shop.example/a?b=c"],
    ["HTTP://127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["https://grüße.example/über uns?q=ü", "https://xn--gre-6ka8l.example/%C3%BCber%20uns?q=%C3%BC"],
  ],
};

/** An address that the customer's browser opens. */
export const pageUrl: Kind = {
  ...url,
  takes: [
    ...url.takes,
    ["myapp://paid", "myapp://paid"],
    ["com.shop.example:/ü", "com.shop.example:/%C3%BC"],
  ],
  refuses: ["/a", "shop.example", "localhost:3000/a", "javascript:alert(1)", "data:text/html,a", "blob:a"],
};

export const currency = textLike(["EUR"], ["eur", "EURO"]);

export const country = textLike(["DE"], ["de", "Germany"]);

export const date = textLike(["1988-02-29"], ["1987-02-29", "29.02.1988"], { format: "date" });

export const time: Kind = {
  type: "Date|string",
  takes: [
    ["2030-01-01T10:00:00+03:00", "2030-01-01T10:00:00+03:00"],
    ["2030-01-01T10:00:00.5Z", "2030-01-01T10:00:00+00:00"],
    [new Date("2030-01-01T10:00:00.999Z"), "2030-01-01T10:00:00+00:00"],
  ],
  isStrictOn: [5],
  refuses: ["2030-01-01T10:00:00", "2030-02-30T10:00:00Z", "2030-01-01T24:00:00Z", "tomorrow"],
  wire: { type: "string", format: "date-time" },
  isText: true,
};

/** An integer in minor units. */
export const amount: Kind = {
  type: "bigint|number|string",
  takes: [
    [12900, 12900],
    [12900n, 12900],
    ["0012900", 12900],
  ],
  refuses: [129.5, "129.00", "1e3", -1],
  isStrictOn: [true, [5]],
  wire: { type: "integer", minimum: 0 },
  isText: false,
};

/** An integer above 0. */
export const positiveAmount: Kind = {
  ...amount,
  refuses: [...amount.refuses, 0, "0"],
  wire: { type: "integer", minimum: 1 },
};

/** An integer that may be negative. */
export const itemAmount: Kind = { ...amount, refuses: [129.5, "129.00", "1e3"], wire: { type: "integer" } };

/** An amount that is sent as a string of digits. */
export const price: Kind = {
  ...amount,
  takes: amount.takes.map(([value, sent]) => [value, String(sent)]),
  wire: { type: "string", pattern: "^[0-9]+$" },
  isText: true,
};

export const whole: Kind = {
  type: "number|string",
  takes: [
    [3, 3],
    ["03", 3],
  ],
  refuses: [1.5, "a few", -1],
  isStrictOn: [true, [3]],
  wire: { type: "integer", minimum: 0 },
  isText: false,
};

/** A whole number that is sent as a string of digits. */
export const digits: Kind = {
  ...whole,
  takes: [
    [3, "3"],
    [0, "0"],
    ["03", "3"],
  ],
  wire: { type: "string", pattern: "^[0-9]+$" },
  isText: true,
};

export const flag = plain(
  "boolean",
  [true, false],
  [
    ["maybe", { a: 1 }],
    ["true", 1],
  ],
  { type: "boolean" },
);

export const integer = plain(
  "number",
  [1, 3],
  [
    [1.5, "many"],
    ["3", true],
  ],
  { type: "integer" },
);

/** An object whose fields the reference does not show. */
export const object = plain("object", [{ a: { b: [1] } }, {}], [["dark", 5], [[]]], {
  type: "object",
  additionalProperties: {},
});

/** A field whose type the reference does not show. */
export const anything = plain("unknown", ["a", 5, true, { a: [1] }], [[], []], {});

/** Typed, but not validated. */
export const unchecked = (type: string): Kind => ({ ...anything, type });

export const oneOf = (...values: readonly string[]): Kind => ({
  ...textLike(
    values,
    [`${values[0]} or another`],
    values.length > 1 ? { enum: values } : { const: values[0] },
  ),
  type: values
    .map((value) => JSON.stringify(value))
    .sort()
    .join("|"),
});

export const list = (item: Kind): Kind => ({
  type: `readonly (${item.type})[]`,
  takes: [[[], []], ...item.takes.map(([value, sent]) => [[value], [sent]] as const)],
  refuses: ["email", 5, ...item.refuses.map((value) => [value])],
  isStrictOn: [{}, ...item.isStrictOn.map((value) => [value])],
  wire: { type: "array" },
  isText: false,
  ...(item.section !== undefined && { section: item.section }),
});

/** A section with its own table. */
export const section = (name: string, value: object = {}): Kind => ({
  ...plain("section", [value], [["dark", 5], [[]]], { $ref: `#/components/schemas/${name}` }),
  section: name,
});
