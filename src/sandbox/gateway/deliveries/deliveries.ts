import type { Clock } from "../clock.ts";
import { randomHex } from "../random-hex.ts";
import { type Delivery, type DeliveryAnswer, headersOf, WAITS } from "./delivery.ts";
import type { SigningKey } from "./signing-key.ts";

/** Posts a request to a merchant's server. */
export type Deliver = (request: Request) => Promise<Response>;

/** The content, URL and payment token of a delivery. */
export type Post = Pick<Delivery, "type" | "url" | "token"> & { readonly body: unknown };

/** Timeout of a post, in milliseconds. */
const TIMEOUT = 30_000;

/** How many characters of a response are stored. The response to a verification is parsed, so it is stored whole. */
const ANSWER_KEPT: Readonly<Record<Delivery["type"], number>> = {
  transaction: 2000,
  checkout: 2000,
  verification: 1_048_576,
};

interface Dependencies {
  readonly records: Map<string, Delivery>;
  readonly clock: Clock;
  readonly key: SigningKey;
  readonly authorization: string;
  readonly deliver: Deliver;
  readonly emitChange: () => void;
}

/** The posts to the merchant: signed, and repeated until the response is 200. */
export class Deliveries {
  readonly #records: Map<string, Delivery>;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#records = dependencies.records;
    for (const delivery of this.#records.values()) this.#resume(delivery);
  }

  list(): Delivery[] {
    return [...this.#records.values()];
  }

  /**
   * Posts for the first time. The delivery is stored synchronously, before it is signed, so a saved state with the payment
   * always has its notification.
   *
   * @returns the delivery after the response; it never rejects.
   */
  async post({ body: content, ...post }: Post): Promise<Delivery> {
    const body = JSON.stringify(content);
    return this.#attempt({ ...post, id: randomHex(8), body, signature: "", attempts: 0, answers: [] });
  }

  /** Posts again now; undefined if there is no such delivery. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    const delivery = this.#records.get(id);
    return delivery && this.#attempt(delivery);
  }

  /** Resumes after a restart: a notification without a response is posted again, a verification is not. */
  #resume(delivery: Delivery): void {
    const { type, answers, attempts } = delivery;
    if (type !== "verification" && answers.length < attempts)
      void this.#attempt({ ...delivery, attempts: answers.length });
    else this.#plan(delivery);
  }

  /** Reads the delivery again after the response: a concurrent post may have changed it. */
  async #attempt(before: Delivery): Promise<Delivery> {
    this.#keep({ ...before, attempts: before.attempts + 1, nextAttemptAt: undefined });
    const answer = await this.#send(before);
    const now = this.#records.get(before.id) ?? before;
    const after = { ...now, status: answer.status, answers: [...now.answers, answer] };
    const wait = WAITS[after.type][after.attempts - 1];
    const isDone = answer.status === 200 || wait === undefined;
    const { clock } = this.#dependencies;
    const start = clock.now();
    const next = isDone ? undefined : clock.shortened(start, new Date(start.getTime() + wait));
    const delivery = { ...after, nextAttemptAt: next?.toISOString() };
    this.#keep(delivery);
    this.#plan(delivery);
    return delivery;
  }

  /** The headers of a post with this body. */
  async sign(body: string | Uint8Array): Promise<Record<string, string>> {
    return this.#headersOf(await this.#dependencies.key.sign(body));
  }

  #headersOf(signature: string): Record<string, string> {
    return { ...headersOf(signature), authorization: this.#dependencies.authorization };
  }

  async #signatureOf(delivery: Delivery): Promise<string> {
    if (delivery.signature !== "") return delivery.signature;
    const signature = await this.#dependencies.key.sign(delivery.body);
    this.#keep({ ...(this.#records.get(delivery.id) ?? delivery), signature });
    return signature;
  }

  #keep(delivery: Delivery): void {
    this.#records.set(delivery.id, delivery);
    this.#dependencies.emitChange();
  }

  #plan({ id, nextAttemptAt, attempts }: Delivery): void {
    if (nextAttemptAt === undefined) return;
    this.#dependencies.clock.at(new Date(nextAttemptAt), () => {
      const delivery = this.#records.get(id);
      if (delivery?.nextAttemptAt === nextAttemptAt && delivery.attempts === attempts) {
        void this.#attempt(delivery);
      }
    });
  }

  async #send(delivery: Delivery): Promise<DeliveryAnswer> {
    const at = this.#dependencies.clock.now().toISOString();
    try {
      const request = new Request(delivery.url, {
        method: "POST",
        headers: this.#headersOf(await this.#signatureOf(delivery)),
        body: delivery.body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const response = await this.#dependencies.deliver(request);
      return {
        at,
        status: response.status,
        body: (await response.text()).slice(0, ANSWER_KEPT[delivery.type]),
      };
    } catch (error) {
      return { at, error: reasonOf(error) };
    }
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
