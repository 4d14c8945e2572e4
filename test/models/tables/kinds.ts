/** A kind of field in the reference: its valid and invalid values, and their form on the wire. */
export interface Kind {
  /** Valid values, each with its form on the wire. */
  readonly takes: readonly (readonly [value: unknown, sent: unknown])[];
  /** Values refused by models, client and sandbox. */
  readonly refuses: readonly unknown[];
  /** Values refused by models and client only. */
  readonly isStrictOn: readonly unknown[];
  /** Values that the client sends and reports as drift, and the sandbox refuses. */
  readonly reports?: readonly unknown[];
  /** How the client's message on a refused value begins. */
  readonly messageOn: (value: unknown) => string;
  /** JSON Schema keywords of the value on the wire. */
  readonly wire: object;
  /** Whether it is text on the wire, so that an optional one may be empty. */
  readonly isText: boolean;
  /** The section that it contains, alone or in a list. */
  readonly section?: string;
}

const asItIs = (values: readonly unknown[]) => values.map((value) => [value, value] as const);

/** A parsed query string (`node:querystring`) contains such objects. */
const WITHOUT_PROTOTYPE: unknown = Object.create(null);

const textLike = (
  expected: string,
  takes: readonly unknown[],
  refuses: readonly unknown[],
  wire: object = {},
): Kind => ({
  takes: asItIs(takes),
  refuses: [{ a: 1 }, ...refuses],
  isStrictOn: [5, true, ["a"], WITHOUT_PROTOTYPE],
  messageOn: () => `must be ${expected}`,
  wire: { type: "string", ...wire },
  isText: true,
});

const plain = (
  expected: string,
  takes: readonly unknown[],
  refuses: readonly unknown[],
  isStrictOn: readonly unknown[],
  wire: object,
): Kind => {
  const messageOn = () => `must be ${expected}`;
  return { takes: asItIs(takes), refuses, isStrictOn, messageOn, wire, isText: false };
};

export const text = textLike("a string", ["Müller & Söhne 🎟"], []);

export const textUpTo = (limit: number): Kind => ({
  ...textLike("", ["ü".repeat(limit), "🎟".repeat(limit)], ["a".repeat(limit + 1)], { maxLength: limit }),
  messageOn: (value) =>
    typeof value === "string" ? `must be at most ${limit} characters` : "must be a string",
});

const HTTP_URLS = [
  ["https://shop.example", "https://shop.example/"],
  ["http://shop.example/a/b?c=d&e=%20#f", "http://shop.example/a/b?c=d&e=%20#f"],
  ["https://user:pass@shop.example:8443/", "https://user:pass@shop.example:8443/"],
  ["HTTP://127.0.0.1:3000/notify", "http://127.0.0.1:3000/notify"],
  ["https://grüße.example/über uns?müll=ja", "https://xn--gre-6ka8l.example/%C3%BCber%20uns?m%C3%BCll=ja"],
  ["HTTP://SHOP.EXAMPLE:80", "http://shop.example/"],
  ["https://shop.example/a\n", "https://shop.example/a"],
] as const;

const APP_URLS = [
  ["myapp://paid", "myapp://paid"],
  ["com.shop.example:/paid/ü", "com.shop.example:/paid/%C3%BC"],
  ["databank://paid", "databank://paid"],
] as const;

const NO_URLS = [
  ...["shop.example:8443", "//shop.example/notify", " ", " https://shop.example", "https:/shop.example"],
  ...["https://", "http://:80", "https://shop example", "https://shop.example:port"],
  ...["JavaScript://shop.example/%0aalert(1)", "java\tscript:alert(1)", "vbscript:msgbox(1)"],
  "BLOB:https://shop.example/5b8f",
];

/** An address that the gateway calls. */
export const url: Kind = {
  ...textLike("an absolute http(s) URL", [], ["/a", "shop.example", "javascript:alert(1)"], {
    format: "uri",
  }),
  takes: HTTP_URLS,
  isStrictOn: [
    5,
    true,
    ["https://shop.example"],
    WITHOUT_PROTOTYPE,
    ...NO_URLS,
    ...APP_URLS.map(([app]) => app),
  ],
};

/** An address that the customer's browser opens. */
export const pageUrl: Kind = {
  ...url,
  takes: [...HTTP_URLS, ...APP_URLS],
  refuses: ["/a", "shop.example", "localhost:3000/a", "javascript:alert(1)", "data:text/html,a", "blob:a"],
  isStrictOn: [5, true, ["https://shop.example"], WITHOUT_PROTOTYPE, ...NO_URLS],
  messageOn: () => "must be an absolute URL, such as https://shop.example or myapp://paid",
};

/** A withdrawn currency counts: money of old orders goes back in it. */
export const currency: Kind = {
  ...textLike(
    "an ISO 4217 alpha-3 code, such as EUR",
    ["EUR", "BGN", "HRK", "DEM"],
    ["eur", "EU", "EURO", "978", " EUR", "EUR\n", "€€€"],
  ),
  reports: ["XQX", "ZZZ", "XXX"],
};

/** `UK` is another way to write `GB`, `EU` no country. */
export const country: Kind = {
  ...textLike(
    "an ISO 3166-1 alpha-2 code, such as DE",
    ["DE", "US", "GB", "XK"],
    ["de", "D", "DEU", "Germany", "DE ", "ÄÖ", "12"],
  ),
  reports: ["UK", "EU", "ZZ", "QQ", "SU"],
};

/** A country that public clients write in several ways. */
export const anyCountry: Kind = { ...text, takes: asItIs(["BY", "Belarus", "by"]), reports: ["UK", "ZZ"] };

export const date = textLike(
  "a real date written YYYY-MM-DD",
  ["1988-02-29", "2000-02-29", "1900-01-01", "2026-12-31"],
  [
    ...["1987-02-29", "1900-02-29", "1988-02-30", "1988-04-31", "1988-13-01", "1988-00-01", "1988-01-00"],
    ...["1988-1-2", "88-01-02", "29.02.1988", "1988-01-02T00:00:00Z", "1988-01-02 ", "19880102", "1988"],
    "today",
  ],
  { format: "date" },
);

export const time: Kind = {
  takes: [
    ["2030-01-01T10:20:30+03:00", "2030-01-01T10:20:30+03:00"],
    ["2030-01-01T10:20:30-03:30", "2030-01-01T10:20:30-03:30"],
    ["2030-01-01T10:20:30.999999Z", "2030-01-01T10:20:30+00:00"],
    ["2030-01-01T10:20:30,5Z", "2030-01-01T10:20:30+00:00"],
    ["2030-01-01T10:20Z", "2030-01-01T10:20:00+00:00"],
    ["2030-01-01T10:20:30+0300", "2030-01-01T10:20:30+03:00"],
    ["2030-01-01T10:20:30+03", "2030-01-01T10:20:30+03:00"],
    ["2032-02-29T10:20:30Z", "2032-02-29T10:20:30+00:00"],
    // A time that is past: the gateway's clock decides.
    ["2001-01-01T00:00:00Z", "2001-01-01T00:00:00+00:00"],
    [new Date("2030-01-01T10:20:30.999Z"), "2030-01-01T10:20:30+00:00"],
  ],
  refuses: ["2030-01-01T10:00:00", "2030-02-30T10:00:00Z", "2030-01-01T24:00:00Z", "tomorrow"],
  isStrictOn: [
    ...["2030-01-01 10:20:30Z", "2030-01-01T10:20:30 UTC", "20300101T102030Z", "2030-01-01T10:20:30Zz"],
    ...["2030-01-01T10:20:30Z\n", "2030-01-01T10:20:30Z/2030-01-02T10:20:30Z", "2030-02-29T10:20:30Z"],
    ...["2030-13-01T10:20:30Z", "2030-00-10T10:20:30Z", "2030-01-01T25:00:00Z", "2030-01-01T10:60:00Z"],
    ...["2030-01-01T10:20:61Z", "2030-01-01T10:20:30+03:", "2030-01-01T10:20:30+24:00"],
    ...["2030-01-01T10:20:30-24:00", "2030-01-01T10:20:30+25:00", "2030-01-01T10:20:30+03:60"],
    ...["2030-01-01T10:20.5Z", "+010000-01-01T00:00:00Z"],
    // Full-width digits.
    "２０３０-01-01T10:20:30Z",
    new Date("never"),
    new Date(Date.UTC(10_000, 0, 1)),
    new Date(-1e14),
    1_893_495_600_000,
    {},
  ],
  messageOn: () => "must be a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm",
  wire: { type: "string", format: "date-time" },
  isText: true,
};

const amountMessage =
  (minimum: number) =>
  (value: unknown): string =>
    [-1, 0, "0"].some((low) => low === value)
      ? `must be ${minimum} or more (it is ${JSON.stringify(value)})`
      : "must be an integer in minor units: 32.45 is written 3245 (it is ";

/** An integer in minor units. More amounts: `models/amount.test.ts`. */
export const amount: Kind = {
  takes: [
    [12900, 12900],
    [12900n, 12900],
    ["12900", 12900],
  ],
  refuses: [129.5, "129.00", "1e3", -1, 2 ** 53],
  isStrictOn: [true, [5]],
  messageOn: amountMessage(0),
  wire: { type: "integer", minimum: 0 },
  isText: false,
};

/** An integer above 0. */
export const positiveAmount: Kind = {
  ...amount,
  refuses: [...amount.refuses, 0, "0"],
  messageOn: amountMessage(1),
  wire: { type: "integer", minimum: 1 },
};

/** An integer that may be negative. */
export const itemAmount: Kind = {
  ...amount,
  refuses: [129.5, "129.00", "1e3"],
  isStrictOn: [...amount.isStrictOn, 2 ** 53],
  wire: { type: "integer" },
};

/** An amount that is sent as a string of digits. */
export const price: Kind = {
  ...amount,
  takes: amount.takes.map(([value, sent]) => [value, String(sent)]),
  wire: { type: "string", pattern: "^[0-9]+$" },
  isText: true,
};

export const whole: Kind = {
  takes: [
    [3, 3],
    ["03", 3],
  ],
  refuses: [1.5, "a few", "3s", " 3", -1],
  isStrictOn: [true, [3], Number.NaN],
  messageOn: () => "must be a whole number, or its digits",
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

/** A number or a string: public clients send both. */
export const textOrNumber: Kind = {
  ...plain("a string or a number", ["1007", 1007], [{ a: 1 }], [true, ["1"]], { type: "string" }),
  isText: true,
};

/** The same of at most so many characters. */
export const textOrNumberUpTo = (limit: number): Kind => ({
  ...textOrNumber,
  takes: asItIs(["1007", 1007, "ü".repeat(limit)]),
  refuses: [...textOrNumber.refuses, "1".repeat(limit + 1)],
  messageOn: () => `must be at most ${limit} characters`,
  wire: { ...textOrNumber.wire, maxLength: limit },
});

/** The number of an order at ERIP. */
export const orderNumber: Kind = {
  ...textOrNumber,
  takes: asItIs(["1", "100700000012", 100_700_000_012]),
  refuses: [...textOrNumber.refuses, "000000000008", "0", 0, "1234567890123", 1_234_567_890_123, "abc", -1],
  isStrictOn: [...textOrNumber.isStrictOn, "1 ", "1\n", 1.5, Number.NaN],
  messageOn: () => "must be at most 12 digits, not beginning with 0",
};

export const flag = plain("true or false", [true, false], ["maybe", {}], ["true", 1, 0], { type: "boolean" });

export const integer = plain("an integer", [1, 3], [1.5, "many"], ["3", true, 2 ** 53], { type: "integer" });

/** An integer of 1 or more. */
export const count: Kind = {
  ...integer,
  refuses: [...integer.refuses, 0, -1],
  messageOn: () => "must be an integer, 1 or more",
  wire: { type: "integer", minimum: 1 },
};

/** An object whose fields the reference does not show. */
export const object = plain("an object", [{ a: { b: [1] } }, {}], ["dark", 5], [[]], {
  type: "object",
  additionalProperties: {},
});

/** A field whose type the reference does not show. */
export const anything = plain("", ["a", 5, true, ["a"], { a: [1] }], [], [], {});

export const oneOf = (...values: readonly string[]): Kind =>
  textLike(
    `one of ${values.join(", ")}`,
    values,
    [`${values[0]} or another`, `${values[0]?.toUpperCase()}`],
    values.length > 1 ? { enum: values } : { const: values[0] },
  );

/** The currency of bills. */
export const rubles: Kind = {
  ...oneOf("BYN"),
  refuses: [{ a: 1 }, "EUR", "byn"],
  wire: { type: "string", enum: ["BYN"] },
};

export const list = (item: Kind): Kind => ({
  takes: [[[], []], ...item.takes.map(([value, sent]) => [[value], [sent]] as const)],
  refuses: ["email", 5, ...item.refuses.map((value) => [value])],
  isStrictOn: [{}, ...item.isStrictOn.map((value) => [value])],
  messageOn: (value) => (Array.isArray(value) ? `item 1 ${item.messageOn(value[0])}` : "must be an array"),
  wire: { type: "array" },
  isText: false,
  ...(item.section !== undefined && { section: item.section }),
});

/** A section with its own table. */
export const section = (name: string, value: object = {}): Kind => ({
  ...plain("an object", [value], ["dark", 5], [[]], { $ref: `#/components/schemas/${name}` }),
  section: name,
});

/** Customer fields that the payment page can show. */
export const CUSTOMER_FIELDS = [
  ...["email", "first_name", "last_name", "address", "city", "state", "zip", "phone", "country"],
  ...["birth_date", "taxpayer_id"],
] as const;
