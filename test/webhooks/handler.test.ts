import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookError, type WebhookErrorReason } from "../../src/index.ts";
import {
  expectPayment,
  type HandlerOptions,
  type Payable,
  type PaymentHandlers,
  Webhooks,
} from "../../src/webhooks.ts";
import { everythingShownBy, unhandledRejectionsDuring } from "../client/calls.ts";
import { everything } from "../support/handlers.ts";
import { expectNoOutput } from "../support/no-output.ts";
import {
  AUTHORIZATION,
  accept,
  bySignature,
  EXPIRED,
  filledTo,
  headersFor,
  MEBIBYTE,
  PRIVATE,
  post,
  postStream,
  publicKey,
  quiet,
  shop,
  streamed,
  TRANSACTION,
} from "./notifications.ts";

const failure = new Error("The database is down");

const fail = (): never => {
  throw failure;
};

const never = () => new Promise(() => undefined);

/** As code that verifies by hand may throw it. */
const ofAnotherOrder: PaymentHandlers<Payable>["test"] = ({ transaction }) =>
  expectPayment(transaction ?? expect.unreachable(), {
    amount: 1,
    currency: "EUR",
    trackingId: "order-1007",
    test: true,
  });

/** A notification with some other headers than the gateway's own. */
const postWith = (headers: Record<string, string>, body = TRANSACTION): Request =>
  post(body, { ...headersFor(body), ...headers });

const ofMethod = (method: string, body?: string): Request =>
  new Request("https://shop.example/notify", { method, headers: headersFor(body ?? ""), body: body ?? null });

async function readBefore(): Promise<Request> {
  const request = post(TRANSACTION);
  await request.json();
  return request;
}

const large = filledTo(MEBIBYTE, TRANSACTION);
const tooLarge = filledTo(MEBIBYTE + 1, TRANSACTION);

const tooShort = { ...headersFor(tooLarge), "content-length": "10" };
const brokenOff = () => new ReadableStream({ pull: (to) => to.error(failure) });

const posted = () => post(TRANSACTION);

const ownError = (reason: WebhookErrorReason) => () =>
  Promise.reject(new WebhookError(reason, "from another gateway"));

/**
 * The status of the response; what `onError` receives, if that is known: a `WebhookError` with this reason, or this very
 * error; the request, and the merchant's callbacks.
 */
type Row = [
  status: number,
  reported: WebhookErrorReason | Error | undefined,
  what: string,
  request: () => Request | Promise<Request>,
  handlers?: Partial<PaymentHandlers<Payable>>,
];

const rows: readonly Row[] = [
  [200, undefined, "an accepted transaction", posted],
  [200, undefined, "an expired token", () => post(EXPIRED)],
  [200, undefined, "a body in chunks", () => streamed(TRANSACTION)],
  [
    200,
    undefined,
    "a mebibyte",
    () => post(large, { ...headersFor(large), "content-length": `${MEBIBYTE}` }),
  ],
  [200, undefined, "a slow callback", posted, { ...everything(() => wait(30)), timeout: 5_000 }],
  [400, "body", "text", () => post("kim@example.com")],
  [400, "body", "JSON that is not a notification", () => post('{"KIM MULLER":1}')],
  [400, "body", "an empty body", () => post("")],
  [400, "body", "no body", () => ofMethod("POST")],
  [401, "signature", "no signature", () => post(TRANSACTION, { authorization: AUTHORIZATION })],
  [401, "signature", "the signature of another body", () => post(TRANSACTION, headersFor(EXPIRED))],
  [401, "credentials", "another shop's credentials", () => postWith({ authorization: "Basic eDp5" })],
  ...["GET", "HEAD", "PUT"].map((name): Row => [405, undefined, name, () => ofMethod(name)]),
  [413, undefined, "a mebibyte and a byte", () => post(tooLarge)],
  [413, undefined, "a mebibyte and a byte in chunks", () => streamed(tooLarge)],
  [413, undefined, "more than its content-length", () => streamed(tooLarge, tooShort)],
  [413, undefined, "a longer content-length", () => postWith({ "content-length": `${MEBIBYTE + 1}` })],
  [500, failure, "a callback that throws", posted, { test: fail }],
  [500, failure, "one that rejects", () => post(EXPIRED), { expired: () => Promise.reject(failure) }],
  [500, failure, "a body that broke off", () => postStream(brokenOff())],
  [500, undefined, "a callback over the timeout", posted, { test: never, timeout: 20 }],
  [500, "mismatch", "a transaction of another order", posted, { test: ofAnotherOrder }],
  [500, "credentials", "a callback's own refusal", posted, { test: ownError("credentials") }],
  [500, "body", "a body that was read before", readBefore],
];

describe("the gateway gets", () => {
  expectNoOutput();

  test.each(rows)("%d (%s) for %s", async (status, reported, _what, request, handlers) => {
    const errors: unknown[] = [];
    const callback = vi.fn();
    const onError = (error: unknown) => errors.push(error);
    const handle = bySignature.handler({ ...everything(callback), onError, ...handlers });
    const response = await handle(await request());
    expect(response.status).toBe(status);

    const said = `${await response.text()}${[...response.headers].join()}${response.statusText}`;
    expect(said).toBe(status === 405 ? "allow,POST" : "");

    if (!handlers) expect(callback).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
    expect(errors).toHaveLength(status === 200 || status === 405 ? 0 : 1);
    if (reported instanceof Error) expect(errors[0]).toBe(reported);
    else if (reported) expect(errors[0]).toMatchObject({ name: "WebhookError", reason: reported });
    for (const shown of PRIVATE) expect(everythingShownBy(errors)).not.toContain(shown);
  });
});

test("a verification over the timeout is a 500, and no callback is called later", async () => {
  // As in a runtime that has only WebCrypto.
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  const verified = Promise.withResolvers<boolean>();
  vi.spyOn(crypto.subtle, "verify").mockReturnValueOnce(verified.promise);
  const callback = vi.fn();
  const webhooks = new Webhooks({ ...shop, publicKey });
  const handle = webhooks.handler({ ...everything(callback), onError: () => undefined, timeout: 20 });
  expect((await handle(posted())).status).toBe(500);
  verified.resolve(true);
  await wait(0);
  expect(callback).not.toHaveBeenCalled();
});

describe("onError", () => {
  test.each<[string, NonNullable<HandlerOptions["onError"]>]>([
    ["throws", fail],
    ["rejects", () => Promise.reject(failure)],
    ["returns its own response", () => new Response("kim@example.com", { status: 200 })],
  ])("has no effect on the response if it %s", async (_what, onError) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      const handle = bySignature.handler({ onError, ...everything(fail) });
      for (const [request, status] of [
        [post(TRANSACTION), 500],
        [post(TRANSACTION, {}), 401],
        [post("[]"), 400],
        [post(tooLarge), 413],
      ] as const) {
        const response = await handle(request);
        expect(response.status).toBe(status);
        expect(await response.text()).toBe("");
      }
    });
    expect(unhandled).toStrictEqual([]);
  });

  test("does not delay the response if it never settles", async () => {
    const handle = bySignature.handler({ onError: never, ...everything(fail), timeout: 20 });
    expect((await handle(post(TRANSACTION))).status).toBe(500);
  });
});

describe("a callback over the timeout", () => {
  test.each<[string, (late: PromiseWithResolvers<void>) => void]>([
    ["finishes", ({ resolve }) => resolve()],
    ["rejects", ({ reject }) => reject(failure)],
  ])("causes one 500, even if it %s later", async (_how, end) => {
    const onError = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const late = Promise.withResolvers<void>();
      const handle = bySignature.handler({ ...everything(() => late.promise), onError, timeout: 20 });
      const response = await handle(post(TRANSACTION));
      end(late);
      await wait(10);
      expect(response.status).toBe(500);
    });
    expect(unhandled).toStrictEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  describe("on a mocked clock", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });

    test("has 10 seconds by default", async () => {
      const isCalled = Promise.withResolvers<void>();
      const otherwise = () => {
        isCalled.resolve();
        return never();
      };
      const settled = vi.fn();
      const answer = bySignature
        .handler({ ...quiet, ...everything(otherwise) })(post(TRANSACTION))
        .finally(settled);
      await isCalled.promise;
      await vi.advanceTimersByTimeAsync(9_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect((await answer).status).toBe(500);
    });

    test("leaves no timer running after a fast callback", async () => {
      const handle = bySignature.handler({ ...quiet, expired: fail });
      expect((await handle(post(TRANSACTION))).status).toBe(200);
      expect((await handle(post(EXPIRED))).status).toBe(500);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});

/** How a stream of a framework acts when it is cancelled, such as that of h3: its next chunk would end the process. */
const crashing = () => vi.fn(() => Promise.reject(failure));

describe("a body above the limit", () => {
  const SIZE = 20 * MEBIBYTE;
  const large = (headers = headersFor("")) => {
    const chunk = new Uint8Array(65_536).fill(32);
    const [cancel, received] = [crashing(), Promise.withResolvers<void>()];
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        read += chunk.byteLength;
        controller.enqueue(chunk);
        if (read < SIZE) return;
        controller.close();
        received.resolve();
      },
      cancel,
    });
    return { request: postStream(body, headers), read: () => read, cancel, received: received.promise };
  };

  test.each<[string, Record<string, string>, number]>([
    ["at the limit", {}, 2 * MEBIBYTE],
    ["at once if its content-length is too large", { "content-length": `${MEBIBYTE + 1}` }, MEBIBYTE],
  ])("is refused %s, and the rest is received and dropped", async (_, headers, most) => {
    const { request, read, cancel, received } = large({ ...headersFor(""), ...headers });
    expect((await bySignature.handler(quiet)(request)).status).toBe(413);
    expect(read()).toBeLessThan(most);
    await received;
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe("the timeout includes reading the body", () => {
  /** A transaction whose rest arrives after `finish`. */
  const slow = () => {
    const bytes = new TextEncoder().encode(TRANSACTION);
    const rest = Promise.withResolvers<void>();
    const cancelled = crashing();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, 100)),
      pull: async (controller) => {
        await rest.promise;
        controller.enqueue(bytes.subarray(100));
        controller.close();
      },
      cancel: cancelled,
    });
    return { request: postStream(body), finish: rest.resolve, cancelled };
  };

  test("a body that is late causes a 500 in time, its rest is received, and no callback is called for it", async () => {
    const { request, finish, cancelled } = slow();
    const [otherwise, onError] = [vi.fn(), vi.fn()];
    const unhandled = await unhandledRejectionsDuring(async () => {
      const response = await bySignature.handler({ ...everything(otherwise), onError, timeout: 30 })(request);
      expect(response.status).toBe(500);
      finish();
      await wait(20);
    });
    expect(unhandled).toStrictEqual([]);
    expect(cancelled).not.toHaveBeenCalled();
    expect(otherwise).not.toHaveBeenCalled();
    expect(onError.mock.calls).toMatchObject([[{ message: "The request took longer than 30 ms" }]]);
  });
});

test.each<[object, string]>([
  ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].map((timeout): [object, string] => [
    { timeout },
    "timeout must be an integer of milliseconds, 1 to 2147483647",
  ]),
  [{ onError: "log" }, "onError must be a function"],
])("%j is a configuration error", (options, message) => {
  const handler = () => bySignature.handler({ ...accept, ...options });
  expect(handler).toThrow(new ConfigurationError(message));
});

test.each([1, 2_147_483_647])("a timeout of %d is taken", (timeout) => {
  expect(() => bySignature.handler({ ...accept, timeout })).not.toThrow();
});
