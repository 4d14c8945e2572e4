import type { Fields } from "../records.ts";
import { section } from "../section.ts";

export const CARD = "credit_card";

/** Whether a browser has the wallet, by its `User-Agent`. */
const WALLETS: Readonly<Record<string, (userAgent: string) => boolean>> = {
  apple_pay: (browser) =>
    /iPhone|iPad|iPod/.test(browser) ||
    (/Macintosh/.test(browser) && /Version\/[\d.]+ Safari\//.test(browser)),
  google_pay: (browser) => /Chrome\//.test(browser) && !/iPhone|iPad|iPod/.test(browser),
  samsung_pay: (browser) => /Android/.test(browser) && /SamsungBrowser|\bSM-|SAMSUNG/.test(browser),
};

const ENABLED = [CARD, ...Object.keys(WALLETS)];

export const isWallet = (method: string): boolean => Object.hasOwn(WALLETS, method);

/** Whether it is neither a card nor a wallet, such as a cash desk or an invoice. */
export const isAlternative = (method: string): boolean => method !== CARD && !isWallet(method);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];

/** The card brands and wallets that the merchant excluded, in lower case. */
export const excludedBrands = (fields: Fields): string[] =>
  textsOf(section(fields["payment_method"])["excluded_brands"]).map((brand) => brand.toLowerCase());

export const isExcludedBrand = (fields: Fields, brand: string): boolean =>
  excludedBrands(fields).includes(brand.toLowerCase());

/** Money can be sent to a card, and only a card can be saved: wallets take payments. */
const enabledFor = (fields: Fields): string[] =>
  ["payout", "tokenization"].includes(String(fields["transaction_type"])) ? [CARD] : ENABLED;

/**
 * The methods that a customer can choose from, in the merchant's order. Source: API reference, "payment_method".
 *
 * @param userAgent Of the customer's browser: wallets that it does not have are left out. Default: it has them all.
 */
export const offeredMethods = (fields: Fields, userAgent?: string): string[] => {
  const { types, excluded_types: excluded } = section(fields["payment_method"]);
  const chosen = [...new Set(textsOf(types))];
  const offered =
    chosen.length > 0 ? chosen : enabledFor(fields).filter((type) => !textsOf(excluded).includes(type));
  return offered.filter((type) => {
    const isOnDevice = isWallet(type) ? WALLETS[type] : undefined;
    if (!isOnDevice) return true;
    return (userAgent === undefined || isOnDevice(userAgent)) && !isExcludedBrand(fields, type);
  });
};
