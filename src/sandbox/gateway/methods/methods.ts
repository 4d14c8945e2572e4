import type { Issue } from "../../../api/error-tree.ts";
import { transactionSchema } from "../../../api/transactions/transaction.ts";
import { isNameIn } from "../../../shared/values.ts";
import { BRANDS, type CardPayment, TEST_CARDS, type TestCard } from "../cards/test-cards.ts";
import { capitalized, type Fields, problemAt, sectionOf } from "../input/section.ts";

/** The way to pay. The customer enters a card, confirms on the device, pays on another page, or pays a bill later. */
export type MethodKind = "card" | "wallet" | "redirect" | "bill";

/** The first state of a payment without a card. `redirected` waits for the customer on the page of the wallet. */
export type MethodOutcome = "successful" | "failed" | "pending" | "redirected";

interface KindRow {
  /** The possible first states. The first is the default. */
  readonly outcomes: readonly [MethodOutcome, ...MethodOutcome[]];
  /** The question of the local gateway to the developer, such as `the 3-D Secure challenge`. */
  readonly step: (name: string) => string;
  /** Says why an unfinished payment is not paid yet. */
  readonly waits: (name: string) => string;
}

export const KINDS: Readonly<Record<MethodKind, KindRow>> = {
  card: {
    outcomes: ["successful", "failed"],
    step: () => "the 3-D Secure challenge",
    waits: () => "the customer has not answered the 3-D Secure challenge",
  },
  wallet: {
    outcomes: ["successful", "failed"],
    step: (name) => name,
    waits: (name) => `the customer has not confirmed the payment by ${name}`,
  },
  redirect: {
    outcomes: ["redirected"],
    step: (name) => `the payment on the page of ${name}`,
    waits: (name) => `the customer is on the page of ${name}`,
  },
  bill: {
    outcomes: ["pending"],
    step: (name) => name,
    waits: (name) => `the ${name} payment is pending until the customer pays it`,
  },
};

interface MethodRow {
  readonly kind: MethodKind;
  readonly name: string;
  /** Whether a browser with this `User-Agent` has the wallet. Default: all browsers. */
  readonly isOnDevice?: (userAgent: string) => boolean;
}

/** The known methods. A token may also name others, which are paid like bills. Source: gateway documentation. */
const METHODS = {
  credit_card: { kind: "card", name: "Bank card" },
  halva: { kind: "card", name: "Halva" },
  apple_pay: {
    kind: "wallet",
    name: "Apple Pay",
    isOnDevice: (browser) =>
      /iPhone|iPad|iPod/.test(browser) ||
      (/Macintosh/.test(browser) && /Version\/[\d.]+ Safari\//.test(browser)),
  },
  google_pay: {
    kind: "wallet",
    name: "Google Pay",
    isOnDevice: (browser) => /Chrome\//.test(browser) && !/iPhone|iPad|iPod/.test(browser),
  },
  samsung_pay: {
    kind: "wallet",
    name: "Samsung Pay",
    isOnDevice: (browser) => /Android/.test(browser) && /SamsungBrowser|\bSM-|SAMSUNG/.test(browser),
  },
  click_pay: { kind: "redirect", name: "Click Pay" },
  erip: { kind: "bill", name: "ERIP" },
} as const satisfies Readonly<Record<string, MethodRow>>;

/** Returns the row of a method. An unknown method has a name such as `Bank transfer`. */
export const methodRow = (method: string): MethodRow => {
  if (isNameIn(METHODS, method)) return METHODS[method];
  const isShort = method.length <= 4;
  return { kind: "bill", name: isShort ? method.toUpperCase() : capitalized(method.replaceAll("_", " ")) };
};

export const kindOfMethod = (method: string): KindRow => KINDS[methodRow(method).kind];

export const CARD = "credit_card";

/** Whether a type is a card. `halva` is an instalment card with the same fields. Source: gateway documentation. */
export const isCard = (type: string): boolean => methodRow(type).kind === "card";

const ENABLED = [CARD, ...Object.keys(METHODS).filter((method) => methodRow(method).kind === "wallet")];

export const isWallet = (method: string): boolean => ["wallet", "redirect"].includes(methodRow(method).kind);

/** Whether the section of a method would replace another field of the transaction. */
const isField = (method: string): boolean =>
  method !== CARD && method !== "erip" && Object.hasOwn(transactionSchema.shape, method);

/** Whether a method is neither a card nor a wallet, for example a cash desk or an invoice. */
export const isAlternative = (method: string): boolean =>
  !isCard(method) && !isWallet(method) && !isField(method);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];

export const unusableTypes = (fields: Fields, path: string[]): Issue[] => {
  const names = textsOf(sectionOf(fields["payment_method"])["types"]).filter(isField);
  const message = `cannot contain ${names.join(", ")}, because a field of the transaction has this name`;
  return names.length > 0 ? problemAt(path, message) : [];
};

/** Whether a card brand or a wallet is excluded. */
export const isExcludedBrand = (fields: Fields, brand: string): boolean =>
  textsOf(sectionOf(fields["payment_method"])["excluded_brands"]).some(
    (excluded) => excluded.toLowerCase() === brand.toLowerCase(),
  );

export const acceptedCards = (fields: Fields): readonly TestCard[] =>
  TEST_CARDS.filter(({ brand }) => !isExcludedBrand(fields, brand));

const acceptedBrands = (fields: Fields): string[] =>
  BRANDS.filter((brand) => !isExcludedBrand(fields, brand));

/** Returns the possible methods. Payouts and tokenizations require a card. */
const enabledFor = (fields: Fields): string[] =>
  ["payout", "tokenization"].includes(String(fields["transaction_type"])) ? [CARD] : ENABLED;

/**
 * Returns the methods for the customer, in the merchant's order. Source: API reference, "payment_method".
 *
 * @param userAgent The customer's browser, to remove wallets that it does not have. Default: all wallets.
 */
export const offeredMethods = (fields: Fields, userAgent?: string): string[] => {
  const { types, excluded_types: excluded } = sectionOf(fields["payment_method"]);
  const chosen = [...new Set(textsOf(types).map((type) => (isCard(type) ? CARD : type)))];
  const offered =
    chosen.length > 0 ? chosen : enabledFor(fields).filter((type) => !textsOf(excluded).includes(type));
  return offered.filter((type) => {
    if (type === CARD) return acceptedBrands(fields).length > 0;
    if (!isWallet(type)) return true;
    const { isOnDevice = () => true } = methodRow(type);
    return (userAgent === undefined || isOnDevice(userAgent)) && !isExcludedBrand(fields, type);
  });
};

/** Returns the settings that limit the methods. `types` overrides `excluded_types`. */
export const limitsOf = (fields: Fields) => {
  const { types, excluded_types, excluded_brands } = sectionOf(fields["payment_method"]);
  const chosen = textsOf(types);
  return [
    { setting: "payment_method.types", values: chosen },
    { setting: "payment_method.excluded_types", values: chosen.length > 0 ? [] : textsOf(excluded_types) },
    { setting: "payment_method.excluded_brands", values: textsOf(excluded_brands) },
  ].filter(({ values }) => values.length > 0);
};

const limitsText = (fields: Fields): string =>
  limitsOf(fields)
    .map(({ setting, values }) => `${setting}: ${values.join(", ")}`)
    .join("; ") || "payment_method.types can name others";

/** Whether a token accepts an alternative method that its page does not show. All are accepted without `types`. */
const acceptsUnlisted = (fields: Fields, method: string): boolean => {
  const { types, excluded_types: excluded } = sectionOf(fields["payment_method"]);
  const isLimited = textsOf(types).length > 0 || textsOf(excluded).includes(method);
  return isAlternative(method) && !isLimited && enabledFor(fields) === ENABLED;
};

/** Returns the reason why a token does not allow this payment. Undefined if it does. */
export const notOffered = (fields: Fields, input: PaymentInput): string | undefined => {
  const method = "card" in input || isCard(input.method) ? CARD : input.method;
  const offered = offeredMethods(fields);
  if (!offered.includes(method) && !acceptsUnlisted(fields, method)) {
    const others = offered.join(", ") || "nothing";
    return `The payment token does not offer ${method}. It offers ${others} (${limitsText(fields)})`;
  }
  if (!("card" in input)) return method === CARD ? "Paying by credit_card requires a card" : undefined;
  const { brand } = input.card;
  if (!isExcludedBrand(fields, brand)) return undefined;
  const accepted = acceptedBrands(fields).join(", ");
  return `The payment token does not accept ${brand} cards. It accepts ${accepted} (${limitsText(fields)})`;
};

/** A payment by a wallet or an alternative method. The customer selects its outcome on the page. */
export interface MethodPayment {
  readonly method: string;
  readonly outcome: MethodOutcome;
}

export type PaymentInput = (CardPayment | MethodPayment) & {
  readonly customer?: Fields | undefined;
  readonly customFields?: Readonly<Record<string, string>> | undefined;
};
