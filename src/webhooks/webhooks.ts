import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import type { Notification } from "../payments/notification.ts";
import { basicAuthorization } from "../shared/basic-auth.ts";
import { readPublicKeys } from "./crypto/public-key.ts";
import { createHandler, type HandlerOptions, type WebhookHandler } from "./handler.ts";
import { headerValues, type WebhookHeaders } from "./headers.ts";
import { parseBody, parseVerified, refuseOtherShop, toNotification } from "./notification.ts";
import { createDispatcher, type NotificationHandlers } from "./notification-handlers.ts";
import { readWebhooksOptions, type WebhooksOptions } from "./options.ts";
import { checkDecline, type Decide, toPayout } from "./payout-verification.ts";
import { isRequest, type RawWebhook, readRequest, toBytes } from "./raw-body.ts";
import { createSignatureCheck, type SignatureCheck } from "./signature.ts";
import { checkUnsigned } from "./unsigned.ts";

/** Compares two texts in a time that depends only on the length of the expected one. */
function equalInConstantTime(actual: string, expected: string): boolean {
  let difference = actual.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= actual.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

/**
 * Verifies the gateway's webhooks: notifications and payout verifications. Source: gateway documentation.
 *
 * ```ts
 * const webhooks = new Webhooks({ shopId, secretKey, publicKey });
 * const notification = await webhooks.verify({ body, headers });
 * ```
 */
export class Webhooks {
  readonly #shopId: string;
  readonly #authorization: string;
  readonly #unsigned: readonly string[];
  /** Undefined if signatures are not checked. */
  readonly #checkSignature: SignatureCheck | undefined;

  /** @throws A `ConfigurationError` if an option is missing or invalid; the message names it. */
  constructor(options: WebhooksOptions = {}) {
    const { shopId, secretKey, publicKey, unsigned } = readWebhooksOptions(options);
    this.#shopId = shopId;
    this.#authorization = basicAuthorization(shopId, secretKey);
    this.#unsigned = unsigned;
    this.#checkSignature = publicKey === false ? undefined : createSignatureCheck(readPublicKeys(publicKey));
  }

  /**
   * Verifies that a notification comes from the gateway, and parses it. With a `publicKey`, the signature must be present
   * and valid, and credentials must match if sent; with `false`, the credentials must be present and match.
   *
   * @param webhook Body and headers, or a `Request` whose body nothing has read, of up to 1 MiB.
   * @throws {@link WebhookError} with reason `credentials`, `signature` or `body`, or `mismatch` if the body names another
   * shop.
   */
  async verify(webhook: RawWebhook | Request): Promise<Notification> {
    const received = isRequest(webhook) ? await readRequest(webhook) : webhook;
    return toNotification(await this.#authenticate(received, this.#unsigned));
  }

  /**
   * A handler of `notification_url` for frameworks with `fetch` handlers: Hono, Next.js, Workers, Bun, Deno. For Node's
   * own server and Express see `toNodeListener`.
   *
   * ```ts
   * const notify = webhooks.handler({
   *   paid: async (event) => {
   *     const order = await findOrder(event.summary.trackingId);
   *     event.expect({ amount: order.amount, currency: order.currency, trackingId: order.id });
   *     await fulfilOnce(order, event.key);
   *   },
   *   otherwise: (event) => console.log(event.outcome, event.summary),
   * });
   * ```
   *
   * It responds with 200 after the function resolved, 401 if credentials or signature are wrong or the body names
   * another shop, 400 if the body is invalid, 405 for a method other than POST, 413 above 1 MiB, and 500 if the function
   * threw, the request took longer than `timeout`, or other middleware has parsed the body. After anything but 200 the
   * gateway sends it again. No response has a body.
   *
   * @param handlers A function for each outcome that matters to you; `paid`, or `otherwise` for every outcome.
   * @throws A `ConfigurationError` if both are missing, or a function has a name that nothing calls.
   */
  handler(handlers: NotificationHandlers): WebhookHandler {
    const dispatch = createDispatcher(handlers ?? {});
    return createHandler("notification", handlers, async ({ read, accept }) => {
      const notification = await this.verify(await read());
      const { type } = notification;
      accept(type === "transaction" ? `transaction ${notification.transaction.uid}` : type);
      await dispatch(notification);
      return new Response();
    });
  }

  /**
   * A handler of `verification_url`: the gateway asks for a decision before it pays out, and transfers funds only if
   * `decide` returns true. A body without `uid`, positive `amount` and `currency` is refused before `decide` is called.
   * The payout is declined if `decide` throws, returns anything else, or takes longer than `timeout`.
   *
   * @param decide Returns true to accept, or `{ message, friendlyMessage }` to decline. See `expectPayout`.
   * @throws A `ConfigurationError` if `decide` is not a function.
   */
  verificationHandler(decide: Decide, options: HandlerOptions = {}): WebhookHandler {
    if (typeof decide !== "function") throw new ConfigurationError("decide must be a function");
    return createHandler("payout verification", options, async ({ read, accept }) => {
      const { verification, accepted, declined } = toPayout(await this.#authenticate(await read(), []));
      accept(`payout ${verification.uid}, declined`, () => declined());
      const decision = await decide(verification);
      return decision === true ? accepted() : declined(checkDecline(decision));
    });
  }

  /** The body of a webhook that the gateway sent to this shop. `unsigned`: the methods that need no signature. */
  async #authenticate(webhook: RawWebhook, unsigned: readonly string[]): Promise<Record<string, unknown>> {
    const { body, headers } = webhook ?? {};
    const bytes = toBytes(body);
    const hasCredentials = this.#checkCredentials(headers);
    if (this.#checkSignature) {
      const signatures = headerValues(headers, "content-signature");
      if (signatures.length > 0) await this.#checkSignature(signatures, bytes);
      else checkUnsigned(parseBody(bytes), unsigned, hasCredentials);
    }
    const raw = parseVerified(bytes);
    refuseOtherShop(raw, this.#shopId);
    return raw;
  }

  /** Whether credentials were sent. Throws if they are wrong, or missing where nothing else vouches for the webhook. */
  #checkCredentials(headers: WebhookHeaders): boolean {
    const sent = headerValues(headers, "authorization");
    if (sent.length === 0 && this.#checkSignature) return false;
    const [header = ""] = sent;
    const credentials = header.replace(/^basic +/i, "Basic ");
    if (sent.length !== 1 || !equalInConstantTime(credentials, this.#authorization)) {
      const problem = sent.length === 0 ? "missing" : "wrong";
      throw new WebhookError("credentials", `The credentials of the notification are ${problem}`);
    }
    return true;
  }
}
