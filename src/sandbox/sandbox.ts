import type { Transaction } from "../api/transactions/transaction.ts";
import { didYouMean } from "../shared/nearest-name.ts";
import { isNameIn } from "../shared/values.ts";
import type { ActionResult } from "./actions/action.ts";
import { ACTION_NAMES, ACTIONS, type ActionName, type ActionParams } from "./actions/actions.ts";
import { type ChargeBackOptions, makeFollowUp, type PayOptions, payAsCustomer } from "./actions/payments.ts";
import { createApp } from "./app.ts";
import { redeliver, whenAnswered } from "./gateway/deliveries/deliveries.ts";
import { signedHeaders } from "./gateway/deliveries/send.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { type ApiCall, toApiCall } from "./gateway/journal.ts";
import { openGateway } from "./gateway/open-gateway.ts";
import type { Deliver, Delivery } from "./gateway/orders/order.ts";
import { type SandboxState, toState } from "./gateway/orders/store.ts";
import { expireOrder } from "./gateway/payments/bills.ts";
import { complete } from "./gateway/payments/pay.ts";
import { whenNotified } from "./gateway/payments/transactions.ts";
import type { DisturbNextOptions, FailNextOptions } from "./gateway/plans/plans.ts";
import {
  type CompleteOptions,
  checkMethodOptions,
  type IdleOptions,
  readEnding,
  readSandboxOptions,
  readTimeout,
  type SandboxClientOptions,
  type SandboxFetchOptions,
  type SandboxListenOptions,
  type SandboxOptions,
  type SandboxServer,
  withOptions,
} from "./sandbox-options.ts";
import { type Answer, clientOptionsAt, serve } from "./serve.ts";

/** @internal Provides the gateway of a sandbox for `checkShop` and the command line. */
export const PARTS: unique symbol = Symbol.for("payments-client.sandbox.parts");

/** The address of a sandbox without a socket. */
const NO_SOCKET = "https://sandbox.invalid";

/**
 * A payment gateway on your own machine for development and tests, with the API, the customers' pages and the notifications.
 * It uses the client's models to check requests and the formats of the API reference to answer. It accepts only test cards
 * and moves no money.
 *
 * ```ts
 * const sandbox = new Sandbox();
 * const payments = new PaymentsClient(sandbox.clientOptions); // without a network
 * ```
 */
export class Sandbox {
  readonly #gateway: Gateway;
  readonly #fetch: Answer;

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
  get [PARTS](): Gateway {
    return this.#gateway;
  }

  /**
   * Answers a request without a socket.
   *
   * The host must be a name without a dot, an IP address, or a host in `clientOptions` or `publicUrl`. Otherwise the answer is
   * 403, also to web pages of another origin. The API answers 415 to bodies that are not `application/json`.
   */
  readonly fetch = async (request: Request, options?: SandboxFetchOptions): Promise<Response> =>
    this.#fetch(request, { publicUrl: options?.publicUrl, checkoutUrl: options?.checkoutUrl });

  /** Options for `new PaymentsClient(…)`, which then calls this sandbox without a network. */
  get clientOptions(): SandboxClientOptions & {
    /** Answers without a socket. */
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  } {
    return {
      ...clientOptionsAt(this.#gateway, NO_SOCKET),
      fetch: async (url, init) => {
        const answer = await this.fetch(new Request(url, init));
        if (answer.type === "error") throw new TypeError("fetch failed: the connection was closed");
        return answer;
      },
    };
  }

  /**
   * Listens for HTTP, by default on 127.0.0.1. Works on Node, Bun and Deno.
   *
   * With a `publicUrl` that is not on loopback, the sandbox posts to no private addresses except this machine's loopback, and
   * only `dashboardUrl` shows the dashboard.
   *
   * @throws ConfigurationError if `publicUrl` is not an http or https origin, or the sandbox has the default `secretKey`.
   * @throws Error with code `EADDRINUSE` if a port is in use. Its `port` is the port.
   */
  async listen(options?: SandboxListenOptions): Promise<SandboxServer> {
    checkMethodOptions("listen", options);
    return serve(this.#gateway, this.#fetch, options);
  }

  /**
   * Pays as a customer on the payment page, and confirms a 3-D Secure challenge. A declined payment is also a transaction.
   *
   * With `method`, the customer pays without a card. A wallet succeeds immediately. Any other method is `pending` until you call
   * {@link Sandbox.complete}, and the merchant is notified of both states.
   *
   * ```ts
   * const { uid } = await sandbox.pay(token, { method: "erip" });
   * await sandbox.complete(uid, { status: "successful" });
   * ```
   *
   * @param token Payment token, or the id of a product, whose payment link is then opened first.
   * @returns The transaction, after the merchant's server has answered the first notification.
   * @throws TypeError if `method` is not a string, or is used with `card`, `holder` or `saveCard`. RangeError if the card is not
   * a test card. Error named `NotPayableError` if the token cannot be paid, or does not allow the method or the card's brand.
   */
  async pay(token: string, options?: PayOptions): Promise<Transaction> {
    return withOptions("pay", options, (given) => payAsCustomer(this.#gateway, token, given, NO_SOCKET).paid);
  }

  /**
   * Ends a payment that is `pending`, a bill, or a payment that waits for a 3-D Secure challenge. After `failed`, the token can
   * be paid again if `attempts` allows it. For a permanent bill, each call makes another payment with the same `tracking_id`.
   *
   * @param uid The `uid` of the transaction.
   * @returns The transaction, after the merchant's server has answered the first notification.
   * @throws RangeError for another status. Error named `NotPayableError` if the transaction is unknown or does not wait, or its
   * token is expired.
   */
  async complete(uid: string, options: CompleteOptions): Promise<Transaction> {
    checkMethodOptions("complete", options);
    return whenNotified(await complete(this.#gateway, uid, readEnding(options)));
  }

  /**
   * Returns the money of a card payment to the customer, as a bank does after a dispute. The merchant is notified of the
   * chargeback, whose `parent_uid` is the payment.
   *
   * @param uid The `uid` of a payment or a capture.
   * @returns The chargeback, after the merchant's server has answered the first notification.
   * @throws Error named `NotPayableError` if the transaction is not a successful card payment, or has less than `amount` left.
   */
  async chargeBack(uid: string, options?: ChargeBackOptions): Promise<Transaction> {
    checkMethodOptions("chargeBack", options);
    return whenNotified(makeFollowUp(this.#gateway, { ...options, uid, type: "chargeback" }));
  }

  /**
   * Expires a payment token or a bill now and notifies the merchant.
   *
   * @param token Payment token, or `uid` of a bill.
   * @returns False if it cannot expire, because it is unknown, paid, used up or already expired.
   */
  async expire(token: string): Promise<boolean> {
    return expireOrder(this.#gateway, token);
  }

  /**
   * Runs an action of the dashboard and of the control API, such as a refund by the merchant's staff.
   *
   * ```ts
   * const { transaction } = await sandbox.act("refund", { uid, amount: 100 });
   * ```
   *
   * @param action The name of the action.
   * @param params Its parameters, as in the control API.
   * @returns The result in words, with its order, transaction and notification, after the merchant's server has answered.
   * Waits at most 31 seconds.
   * @throws RangeError if there is no such action. Error named `Refusal` or `NotPayableError` if a parameter is wrong, or the
   * action is not possible now.
   */
  async act<Name extends ActionName>(action: Name, params: ActionParams[Name]): Promise<ActionResult> {
    if (isNameIn(ACTIONS, action)) return ACTIONS[action].act(this.#gateway, params, NO_SOCKET);
    throw new RangeError(`act: there is no action ${action}. ${didYouMean(String(action), ACTION_NAMES)}`);
  }

  /** Returns the gateway's public key for `new Webhooks({ publicKey })`, as one line of base64 DER. */
  async publicKey(): Promise<string> {
    return (await this.#gateway.store.key.pair()).publicKey;
  }

  /**
   * Returns the headers of a notification with this body, which are the shop's credentials and the `Content-Signature`, for unit
   * tests of your handler.
   *
   * @param body The bytes that you post, or their text. Another type is a TypeError.
   */
  async sign(body: string | Uint8Array): Promise<Record<string, string>> {
    if (typeof body !== "string" && !(body instanceof Uint8Array))
      throw new TypeError("sign: body must be the text or the bytes that you post");
    return signedHeaders(this.#gateway, body);
  }

  /** All posts to the merchant's server, oldest first. */
  get deliveries(): Delivery[] {
    return [...this.#gateway.store.deliveries.values()];
  }

  /**
   * The newest 1000 API calls, oldest first, including refused and failed calls. `state()` does not contain them, and
   * `onChange` does not report them.
   */
  get requests(): ApiCall[] {
    return Array.from(this.#gateway.journal.calls.values(), toApiCall);
  }

  /** Calls back after each API call, and ignores errors of the listener. Returns a function that removes the listener. */
  onRequest(listener: (call: ApiCall) => void): () => void {
    const { journal } = this.#gateway;
    return journal.subscribe(({ kind, id }) => {
      const call = kind === "call" ? journal.calls.get(id ?? "") : undefined;
      if (call) listener(toApiCall(call));
    });
  }

  /**
   * Posts a delivery again now.
   *
   * @returns The delivery, after the merchant's server has answered.
   * @throws RangeError if there is no delivery with this id.
   */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = await redeliver(this.#gateway, id);
    if (!delivery) throw new RangeError("redeliver: there is no delivery with this id");
    return delivery;
  }

  /**
   * Sets the handler of all later notifications, for example if the handler needs the sandbox's public key.
   *
   * @throws TypeError if `deliver` is not a function.
   */
  deliverTo(deliver: Deliver): void {
    if (typeof deliver !== "function") throw new TypeError("deliverTo: deliver must be a function");
    this.#gateway.deliver = deliver;
  }

  /**
   * Resolves when every notification was answered with 200 or will not be repeated. Waits for repeats and late notifications,
   * but not for notifications of a loaded `state`. Without a 200, repeats last for a day and a half, divided by `speed`.
   *
   * @param options `timeout` is the maximum time in milliseconds. Default: 10000.
   * @throws RangeError if `timeout` is not an integer of 1 or more.
   * @throws Error after the timeout. The message lists the remaining notifications with their addresses and last answers.
   */
  async idle(options?: IdleOptions): Promise<void> {
    checkMethodOptions("idle", options);
    return whenAnswered(this.#gateway, readTimeout(options));
  }

  /** Returns the state as JSON, for `new Sandbox({ state })`. It does not contain the secret key. */
  async state(): Promise<SandboxState> {
    return toState(this.#gateway.store);
  }

  /** Calls back after each change of `state()`, and ignores errors of the listener. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    return this.#gateway.journal.subscribe(({ kind }) => {
      if (kind === "answer" || kind === "state") listener();
    });
  }

  /**
   * Makes the next API requests fail, so that you can test your code: `sandbox.failNext({ status: 503, times: 2 })`.
   *
   * @throws RangeError if `status` is not from 400 to 599 or `times` is less than 1.
   */
  failNext(options: FailNextOptions): void {
    withOptions("failNext", options, (given) => ACTIONS["plan-calls"].begin(this.#gateway, given));
  }

  /**
   * Disturbs the next notifications, so that you can test your code: `sandbox.disturbNext({ notification: "lost" })`.
   *
   * @throws RangeError if `notification` is unknown, `times` is less than 1, or `delayMs` is less than 0.
   */
  disturbNext(options: DisturbNextOptions): void {
    withOptions("disturbNext", options, (given) => ACTIONS["plan-notifications"].begin(this.#gateway, given));
  }
}
