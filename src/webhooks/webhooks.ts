import { WebhookError } from "../errors/webhook-error.ts";
import { basicAuthorization } from "../transport/credentials.ts";
import { decodeBase64 } from "./crypto/base64.ts";
import { isSame } from "./crypto/constant-time.ts";
import { readPublicKey } from "./crypto/public-key.ts";
import { createVerifier, type Verifier } from "./crypto/rsa.ts";
import {
  createHandler,
  type HandlerOptions,
  type NotificationHandlers,
  type WebhookHandler,
} from "./handler.ts";
import { valuesOf, type WebhookHeaders } from "./headers.ts";
import { type Notification, parseBody, toNotification } from "./notification.ts";
import { readOptions, type WebhooksOptions } from "./options.ts";
import { checkDecide, createVerification, type Decide } from "./payout-verification.ts";
import { toBytes } from "./raw-body.ts";

/** A notification as it arrived. */
export interface Arrived {
  /** The body as it came, not parsed: only those bytes are signed. */
  body: string | Uint8Array;
  /** The request's headers: `Headers`, a plain object, or Node's `request.headers`. */
  headers: WebhookHeaders;
}

/**
 * Receives what the gateway posts: notifications and payout verifications. Source: gateway documentation.
 *
 * ```ts
 * const webhooks = new Webhooks({ shopId, secretKey, publicKey });
 * const notification = await webhooks.verify({ body, headers });
 * ```
 */
export class Webhooks {
  readonly #authorization: string;
  readonly #der: Uint8Array<ArrayBuffer> | undefined;
  #verifier: Promise<Verifier> | undefined;

  /** @throws A `ConfigurationError` when an option is missing or wrong; the message names it. */
  constructor(options: WebhooksOptions = {}) {
    const { shopId, secretKey, publicKey } = readOptions(options);
    this.#authorization = basicAuthorization(shopId, secretKey);
    this.#der = publicKey === false ? undefined : readPublicKey(publicKey);
  }

  /**
   * Checks that a notification comes from the gateway, and reads it. With a `publicKey` the signature has to be
   * there and right, and credentials, where sent, have to match; with `false` the credentials have to match.
   *
   * @throws {@link WebhookError} with reason `credentials`, `signature` or `body`.
   */
  async verify(arrived: Arrived): Promise<Notification> {
    return toNotification(await this.#authenticate(arrived));
  }

  /**
   * A handler of `notification_url` for anything that speaks `fetch`: Hono, Next.js, Workers, Bun, Deno; for
   * Node's own server and Express see `toNodeListener`.
   *
   * It answers 200 when the callback finished, 401 for bad credentials or signature, 400 for a bad body, 405
   * for another method, 413 over 1 MiB, and 500 when the callback threw, the request took longer than `timeout`, or
   * something before it has parsed the body, so that the gateway posts again. No answer has a body.
   */
  handler(handlers: NotificationHandlers): WebhookHandler {
    const { onTransaction, onCheckout } = handlers ?? {};
    const call = async (notification: Notification): Promise<Response> => {
      if (notification.type === "transaction") await onTransaction?.(notification.transaction, notification);
      else await onCheckout?.(notification.checkout, notification);
      return new Response();
    };
    return createHandler(handlers, {
      receives: "notification",
      verify: async (arrived) => {
        const notification = await this.verify(arrived);
        return {
          subject:
            notification.type === "transaction" ? `transaction ${notification.transaction.uid}` : "checkout",
          run: () => call(notification),
          fail: () => new Response(null, { status: 500 }),
        };
      },
    });
  }

  /**
   * A handler of `verification_url`: the gateway asks before it pays out, and funds move only when `decide`
   * returns true. A body without `uid`, positive `amount` and `currency` is refused before that. A `decide` that
   * throws, returns anything else, or takes longer than `timeout` declines.
   *
   * @param decide Returns true to accept, or `{ message, friendlyMessage }` to decline. See `expectPayout`.
   * @throws A `ConfigurationError` when `decide` is not a function.
   */
  verificationHandler(decide: Decide, options: HandlerOptions = {}): WebhookHandler {
    checkDecide(decide);
    return createHandler(options, {
      receives: "payout verification",
      verify: async (arrived) => createVerification(await this.#authenticate(arrived), decide),
    });
  }

  async #authenticate(arrived: Arrived): Promise<Record<string, unknown>> {
    const { body, headers } = arrived ?? {};
    const bytes = toBytes(body);
    this.#checkCredentials(headers);
    if (this.#der) await this.#checkSignature(this.#der, bytes, headers);
    return parseBody(bytes);
  }

  #checkCredentials(headers: WebhookHeaders): void {
    const sent = valuesOf(headers, "authorization");
    if (sent.length === 0 && this.#der) return;
    const [given = ""] = sent;
    const credentials = given.replace(/^basic +/i, "Basic ");
    if (sent.length !== 1 || !isSame(credentials, this.#authorization)) {
      throw new WebhookError(
        "credentials",
        "The credentials of the notification are missing or not the shop's",
      );
    }
  }

  async #checkSignature(
    der: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
    headers: WebhookHeaders,
  ): Promise<void> {
    this.#verifier ??= createVerifier(der);
    const isSignatureOf = await this.#verifier;
    const sent = valuesOf(headers, "content-signature");
    const signature = sent.length === 1 ? decodeBase64(sent[0] ?? "") : undefined;
    if (!signature || !(await isSignatureOf(signature, bytes))) {
      throw new WebhookError(
        "signature",
        "The Content-Signature is missing, or not of this body and publicKey",
      );
    }
  }
}
