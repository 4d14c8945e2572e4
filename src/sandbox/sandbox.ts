import type { Transaction } from "../api/transactions/transaction.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { readOption } from "../shared/read-option.ts";
import { LONGEST_TIMER } from "../shared/values.ts";
import { createApp } from "./app.ts";
import { type ApiCall, toApiCall } from "./gateway/calls.ts";
import { redeliver } from "./gateway/deliveries/deliveries.ts";
import { signedHeaders } from "./gateway/deliveries/send.ts";
import { whenAnswered } from "./gateway/deliveries/when-answered.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { isInState } from "./gateway/journal.ts";
import { openGateway } from "./gateway/open-gateway.ts";
import { expireBill } from "./gateway/payments/bills.ts";
import { type ChargeBackOptions, chargeBack } from "./gateway/payments/charge-back.ts";
import { complete } from "./gateway/payments/pay.ts";
import { type PayOptions, payAsCustomer } from "./gateway/payments/pay-as-customer.ts";
import { expireToken } from "./gateway/payments/settle.ts";
import { type DisturbNextOptions, planDisturbance } from "./gateway/plans/disturbances.ts";
import { type FailNextOptions, planFailure } from "./gateway/plans/failures.ts";
import type { Deliver, Delivery } from "./gateway/records/delivery.ts";
import type { SandboxState } from "./gateway/records/records.ts";
import { toState } from "./gateway/records/store.ts";
import { listen } from "./http/listen.ts";
import type { RequestOrigin } from "./http/origin.ts";
import { type Internals, internalsOf } from "./internals.ts";
import {
  type CompleteOptions,
  type IdleOptions,
  readPublicUrl,
  readSandboxOptions,
  type SandboxClientOptions,
  type SandboxFetchOptions,
  type SandboxListenOptions,
  type SandboxOptions,
  type SandboxServer,
} from "./sandbox-options.ts";

/** @internal Names the parts of a sandbox, for `checkShop` and the command. */
export const PARTS: unique symbol = Symbol.for("payments-client.sandbox.parts");

const LOOPBACK = "127.0.0.1";

/** The address that a sandbox has without a socket. */
const NO_SOCKET = "https://sandbox.invalid";

/**
 * A payment gateway on your own machine, for tests and first steps: the API, the pages that customers see, and
 * the notifications. It checks with the models that the client checks with, and answers in the shapes of the
 * API reference. Only test cards are taken, and no money moves.
 *
 * ```ts
 * const sandbox = new Sandbox();
 * const payments = new PaymentsClient(sandbox.clientOptions); // no network at all
 * ```
 */
export class Sandbox {
  readonly #gateway: Gateway;
  /** Whether it has listened with a `publicUrl`. */
  #isPublic = false;
  readonly #fetch: (request: Request, origin: RequestOrigin) => Response | Promise<Response>;

  /**
   * Creates a gateway in memory. All options have defaults.
   *
   * ```ts
   * const sandbox = new Sandbox({ shopId: 361, secretKey, deliver: webhooks.handler(shop) });
   * ```
   *
   * @param options The most important options:
   * - `shopId`: shop identifier. Default `"1"`.
   * - `secretKey`: the shop's secret key. Default `"sandbox-secret-key"`.
   * - `deliver`: receives notifications without a socket. Default: the global `fetch` sends them to
   *   `notification_url`.
   * - `speed`: divides all waits, so that 60 makes a minute a second. Default 1.
   * - `shopUrl`: address to which customers return if the token has none. Default: none.
   * - `state`: the result of `sandbox.state()`, to continue from. Default: an empty gateway.
   * @throws ConfigurationError that names the wrong options, or if Node is older than 22.
   */
  constructor(options?: SandboxOptions) {
    this.#gateway = openGateway(readSandboxOptions(options));
    this.#fetch = createApp(this.#gateway).fetch;
  }

  /** @internal */
  get [PARTS](): Internals {
    return internalsOf(this.#gateway);
  }

  /**
   * Answers a request. Needs no socket.
   *
   * It answers requests to loopback names, IP addresses, the addresses in `clientOptions` and `publicUrl`; others
   * get 421. Requests of web pages of another origin are refused by the API with 403, bodies that are not
   * `application/json` with 415.
   */
  readonly fetch = async (request: Request, options?: SandboxFetchOptions): Promise<Response> =>
    this.#fetch(request, { publicUrl: options?.publicUrl, checkoutUrl: options?.checkoutUrl });

  /** For `new PaymentsClient(…)`: no network at all. */
  get clientOptions(): SandboxClientOptions & {
    /** Answers without a socket. */
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  } {
    return {
      ...this.#optionsFor(NO_SOCKET),
      fetch: async (url, init) => {
        const answer = await this.fetch(new Request(url, init));
        if (answer.type === "error") throw new TypeError("fetch failed: the connection was closed");
        return answer;
      },
    };
  }

  /**
   * Serves the sandbox over HTTP, by default on 127.0.0.1. Node only.
   *
   * With `publicUrl`, nothing is posted to addresses of private networks other than this machine's loopback, and the
   * dashboard is served only at `dashboardUrl`.
   *
   * @throws ConfigurationError when `publicUrl` is not an http or https origin, or the sandbox has the default `secretKey`.
   * @throws Error with code `EADDRINUSE` when a port is taken. Its `port` names it.
   */
  async listen(options?: SandboxListenOptions): Promise<SandboxServer> {
    refuseUnknown("sandbox.listen", options, ["port", "host", "publicUrl", "dashboardPort"]);
    const { port = 0, host = LOOPBACK, dashboardPort = port === 0 ? 0 : port + 1 } = options ?? {};
    const publicUrl = readPublicUrl(options?.publicUrl, this.#gateway.settings.secretKey);
    this.#isPublic ||= publicUrl !== undefined;
    // A sandbox whose saved state had a public address is restricted until it listens without one.
    this.#gateway.store.isPublic = this.#isPublic;
    const { url, close } = await listen((request) => this.#fetch(request, { publicUrl }), port, host);
    if (publicUrl === undefined)
      return { url, dashboardUrl: url, close, clientOptions: this.#optionsFor(url) };
    const own = await listen(
      (request) => this.#fetch(request, { publicUrl, isPrivate: true }),
      dashboardPort,
      LOOPBACK,
    ).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    return {
      url,
      dashboardUrl: own.url,
      clientOptions: this.#optionsFor(own.url),
      close: async () => {
        await Promise.all([close(), own.close()]);
      },
    };
  }

  /**
   * Does what a customer does on the payment page: pays, and passes a 3-D Secure challenge where the card asks
   * for one. A declined payment is a transaction too.
   *
   * With `method`, the customer pays without a card: a wallet succeeds at once, any other method is `pending` until
   * {@link Sandbox.complete} ends it. It is notified when it becomes pending and when it ends.
   *
   * ```ts
   * const { uid } = await sandbox.pay(token, { method: "erip" });
   * await sandbox.complete(uid, { status: "successful" });
   * ```
   *
   * @param token Payment token; or a product's id, whose payment link is then opened first.
   * @param options `card`: number of a test card, default 4200000000000000. Or `method`: type of another method.
   * @returns the transaction, after the merchant's server has answered the first post of its notification.
   * @throws TypeError for a `method` that is not a string, or together with `card`, `holder` or `saveCard`.
   * @throws RangeError for a card that is not a test card.
   * @throws Error named `NotPayableError` when the token is unknown, paid, used up or expired, does not offer the
   * method or the card's brand, or its product is gone. The message names what the token offers.
   */
  async pay(token: string, options?: PayOptions): Promise<Transaction> {
    return payAsCustomer(this.#gateway, token, options ?? {}, NO_SOCKET);
  }

  /**
   * Ends a payment that waits: one that is `pending`, a bill, or one whose customer has not answered the 3-D Secure
   * challenge. With `failed`, the token can be paid again where `attempts` allows it. A permanent bill stays: each call
   * makes a payment of its own, with another `uid` and the same `tracking_id`.
   *
   * @param uid Of the transaction.
   * @param options `status`: `successful`, `failed`, or `deleted` for an alternative method.
   * @returns the transaction, after the merchant's server has answered the first post of its notification.
   * @throws RangeError for another status.
   * @throws Error named `NotPayableError` when there is no such transaction, it does not wait, or its token expired.
   */
  async complete(uid: string, options: CompleteOptions): Promise<Transaction> {
    const status = options?.status;
    if (status !== "successful" && status !== "failed" && status !== "deleted") {
      throw new RangeError('complete: status must be "successful", "failed" or "deleted"');
    }
    const { transaction, notified } = await complete(this.#gateway, uid, status);
    await notified;
    return transaction;
  }

  /**
   * Takes back the money of a card payment, as the customer's bank does after a dispute. The merchant is notified of the
   * chargeback, whose `parent_uid` is the payment.
   *
   * ```ts
   * const { uid } = await sandbox.pay(token);
   * await sandbox.chargeBack(uid);
   * ```
   *
   * @param uid Of the payment, or of the capture of an authorization.
   * @param options `amount`: minor units, default all that is left. `reason`: default `client request`.
   * @returns the chargeback, after the merchant's server has answered the first post of its notification.
   * @throws Error named `NotPayableError` when there is no such transaction, it is no successful card payment, or less than
   * `amount` is left of it.
   */
  async chargeBack(uid: string, options?: ChargeBackOptions): Promise<Transaction> {
    const { transaction, notified } = chargeBack(this.#gateway, uid, options ?? {});
    await notified;
    return transaction;
  }

  /**
   * Expires a payment token or a bill now; the merchant is notified.
   *
   * @param token Payment token, or `uid` of a bill.
   * @returns false if it cannot expire: it is unknown, paid, used up or already expired.
   */
  async expire(token: string): Promise<boolean> {
    const expired = expireBill(this.#gateway, token);
    if (!expired) return expireToken(this.#gateway, token);
    await expired.notified;
    return true;
  }

  /** The gateway's public key, for `new Webhooks({ publicKey })`: base64 DER in one line. */
  async publicKey(): Promise<string> {
    return (await this.#gateway.store.key.pair()).publicKey;
  }

  /**
   * The headers that a notification with this body is posted with: the shop's credentials and the
   * `Content-Signature`. For unit tests of your handler, with bodies of your own:
   *
   * ```ts
   * const body = JSON.stringify({ transaction: { uid: "1", status: "successful" } });
   * const headers = await sandbox.sign(body);
   * await handler(new Request(url, { method: "POST", headers, body }));
   * ```
   *
   * @param body The bytes that you post, or their text.
   * @throws TypeError when `body` is neither.
   */
  async sign(body: string | Uint8Array): Promise<Record<string, string>> {
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError("sign: body must be the text or the bytes that you post");
    }
    return signedHeaders(this.#gateway, body);
  }

  /** All posts to the merchant's server so far, oldest first. */
  get deliveries(): Delivery[] {
    return [...this.#gateway.store.deliveries.values()];
  }

  /**
   * The API calls so far, refused and failed ones too, the oldest first: the newest 1 000 of them. They are not part
   * of `state()`, and `onChange` does not report them.
   */
  get requests(): ApiCall[] {
    return Array.from(this.#gateway.journal.calls.values(), toApiCall);
  }

  /**
   * Calls back after each API call. A listener that throws changes nothing.
   *
   * @returns a function that removes the listener.
   */
  onRequest(listener: (call: ApiCall) => void): () => void {
    const { journal } = this.#gateway;
    return journal.subscribe(({ kind, id }) => {
      const call = kind === "call" ? journal.calls.get(id ?? "") : undefined;
      if (call) listener(toApiCall(call));
    });
  }

  /**
   * Posts a delivery once more, now.
   *
   * @returns the delivery, after the merchant's server has answered.
   * @throws RangeError when there is no delivery with this id.
   */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = await redeliver(this.#gateway, id);
    if (!delivery) throw new RangeError("redeliver: there is no delivery with this id");
    return delivery;
  }

  /**
   * Posts notifications to this handler from now on. For a handler that needs the sandbox's public key:
   *
   * ```ts
   * const sandbox = new Sandbox();
   * const publicKey = await sandbox.publicKey();
   * const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey });
   * sandbox.deliverTo(webhooks.handler({ paid, otherwise }));
   * ```
   *
   * @throws TypeError when `deliver` is not a function.
   */
  deliverTo(deliver: Deliver): void {
    if (typeof deliver !== "function") throw new TypeError("deliverTo: deliver must be a function");
    this.#gateway.deliver = deliver;
  }

  /**
   * Resolves when every notification so far, also of refunds, has been answered with 200 or given up. It waits for
   * repeats and for notifications that are late, not for those of a loaded `state`. A handler that never answers 200 has its
   * notifications for a day and a half, divided by `speed`.
   *
   * @param options `timeout`: how long to wait, in milliseconds. Default 10000.
   * @throws RangeError when `timeout` is not an integer of 1 or more.
   * @throws Error after the timeout. The message names the notifications that are still under way, with their address and
   * their last answer.
   */
  async idle(options?: IdleOptions): Promise<void> {
    const timeout = readOption(options, "timeout") ?? 10_000;
    if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMER) {
      throw new RangeError(`idle: timeout must be an integer of milliseconds, 1 to ${LONGEST_TIMER}`);
    }
    return whenAnswered(this.#gateway, timeout);
  }

  /** The state as JSON, for `new Sandbox({ state })`. It does not contain the secret key. */
  async state(): Promise<SandboxState> {
    return toState(this.#gateway.store);
  }

  /**
   * Calls back whenever something in `state()` changed. A listener that throws changes nothing.
   *
   * @returns a function that removes the listener.
   */
  onChange(listener: () => void): () => void {
    return this.#gateway.journal.subscribe((line) => {
      if (isInState(line)) listener();
    });
  }

  /**
   * Lets the next API requests fail, to try what your code does then: `sandbox.failNext({ status: 503, times: 2 })`.
   *
   * @throws RangeError when `status` is not from 400 to 599 or `times` not 1 or more.
   */
  failNext(options: FailNextOptions): void {
    planFailure(this.#gateway.failures, options);
  }

  /**
   * Disturbs the next notifications, to try what your code does then: `sandbox.disturbNext({ notification: "lost" })`.
   *
   * @throws RangeError when `notification` is not known, `times` not 1 or more, or `delayMs` not 0 or more.
   */
  disturbNext(options: DisturbNextOptions): void {
    planDisturbance(this.#gateway.disturbances, options);
  }

  #optionsFor(url: string): SandboxClientOptions {
    const { shopId, secretKey } = this.#gateway.settings;
    return { shopId, secretKey, baseUrl: url, checkoutUrl: url, gatewayUrl: url, idempotencyKeys: true };
  }
}
