import { Changes } from "../changes.ts";
import type { Clock } from "../clock.ts";
import { parseJson } from "../input/parse-json.ts";
import { randomHex } from "../random-hex.ts";
import { type Delivery, type DeliveryAnswer, type Disturbance, headersOf } from "../records/delivery.ts";
import type { Store } from "../records/store.ts";
import { type Disturbances, type Disturbed, disturbedBody, isChange, isPostedOnce } from "./disturbances.ts";
import { waitBefore } from "./repeats.ts";

/** Posts a request to a merchant's server. */
export type Deliver = (request: Request) => Promise<Response>;

export const deliverByFetch: Deliver = (request) => fetch(request);

/** The content, URL and payment token of a delivery. */
export type Post = Pick<Delivery, "type" | "url" | "token"> & { readonly body: unknown };

/** How a delivery is sent again. */
export interface SendAgainOptions {
  /** How it is disturbed. Default: sent as it was. */
  readonly as?: Disturbance | undefined;
  /** For `late`, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Another body, which is signed. */
  readonly body?: string | undefined;
}

/** Timeout of a post, in milliseconds. */
const TIMEOUT = 30_000;

/** Characters of a response that are read. */
const MAX_ANSWER = 2000;

/** The response to a verification is parsed, so more of it is read. */
const MAX_VERIFICATION = 1_048_576;

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly authorization: string;
  readonly disturbances: Disturbances;
  readonly deliver: Deliver | undefined;
  readonly emitChange: () => void;
}

/** Why a notification that `disturbNext` lost has no response. */
const LOST = "lost, as disturbNext asked";

/** The posts to the merchant: signed, and repeated until the response is 200. */
export class Deliveries {
  /** The merchant's own way of posting, if there is one. */
  custom: Deliver | undefined;
  /** How posts are sent otherwise. */
  standard: Deliver = deliverByFetch;
  /** Throws where nothing may be posted to. Set if the sandbox has a public address. */
  checkUrl: ((url: string) => Promise<void>) | undefined;
  /** Emits each delivery after its response. */
  readonly answered = new Changes<Delivery>();
  /** Payment tokens whose notifications are lost. */
  readonly silenced = new Set<string>();
  readonly #records: Map<string, Delivery>;
  readonly #dependencies: Dependencies;
  /** Identifiers of the notifications that follow the next one. */
  #held: string[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#records = dependencies.store.deliveries;
    this.custom = dependencies.deliver;
    const ids = [...this.#records.keys()];
    // A sandbox that listens at once sets `checkUrl` first.
    if (ids.length > 0) setTimeout(() => this.#resume(ids));
  }

  get deliver(): Deliver {
    return this.custom ?? this.standard;
  }

  list(): Delivery[] {
    return [...this.#records.values()];
  }

  /**
   * Posts for the first time. The delivery is stored synchronously, before it is signed, so a saved state with the payment
   * always has its notification.
   *
   * @returns the delivery after the response, or at once where it is not posted now; it never rejects.
   */
  async post({ body: content, ...post }: Post): Promise<Delivery> {
    const { clock } = this.#dependencies;
    const { notification: disturbance, delayMs = 0 } = this.#disturbanceOf(post, content) ?? {};
    const body = JSON.stringify(disturbedBody(content, disturbance));
    const id = randomHex(8);
    const delivery = { ...post, id, body, signature: "", disturbance, attempts: 0, answers: [] };
    if (disturbance === "lost") {
      const answers = [{ at: clock.now().toISOString(), error: LOST }];
      return this.#emitAnswered({ ...delivery, attempts: 1, answers });
    }
    if (disturbance === "late" || disturbance === "reordered") {
      if (disturbance === "reordered") this.#held.push(id);
      const nextAttemptAt = new Date(clock.now().getTime() + delayMs).toISOString();
      return this.#plan(this.#keep({ ...delivery, nextAttemptAt }));
    }
    const posted = this.#attempt(delivery);
    const again = disturbance === "twice" ? this.redeliver(id) : undefined;
    const answered = (await again) ?? (await posted);
    await posted;
    await this.#release();
    return answered;
  }

  #disturbanceOf({ type, token }: Omit<Post, "body">, content: unknown): Disturbed | undefined {
    if (this.silenced.has(token)) return { notification: "lost", delayMs: 0 };
    return type === "verification" ? undefined : this.#dependencies.disturbances.next(content);
  }

  /** Posts the notifications that waited for another one. */
  async #release(): Promise<void> {
    const records = this.#held.splice(0).map((id) => this.#records.get(id));
    for (const record of records) if (record?.attempts === 0) await this.#attempt(record);
  }

  /** Posts again now; undefined if there is no such delivery. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    const delivery = this.#records.get(id);
    return delivery && this.#attempt(delivery);
  }

  /**
   * Posts again: as it was, late, or twice at once. With changes, it is a delivery of its own, signed like any other. What
   * is planned for new notifications stays planned.
   *
   * @returns undefined if there is no such delivery.
   */
  async sendAgain(id: string, { as, body, delayMs = 0 }: SendAgainOptions): Promise<Delivery | undefined> {
    const delivery = this.#records.get(id);
    if (!delivery) return undefined;
    if (body !== undefined || (as && isChange(as))) {
      const { type, url, token } = delivery;
      const changed = body ?? JSON.stringify(disturbedBody(parseJson(delivery.body), as));
      const copy = { type, url, token, copyOf: id, id: randomHex(8), body: changed, disturbance: as };
      return this.#attempt({ ...copy, signature: "", attempts: 0, answers: [] });
    }
    if (as === "late") {
      const nextAttemptAt = new Date(this.#dependencies.clock.now().getTime() + delayMs).toISOString();
      return this.#plan(this.#keep({ ...delivery, nextAttemptAt }));
    }
    const second = as === "twice" ? this.#attempt(delivery) : undefined;
    const answered = await this.redeliver(id);
    return (await second) ?? answered;
  }

  /** Resumes after a restart: a notification without a response is posted again, a verification is not. */
  #resume(ids: readonly string[]): void {
    for (const delivery of ids.flatMap((id) => this.#records.get(id) ?? [])) {
      const { type, answers, attempts } = delivery;
      if (type !== "verification" && answers.length < attempts)
        void this.#attempt({ ...delivery, attempts: answers.length });
      else this.#plan(delivery);
    }
  }

  /** Reads the delivery again after the response: a concurrent post may have changed it. */
  async #attempt(before: Delivery): Promise<Delivery> {
    this.#keep({ ...before, attempts: before.attempts + 1, nextAttemptAt: undefined });
    const answer = await this.#send(before);
    const now = this.#records.get(before.id);
    // It was deleted while the merchant's server answered.
    if (!now) return { ...before, status: answer.status, answers: [...before.answers, answer] };
    const after = { ...now, status: answer.status, answers: [...now.answers, answer] };
    const wait = waitBefore(after.type, after.attempts);
    const isOnce = isPostedOnce(after.disturbance) || after.copyOf !== undefined;
    const isDone = answer.status === 200 || wait === undefined || isOnce;
    const { clock } = this.#dependencies;
    const next = isDone ? undefined : clock.endOf(clock.now(), wait);
    return this.#plan(this.#emitAnswered({ ...after, nextAttemptAt: next?.toISOString() }));
  }

  /** The headers of a post with this body, with names in lower case, as servers see them. */
  async sign(body: string | Uint8Array): Promise<Record<string, string>> {
    const signature = await this.#dependencies.store.key.sign(body);
    return Object.fromEntries(new Headers(headersOf(signature, this.#dependencies.authorization)));
  }

  async #signatureOf(delivery: Delivery): Promise<string> {
    if (delivery.signature !== "") return delivery.signature;
    const isWrong = delivery.disturbance === "wrong_signature";
    const signature = await this.#dependencies.store.key.sign(isWrong ? `${delivery.body} ` : delivery.body);
    const now = this.#records.get(delivery.id);
    if (now) this.#keep({ ...now, signature });
    return signature;
  }

  #keep(delivery: Delivery): Delivery {
    this.#records.set(delivery.id, delivery);
    this.#dependencies.emitChange();
    return delivery;
  }

  #emitAnswered(delivery: Delivery): Delivery {
    this.#keep(delivery);
    this.answered.emitChange(delivery);
    return delivery;
  }

  #plan(planned: Delivery): Delivery {
    const { id, nextAttemptAt, attempts } = planned;
    if (nextAttemptAt === undefined) return planned;
    this.#dependencies.clock.at(new Date(nextAttemptAt), () => {
      const delivery = this.#records.get(id);
      if (delivery?.nextAttemptAt === nextAttemptAt && delivery.attempts === attempts) {
        void this.#attempt(delivery);
      }
    });
    return planned;
  }

  async #send(delivery: Delivery): Promise<DeliveryAnswer> {
    const { authorization } = this.#dependencies;
    const headers = this.#signatureOf(delivery).then((signature) => headersOf(signature, authorization));
    const maximum = delivery.type === "verification" ? MAX_VERIFICATION : MAX_ANSWER;
    return this.postOnce(delivery.url, headers, delivery.body, maximum);
  }

  /** Posts to the merchant's server, without a record. It never rejects. */
  async postOnce(
    url: string,
    headers: Promise<Record<string, string>>,
    body: string,
    maximum = MAX_ANSWER,
  ): Promise<DeliveryAnswer> {
    const at = this.#dependencies.clock.now().toISOString();
    const signal = AbortSignal.timeout(TIMEOUT);
    const ended = new AbortController();
    const exchange = async (): Promise<DeliveryAnswer> => {
      await this.checkUrl?.(url);
      const request = new Request(url, {
        method: "POST",
        headers: await headers,
        body,
        redirect: "manual",
        signal,
      });
      const response = await this.deliver(request);
      return { at, status: response.status, body: await readStart(response, maximum) };
    };
    try {
      return await Promise.race([exchange(), rejectOn(signal, ended.signal)]);
    } catch (error) {
      return { at, error: reasonOf(error) };
    } finally {
      ended.abort();
    }
  }
}

/** A `deliver` may ignore the signal. A listener that stays after the end would keep a process of Deno from exiting. */
const rejectOn = (signal: AbortSignal, ended: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: ended }),
  );

/** The first characters of a response; the rest is not received. */
async function readStart({ body }: Response, maximum: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < maximum) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  reader?.cancel().catch(() => undefined);
  return text.slice(0, maximum);
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
