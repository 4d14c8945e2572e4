/** Private data, and every form in which a value could be logged. */
import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { deserialize, serialize } from "node:v8";
import type { CheckoutCreateParams, ProductCreateParams } from "../../src/index.ts";
import { newProduct, SECRETS } from "../client/calls.ts";

const buyer = {
  email: "kim.weber@example.com",
  first_name: "Kimberley-Q",
  last_name: "Weberling",
  address: "17 Quayside Row",
  city: "Quillon",
  zip: "QX-90417",
  country: "US",
  state: "CA",
  phone: "+4915550100200",
  birth_date: "1987-11-23",
  external_id: "customer-77120",
  taxpayer_id: "TAX-5512-90",
};

const CARD_TOKEN = "tok_9f2c71e0b4";

const CARD_NUMBER = "4200000000000000";

/** A request with all kinds of private data. */
export const privateCheckout: CheckoutCreateParams = {
  transaction_type: "payment",
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Pass of Kimberley-Q",
    additional_data: { recipient: { account_number: CARD_NUMBER, account_number_type: "card" } },
  },
  customer: buyer,
  settings: { credit_card_fields: { holder: "KIMBERLEY WEBERLING" }, auto_pay: true },
  payment_method: { types: ["credit_card"], credit_card: { token: CARD_TOKEN } },
};

export const privateProduct: ProductCreateParams = { ...newProduct, description: "Pass of Kimberley-Q" };

/** The same request with an invalid value in every section, so that errors could quote private data. */
export const wrongCheckout = {
  ...privateCheckout,
  order: { ...privateCheckout.order, amount: `${CARD_NUMBER}.5`, currency: "Kimberley-Q" },
  customer: {
    ...buyer,
    email: [buyer.email],
    country: buyer.city,
    birth_date: buyer.phone,
    state: buyer.address,
  },
  payment_method: { credit_card: { token: { value: CARD_TOKEN } } },
  settings: { return_url: `javascript:${buyer.email}`, auto_return: CARD_TOKEN, language: [buyer.zip] },
};

/** Response fields next to the messages. */
export const privateAnswer = {
  customer: { email: "lee.moreau@example.org", last_name: "Moreaulet", phone: "+33755501234" },
  credit_card: {
    token: "tok_51d0aa73ce",
    number: "4111111111111111",
    holder: "LEE MOREAULET",
    stamp: "st4mp-8841",
  },
};

export const privateHeaders = { "set-cookie": "session=s3ss10n-7741", "x-customer": "customer-90817" };

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(textsIn);

/** Every text that must not be logged. Country and state are too short to search for. */
const PRIVATE: readonly string[] = [
  ...SECRETS,
  ...textsIn(buyer),
  ...textsIn(privateAnswer),
  ...["Kimberley-Q", "KIMBERLEY WEBERLING", CARD_TOKEN, CARD_NUMBER, "s3ss10n-7741", "customer-90817"],
].filter((text) => text.length > 2);

/** The console's output for a value. */
const logged = (value: unknown): string => {
  let output = "";
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      output += String(chunk);
      done();
    },
  });
  const console = new Console({ stdout: sink, stderr: sink });
  console.log(value);
  console.log("failed: %s %O %j", value, value, value);
  console.error({ value });
  console.dir(value, { depth: null });
  console.table([value]);
  console.trace(value);
  return output;
};

/** Copies of a value in another process or thread. */
const copies = (value: unknown): unknown[] =>
  [structuredClone<unknown>, (given: unknown): unknown => deserialize(serialize(given))].map((copy) => {
    try {
      return copy(value);
    } catch (failure) {
      // A function can't be cloned.
      return failure;
    }
  });

const forms = (value: unknown): string[] => [
  inspect(value, { depth: Infinity, showHidden: false }),
  format("%s", value),
  String(value),
  JSON.stringify(value) ?? "",
  JSON.stringify({ ...Object(value) }),
];

/** A value and its causes in every form in which they could be logged. */
function shownBy(value: unknown): string {
  const texts = [...forms(value), ...copies(value).flatMap(forms), logged(value)];
  if (value instanceof Error) texts.push(value.message, String(value.stack));
  if (value instanceof Error && value.cause !== undefined) texts.push(shownBy(value.cause));
  return texts.join("\n");
}

const privateIn = (shown: string): string[] => PRIVATE.filter((text) => shown.includes(text));

/** Private texts that a log of a value would contain. */
export const loggedLeaksOf = (value: unknown): string[] => privateIn(shownBy(value));

/** The same, including non-enumerable fields, which debuggers show. */
export const leaksOf = (value: unknown): string[] =>
  privateIn(`${shownBy(value)}\n${inspect(value, { depth: Infinity, showHidden: true })}`);
