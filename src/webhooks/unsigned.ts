import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import { factsOf, ownField } from "../payments/facts.ts";
import { isGiven } from "../shared/values.ts";

/** Payment methods that are a card. Their notifications are signed. */
const CARDS: readonly string[] = ["credit_card", "halva", "apple_pay", "google_pay", "samsung_pay"];

/** Checks the option `unsigned`. */
export function readUnsigned(unsigned: unknown = []): readonly string[] {
  const methods: readonly unknown[] = Array.isArray(unsigned) ? unsigned : [undefined];
  return methods.map((method) => {
    if (typeof method === "string" && method !== "" && !CARDS.includes(method)) return method;
    throw new ConfigurationError(
      `unsigned must be an array of payment methods other than cards, such as ["erip"]`,
    );
  });
}

/** The method of a payment that was not made by card; undefined if that is not certain. */
function otherMethodOf(raw: Record<string, unknown> | undefined): string | undefined {
  const transaction = ownField(raw, "transaction");
  const [method, ...others] = new Set(factsOf(transaction).methods.filter(isGiven));
  const isCertain = others.length === 0 && !isGiven(ownField(transaction, "credit_card"));
  // The error names the method, so it must be one: the body was not verified.
  const isName = typeof method === "string" && /^[a-z0-9_]{1,40}$/i.test(method);
  return isCertain && isName && !CARDS.includes(method) ? method : undefined;
}

/**
 * Throws for a notification without a signature, unless it is one of a payment method for which the shop's credentials
 * vouch, and they were sent and are right.
 */
export function checkUnsigned(
  raw: Record<string, unknown> | undefined,
  unsigned: readonly string[],
  hasCredentials: boolean,
): void {
  const method = otherMethodOf(raw);
  const missing = "The Content-Signature is missing";
  if (method === undefined) throw new WebhookError("signature", missing);
  if (!unsigned.includes(method)) {
    const advice = `unsigned: ["${method}"] lets the shop's credentials vouch for payments of this method`;
    throw new WebhookError("signature", `${missing}; the option ${advice}`);
  }
  if (!hasCredentials) throw new WebhookError("credentials", `${missing}, and so are the credentials`);
}
