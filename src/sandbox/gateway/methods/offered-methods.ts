import type { Issue } from "../../../api/error-tree.ts";
import { transactionSchema } from "../../../api/transactions/transaction.ts";
import { BRANDS } from "../cards/test-cards.ts";
import { type Fields, sectionOf } from "../input/section.ts";
import { METHODS, methodRow } from "./methods.ts";
import type { PaymentInput } from "./payment-input.ts";

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
  return names.length > 0 ? [{ path, messages: [message] }] : [];
};

/** Whether a card brand or a wallet is excluded. */
export const isExcludedBrand = (fields: Fields, brand: string): boolean =>
  textsOf(sectionOf(fields["payment_method"])["excluded_brands"]).some(
    (excluded) => excluded.toLowerCase() === brand.toLowerCase(),
  );

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

interface Limit {
  /** The setting, such as `payment_method.excluded_brands`. */
  readonly setting: string;
  readonly values: readonly string[];
}

/** Returns the settings that limit the methods. `types` overrides `excluded_types`. */
export const limitsOf = (fields: Fields): Limit[] => {
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
