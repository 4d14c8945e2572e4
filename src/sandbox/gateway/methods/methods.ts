import { capitalized } from "../input/section.ts";

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
export const METHODS = {
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

const isKnown = (method: string): method is keyof typeof METHODS => Object.hasOwn(METHODS, method);

/** Returns the row of a method. An unknown method has a name such as `Bank transfer`. */
export const methodRow = (method: string): MethodRow => {
  if (isKnown(method)) return METHODS[method];
  const isShort = method.length <= 4;
  return { kind: "bill", name: isShort ? method.toUpperCase() : capitalized(method.replaceAll("_", " ")) };
};

export const kindOfMethod = (method: string): KindRow => KINDS[methodRow(method).kind];
