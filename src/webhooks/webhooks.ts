import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import type { Notification } from "../payments/notification.ts";
import { basicAuthorization } from "../shared/basic-auth.ts";
import { readOption } from "../shared/read-option.ts";
import { readPublicKeys } from "./crypto/public-key.ts";
import { reportIgnored } from "./failure-log.ts";
import { applyPayment } from "./handle-payment.ts";
import { createHandler, HANDLER_OPTIONS, type HandlerOptions, type WebhookHandler } from "./handler.ts";
import { headerValues, type WebhookHeaders } from "./headers.ts";
import { parseBody, refuseOtherShop, toNotification } from "./notification.ts";
import { readWebhooksOptions, type WebhooksOptions } from "./options.ts";
import { checkHandlers, type Payable, type PaymentHandlers } from "./payment-handlers.ts";
import { checkDecline, type Decide, toPayout } from "./payout-verification.ts";
import { isRequest, type RawWebhook, readRequest, toBytes, type WebhookRequest } from "./raw-body.ts";
import { createSignatureCheck, type SignatureCheck } from "./signature.ts";

/** Compares two texts in a time that depends only on the length of the expected text. */
function equalInConstantTime(actual: string, expected: string): boolean {
  let difference = actual.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= actual.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

const MISSING = "The credentials of the notification are missing";

const ADVICE = 'If your proxy removes the header Authorization, pass credentials: "optional"';

/**
 * Verifies the gateway's webhooks, which are notifications and payout verifications. Source: gateway documentation.
 *
 * ```ts
 * const webhooks = new Webhooks({ shopId, secretKey, publicKey });
 * const notification = await webhooks.verify({ body, headers });
 * ```
 */
export class Webhooks {
  readonly #shopId: string;
  readonly #authorization: string;
  readonly #isOptional: boolean;
  /** Undefined if signatures are not checked. */
  readonly #checkSignature: SignatureCheck | undefined;

  /**
   * Verifies the webhooks of one shop. Missing options are read from the environment.
   *
   * ```ts
   * const webhooks = new Webhooks({ shopId: 361, secretKey, publicKey });
   * ```
   *
   * @param options All are required except `credentials`.
   * - `shopId`: shop identifier. Default: `PAYMENTS_SHOP_ID`.
   * - `secretKey`: the shop's secret key. Default: `PAYMENTS_SECRET_KEY`.
   * - `publicKey`: base64 or PEM, or a list of keys. Default: `PAYMENTS_PUBLIC_KEY`. `false` checks only the
   *   credentials.
   * - `credentials`: `"optional"` accepts a signed notification without credentials. Default `"required"`.
   * @throws A `ConfigurationError` that names the missing or invalid options.
   */
  constructor(options: WebhooksOptions = {}) {
    const { shopId, secretKey, publicKey, credentials } = readWebhooksOptions(options);
    this.#shopId = shopId;
    this.#authorization = basicAuthorization(shopId, secretKey);
    this.#isOptional = credentials === "optional";
    this.#checkSignature = publicKey === false ? undefined : createSignatureCheck(readPublicKeys(publicKey));
  }

  /**
   * Verifies that a notification comes from the gateway, and parses it. The shop's credentials must be present and
   * right. With a `publicKey`, the signature must also match.
   *
   * @param webhook Body and headers, or a `Request` whose body has not been read, of up to 1 MiB.
   * @throws {@link WebhookError} with reason `credentials`, `signature` or `body`, or `mismatch` if the body names
   * another shop.
   */
  async verify(webhook: RawWebhook | WebhookRequest): Promise<Notification> {
    const received = isRequest(webhook) ? await readRequest(webhook) : webhook;
    return toNotification(await this.#authenticate(received));
  }

  /**
   * Creates a handler of `notification_url` for frameworks with `fetch` handlers, such as Hono, Next.js, Workers, Bun
   * and Deno. For Node's own server and Express see {@link toNodeListener}.
   *
   * ```ts
   * const notify = webhooks.handler({
   *   findOrder: (trackingId) => orders.find(trackingId),
   *   paid: ({ order, uid }) => orders.markPaid(order.id, uid),
   *   review: ({ key, reason, summary }) => reviews.add(key, reason, summary),
   * });
   * ```
   *
   * The handler verifies the notification, compares it with your order, and calls your function for the outcome. No
   * response has a body.
   *
   * - 200 after the function has finished, even if the payment went to `review`.
   * - 401 if signature or credentials are wrong, or the body names another shop.
   * - 400, 405 and 413 for a request that is not a notification.
   * - 500 if a function threw or exceeded `timeout`, or if other middleware parsed the body. The gateway then repeats
   *   the notification.
   *
   * @param shop Your functions, the same object as for {@link handlePayment}.
   * @throws A `ConfigurationError` if `findOrder`, `paid` or `review` is missing, or a function has an unknown
   * name.
   */
  handler<Order extends Payable>(shop: PaymentHandlers<Order>): WebhookHandler {
    checkHandlers(shop);
    return createHandler("notification", shop, async ({ read, accept }) => {
      const notification = await this.verify(await read());
      const { type } = notification;
      accept(type === "transaction" ? `transaction ${notification.transaction.uid}` : type);
      if (type !== "other") await applyPayment(shop, notification);
      else if (readOption(shop, "other")) await shop.other?.(notification);
      else reportIgnored("something else than a payment", "other");
      return new Response(null, { status: 200 });
    });
  }

  /**
   * Creates a handler of `verification_url`. The gateway asks you for a decision before it pays out, and transfers
   * funds only if `decide` returns true. A body without `uid`, positive `amount` and `currency` is refused before
   * `decide` is called. The payout is declined if `decide` throws, returns anything else, or takes longer than
   * `timeout`.
   *
   * @param decide Returns true to accept, or `{ message, friendlyMessage }` to decline. See `expectPayout`.
   * @throws A `ConfigurationError` if `decide` is not a function.
   */
  verificationHandler(decide: Decide, options: HandlerOptions = {}): WebhookHandler {
    if (typeof decide !== "function") throw new ConfigurationError("decide must be a function");
    refuseUnknown("The options of verificationHandler", options, HANDLER_OPTIONS, {});
    return createHandler("payout verification", options, async ({ read, accept }) => {
      const { verification, accepted, declined } = toPayout(await this.#authenticate(await read()));
      accept(`payout ${verification.uid}, declined`, () => declined());
      const decision = await decide(verification);
      return decision === true ? accepted() : declined(checkDecline(decision));
    });
  }

  /** Returns the body of a webhook that the gateway sent to this shop. */
  async #authenticate(webhook: RawWebhook): Promise<Record<string, unknown>> {
    const bytes = toBytes(readOption(webhook, "body"));
    const headers = readOption(webhook, "headers") ?? {};
    this.#checkCredentials(headers);
    await this.#checkSignature?.(headerValues(headers, "content-signature"), bytes);
    const raw = parseBody(bytes);
    refuseOtherShop(raw, this.#shopId);
    return raw;
  }

  #checkCredentials(headers: WebhookHeaders): void {
    // Some proxies empty a header instead of removing it.
    const sent = headerValues(headers, "authorization").filter((value) => value.trim());
    if (sent.length === 0) {
      if (this.#isOptional) return;
      throw new WebhookError("credentials", this.#checkSignature ? `${MISSING}. ${ADVICE}` : MISSING);
    }
    const [header = ""] = sent;
    const credentials = header.replace(/^basic +/i, "Basic ");
    if (sent.length !== 1 || !equalInConstantTime(credentials, this.#authorization)) {
      throw new WebhookError("credentials", "The credentials of the notification are wrong");
    }
  }
}
