/**
 * Facts about gateways that no source proves, or that differ between gateways. A variant changes the answers of the
 * gateway, never its records. The first variant of a fact is the default, for which there is the best evidence.
 */
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { problemWithOptions } from "../../errors/refuse-unknown.ts";
import { didYouMean } from "../../shared/nearest-name.ts";
import { namesOf } from "../../shared/values.ts";

/** The variant of each fact that a gateway shows. */
export interface Variants {
  /** The status of a token that no customer has opened. Default: `error`. */
  readonly freshToken: "error" | "incomplete" | "pending" | "none";
  /** The status after a declined attempt with attempts left. Default: `failed`. `finished` has `finished: true`, too. */
  readonly declinedToken: "failed" | "incomplete" | "error" | "finished";
  /** The sections in the status of a token after a refund. Default: `payment`. */
  readonly followedToken: "payment" | "all";
  /** The status of a capture, void or refund in its first second. Default: `final`. */
  readonly followUp: "final" | "pending";
  /** The answer to a search by tracking id that finds nothing. Default: `empty`. */
  readonly nothingFound: "empty" | "missing";
  /** When a search by tracking id finds a transaction. Default: `current`. */
  readonly lookUp: "current" | "late";
  /** An equal refund within 30 seconds. Default: `refused`. */
  readonly duplicate: "refused" | "declined";
  /** The status of a refusal, 422 or 200. Default: `unprocessable`. */
  readonly refusal: "unprocessable" | "ok";
  /** The notification of a payment by a link. Default: `transaction`. */
  readonly productNotice: "transaction" | "product";
  /** The path of `redirect_url`. Default: `widget`. */
  readonly page: "widget" | "v2" | "checkout";
}

/** Each variant has a sentence, which `checkShop` prints after "from here on, ". */
type Facts = { readonly [Name in keyof Variants]: Readonly<Record<Variants[Name], string>> };

export const FACTS: Facts = {
  // Source: gateway documentation, and a merchant's code in production (error). Public clients (others).
  freshToken: {
    error: 'a token that no customer has opened is "error", and not finished',
    incomplete: 'a token that no customer has opened is "incomplete"',
    pending: 'a token that no customer has opened is "pending"',
    none: "a token that no customer has opened has no status",
  },
  // Source: gateway documentation: the status “matches gateway response statuses”. No live answer was found.
  declinedToken: {
    failed: 'a token with attempts left is "failed" after a decline, and not finished',
    incomplete: 'a token with attempts left is "incomplete" after a decline',
    error: 'a token with attempts left is "error" after a decline, and not finished',
    finished: 'a token with attempts left is "failed" after a decline, and finished',
  },
  // Source: gateway documentation, of a token without a refund (payment). None (all).
  followedToken: {
    payment: "the status of a token has only the section of its payment",
    all: "the status of a token has the sections of its payment and of its refunds",
  },
  // Source: gateway documentation: a refund is successful, failed or pending.
  followUp: {
    final: "a capture, void or refund has its result at once",
    pending: "a capture, void or refund is pending for a second",
  },
  // Source: tests of the platform's PHP library (empty), and of its older version (missing).
  nothingFound: {
    empty: "a search by tracking id that finds nothing returns an empty list",
    missing: "a search by tracking id that finds nothing is answered with 404",
  },
  // Source: none.
  lookUp: {
    current: "a search by tracking id finds a transaction as soon as it is made",
    late: "a search by tracking id finds a transaction one second after it is made",
  },
  // Source: gateway documentation, “duplicate_check” (refused), and codes F.0215 and E.1018 (declined).
  duplicate: {
    refused: "an equal refund within 30 seconds is refused",
    declined: "an equal refund within 30 seconds is a failed refund",
  },
  // Source: gateway documentation, “Error response” (unprocessable). Public clients read both (ok).
  refusal: {
    unprocessable: "a refusal is a 422",
    ok: "a refusal is a 200 with errors",
  },
  // Source: API reference (transaction). A shop's module in production reads product and last_transaction.
  productNotice: {
    transaction: "the notification of a link contains its transaction",
    product: "the notification of a link contains product and last_transaction",
  },
  // Source: tests of the platform's PHP library, and merchants' logs (widget, v2). Old modules (checkout).
  page: {
    widget: "the payment page is at /widget/hpp.html for X-API-Version 2, otherwise at /v2/checkout",
    v2: "the payment page is at /v2/checkout",
    checkout: "the payment page is at /checkout",
  },
};

export type FactName = keyof Variants;

export const FACT_NAMES: readonly FactName[] = namesOf(FACTS);

/** The variants of a fact. The first is the default. */
export const variantsOf = (name: FactName): readonly string[] => Object.keys(FACTS[name]);

/** @throws ConfigurationError that names the nearest variant. */
function checkWords(
  chosen: Readonly<Record<string, unknown>>,
): asserts chosen is Variants & Readonly<Record<string, unknown>> {
  for (const name of FACT_NAMES) {
    const [word, known] = [String(chosen[name]), variantsOf(name)];
    if (known.includes(word)) continue;
    const problem = `variants.${name} must be ${known.join(", ")}, not ${word}. ${didYouMean(word, known)}`;
    throw new ConfigurationError(problem.trimEnd());
  }
}

/** Adds the defaults. @throws ConfigurationError that names the nearest fact or variant. */
export function readVariants(given?: Partial<Variants>): Variants {
  const problem = problemWithOptions(given, FACT_NAMES);
  if (problem !== undefined) throw new ConfigurationError(`variants ${problem}`);
  const chosen = Object.fromEntries(FACT_NAMES.map((name) => [name, given?.[name] ?? variantsOf(name)[0]]));
  checkWords(chosen);
  return chosen;
}

interface Speaker {
  readonly variants: Variants;
  readonly variantsByOrder: ReadonlyMap<string, Variants>;
}

/** The variants of a gateway that hold for an order. A story of `checkShop` has its own. */
export const variantsFor = ({ variants, variantsByOrder }: Speaker, order: string | undefined): Variants =>
  variantsByOrder.get(order ?? "") ?? variants;
