import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { expectPayment, type NotificationHandlers } from "../../src/webhooks/index.ts";
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { everythingShownBy, unhandledRejectionsDuring } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  byCredentials,
  bySignature,
  EXPIRED,
  filledTo,
  headersFor,
  MEBIBYTE,
  PRIVATE,
  post,
  quiet,
  signatureOf,
  streamed,
  TRANSACTION,
} from "./notifications.ts";

const failure = new Error("The database is down");

const fail = (): never => {
  throw failure;
};

const address = "https://shop.example/notify";

/** A request, the merchant's callbacks, and the status of the response. */
interface Case {
  readonly what: string;
  readonly status: number;
  readonly request: () => Request;
  readonly handlers?: NotificationHandlers;
  /** The reason of the `WebhookError` that `onError` receives, if any. */
  readonly reason?: string;
}

const cases: readonly Case[] = [
  { what: "an accepted transaction", status: 200, request: () => post(TRANSACTION) },
  { what: "an expired token", status: 200, request: () => post(EXPIRED) },
  { what: "a body in chunks", status: 200, request: () => streamed(TRANSACTION) },
  {
    what: "a transaction without a callback",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: undefined, onCheckout: fail },
  },
  {
    what: "a token without a callback",
    status: 200,
    request: () => post(EXPIRED),
    handlers: { onTransaction: fail, onCheckout: undefined },
  },
  {
    what: "a callback that returns a value",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => new Response("kim@example.com", { status: 418 }) },
  },
  {
    what: "a slow callback within the timeout",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => wait(30), timeout: 5_000 },
  },
  {
    what: "a content-length that is not a number",
    status: 200,
    request: () => post(TRANSACTION, { ...headersFor(TRANSACTION), "content-length": "much" }),
  },
  {
    what: "no signature",
    status: 401,
    reason: "signature",
    request: () => post(TRANSACTION, { authorization: AUTHORIZATION }),
  },
  {
    what: "the signature of another body",
    status: 401,
    reason: "signature",
    request: () => post(TRANSACTION, headersFor(EXPIRED)),
  },
  {
    what: "a truncated signature",
    status: 401,
    reason: "signature",
    request: () => post(TRANSACTION, { "content-signature": signatureOf(TRANSACTION).slice(0, -1) }),
  },
  {
    what: "another shop's credentials",
    status: 401,
    reason: "credentials",
    request: () => post(TRANSACTION, { ...headersFor(TRANSACTION), authorization: "Basic eDp5" }),
  },
  { what: "text", status: 400, reason: "body", request: () => post("kim@example.com") },
  {
    what: "JSON that is not a notification",
    status: 400,
    reason: "body",
    request: () => post('{"KIM MULLER":1}'),
  },
  { what: "an array", status: 400, reason: "body", request: () => post("[]") },
  { what: "an empty body", status: 400, reason: "body", request: () => post("") },
  {
    what: "no body",
    status: 400,
    reason: "body",
    request: () => new Request(address, { method: "POST", headers: headersFor("") }),
  },
  ...["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map(
    (method): Case => ({
      what: method,
      status: 405,
      request: () => new Request(address, { method, headers: headersFor(TRANSACTION) }),
    }),
  ),
  {
    what: "PUT of a notification",
    status: 405,
    request: () =>
      new Request(address, { method: "PUT", headers: headersFor(TRANSACTION), body: TRANSACTION }),
  },
  { what: "a mebibyte", status: 200, request: () => post(filledTo(MEBIBYTE, TRANSACTION)) },
  { what: "a mebibyte in chunks", status: 200, request: () => streamed(filledTo(MEBIBYTE, TRANSACTION)) },
  { what: "a mebibyte and a byte", status: 413, request: () => post(filledTo(MEBIBYTE + 1, TRANSACTION)) },
  {
    what: "a mebibyte and a byte in chunks",
    status: 413,
    request: () => streamed(filledTo(MEBIBYTE + 1, TRANSACTION)),
  },
  {
    what: "a mebibyte and a byte with a shorter content-length",
    status: 413,
    request: () => {
      const body = filledTo(MEBIBYTE + 1, TRANSACTION);
      return streamed(body, { ...headersFor(body), "content-length": "10" });
    },
  },
  {
    what: "a content-length over a mebibyte",
    status: 413,
    request: () => post(TRANSACTION, { ...headersFor(TRANSACTION), "content-length": `${MEBIBYTE + 1}` }),
  },
  {
    what: "a body that is too large and not signed",
    status: 413,
    request: () => post(filledTo(MEBIBYTE + 1, TRANSACTION), { "content-type": "application/json" }),
  },
  {
    what: "a callback that throws",
    status: 500,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: fail },
  },
  {
    what: "a callback that rejects",
    status: 500,
    request: () => post(EXPIRED),
    handlers: { onCheckout: () => Promise.reject(failure) },
  },
  {
    what: "a callback that throws undefined",
    status: 500,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => Promise.reject(undefined) },
  },
  {
    what: "a callback over the timeout",
    status: 500,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => new Promise(() => undefined), timeout: 20 },
  },
  {
    what: "a transaction of another order",
    status: 500,
    reason: "mismatch",
    request: () => post(TRANSACTION),
    handlers: {
      onTransaction: (_transaction, notification) =>
        expectPayment(notification, { amount: 1, currency: "EUR", trackingId: "order-1007", test: true }),
    },
  },
  ...(["credentials", "signature", "body"] as const).map(
    (reason): Case => ({
      what: `a callback that throws its own WebhookError for ${reason}`,
      status: 500,
      reason,
      request: () => post(TRANSACTION),
      handlers: {
        onTransaction: () => {
          throw new WebhookError(reason, "from another gateway");
        },
      },
    }),
  ),
  {
    what: "a body that broke off",
    status: 500,
    request: () =>
      new Request(address, {
        method: "POST",
        headers: headersFor(TRANSACTION),
        duplex: "half",
        body: new ReadableStream({ pull: (controller) => controller.error(failure) }),
      }),
  },
];

const consoleMethods = ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const;

describe("the gateway gets", () => {
  beforeEach(() => {
    for (const method of consoleMethods) vi.spyOn(console, method).mockImplementation(() => undefined);
    vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each(cases)("$status for $what", async ({ status, request, handlers, reason }) => {
    const errors: unknown[] = [];
    const handle = bySignature.handler({
      onTransaction: () => undefined,
      onCheckout: () => undefined,
      onError: (error) => errors.push(error),
      ...handlers,
    });
    const response = await handle(request());
    expect(response.status).toBe(status);
    expect(response.headers.get("allow")).toBe(status === 405 ? "POST" : null);

    const said = `${await response.text()}${[...response.headers].join()}${response.statusText}`;
    expect(said).toBe(status === 405 ? "allow,POST" : "");
    for (const method of consoleMethods) expect(console[method]).not.toHaveBeenCalled();
    expect(process.emitWarning).not.toHaveBeenCalled();

    expect(errors).toHaveLength(status === 200 || status === 405 ? 0 : 1);
    if (reason) expect(errors[0]).toMatchObject({ name: "WebhookError", reason });
    for (const shown of PRIVATE) expect(everythingShownBy(errors)).not.toContain(shown);
  });
});

describe("a callback", () => {
  test("gets the transaction and the notification", async () => {
    const [onTransaction, onCheckout, onError] = [vi.fn(), vi.fn(), vi.fn()];
    await bySignature.handler({ onTransaction, onCheckout, onError })(post(TRANSACTION));
    const notification = { type: "transaction", transaction: transaction.transaction, raw: transaction };
    expect(onTransaction.mock.calls).toStrictEqual([[transaction.transaction, notification]]);
    expect(onCheckout).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  test("gets the status of the token and the notification", async () => {
    const [onTransaction, onCheckout, onError] = [vi.fn(), vi.fn(), vi.fn()];
    await byCredentials.handler({ onTransaction, onCheckout, onError })(post(EXPIRED));
    expect(onCheckout.mock.calls).toStrictEqual([
      [expired, { type: "checkout", checkout: expired, raw: expired }],
    ]);
    expect(onTransaction).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  test.each(cases.filter(({ status }) => [400, 401, 405, 413].includes(status)))(
    "is not called for $what",
    async ({ request }) => {
      const callback = vi.fn();
      await bySignature.handler({ ...quiet, onTransaction: callback, onCheckout: callback })(request());
      expect(callback).not.toHaveBeenCalled();
    },
  );

  test("finishes before the response is sent", async () => {
    const steps: string[] = [];
    const onTransaction = async (): Promise<void> => {
      await wait(20);
      steps.push("stored");
    };
    await bySignature.handler({ onTransaction })(post(TRANSACTION));
    steps.push("answered");
    expect(steps).toStrictEqual(["stored", "answered"]);
  });

  test("may be omitted", async () => {
    for (const body of [TRANSACTION, EXPIRED]) {
      expect((await bySignature.handler({})(post(body))).status).toBe(200);
    }
  });

  test("is called for every repeated notification", async () => {
    const onTransaction = vi.fn();
    const handle = bySignature.handler({ onTransaction });
    await Promise.all([handle(post(TRANSACTION)), handle(post(TRANSACTION)), handle(post(TRANSACTION))]);
    expect(onTransaction).toHaveBeenCalledTimes(3);
  });
});

describe("onError", () => {
  test.each<[string, NotificationHandlers]>([
    ["threw", { onTransaction: fail }],
    ["rejected with", { onTransaction: () => Promise.reject(failure) }],
  ])("gets the error that a callback %s", async (_how, handlers) => {
    const onError = vi.fn();
    await bySignature.handler({ ...handlers, onError })(post(TRANSACTION));
    expect(onError.mock.calls).toHaveLength(1);
    expect(onError.mock.calls[0]?.[0]).toBe(failure);
  });

  test("is called for a body that is too large and for a callback over the timeout", async () => {
    const errors: unknown[] = [];
    const handle = bySignature.handler({
      onError: (error) => errors.push(error),
      onTransaction: () => new Promise(() => undefined),
      timeout: 20,
    });
    await handle(streamed(filledTo(MEBIBYTE + 1, TRANSACTION)));
    await handle(post(TRANSACTION));
    expect(errors).toStrictEqual([
      expect.objectContaining({ message: "The body is larger than 1048576 bytes" }),
      expect.objectContaining({ message: expect.stringContaining("20 ms") }),
    ]);
  });

  test.each<[string, NonNullable<NotificationHandlers["onError"]>]>([
    ["throws", fail],
    ["rejects", () => Promise.reject(failure)],
    ["returns its own response", () => new Response("kim@example.com", { status: 200 })],
  ])("has no effect on the response if it %s", async (_what, onError) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      const handle = bySignature.handler({ onError, onTransaction: fail });
      for (const [request, status] of [
        [post(TRANSACTION), 500],
        [post(TRANSACTION, {}), 401],
        [post("[]"), 400],
        [post(filledTo(MEBIBYTE + 1, TRANSACTION)), 413],
      ] as const) {
        const response = await handle(request);
        expect(response.status).toBe(status);
        expect(await response.text()).toBe("");
      }
    });
    expect(unhandled).toStrictEqual([]);
  });
});

test("an onError that never settles does not delay the response", async () => {
  const onError = () => new Promise(() => undefined);
  const handle = bySignature.handler({ onError, onTransaction: fail, timeout: 20 });
  const answer = await Promise.race([handle(post(TRANSACTION)), wait(1_000)]);
  expect(answer).toHaveProperty("status", 500);
});

describe("a callback over the timeout", () => {
  test.each<[string, (late: PromiseWithResolvers<void>) => void]>([
    ["finishes", ({ resolve }) => resolve()],
    ["rejects", ({ reject }) => reject(failure)],
  ])("causes one 500, even if it %s later", async (_how, end) => {
    const onError = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const late = Promise.withResolvers<void>();
      const handle = bySignature.handler({ onTransaction: () => late.promise, onError, timeout: 20 });
      const startedAt = performance.now();
      const response = await handle(post(TRANSACTION));
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      expect(response.status).toBe(500);
      end(late);
      await wait(10);
      expect(response.status).toBe(500);
    });
    expect(unhandled).toStrictEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("has 10 seconds by default", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const isCalled = Promise.withResolvers<void>();
      const onTransaction = () => {
        isCalled.resolve();
        return new Promise(() => undefined);
      };
      const settled = vi.fn();
      const answer = bySignature
        .handler({ ...quiet, onTransaction })(post(TRANSACTION))
        .finally(settled);
      await isCalled.promise;
      await vi.advanceTimersByTimeAsync(9_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect((await answer).status).toBe(500);
    } finally {
      vi.useRealTimers();
    }
  });

  test("leaves no timer running after a fast callback", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const handle = bySignature.handler({ ...quiet, onCheckout: fail });
      expect((await handle(post(TRANSACTION))).status).toBe(200);
      expect((await handle(post(EXPIRED))).status).toBe(500);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an endless body", () => {
  const endless = (cancel: () => void): { readonly request: Request; read(): number } => {
    const chunk = new Uint8Array(65_536).fill(32);
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        read += chunk.byteLength;
        controller.enqueue(chunk);
      },
      cancel,
    });
    return {
      request: new Request(address, { method: "POST", headers: headersFor(""), duplex: "half", body }),
      read: () => read,
    };
  };

  test("is read up to the limit, then cancelled", async () => {
    const cancel = vi.fn();
    const { request, read } = endless(cancel);
    expect((await bySignature.handler(quiet)(request)).status).toBe(413);
    await wait(10);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(read()).toBeLessThan(2 * MEBIBYTE);
  });

  test("is answered even if its cancellation fails", async () => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      expect((await bySignature.handler(quiet)(endless(fail).request)).status).toBe(413);
    });
    expect(unhandled).toStrictEqual([]);
  });

  test("is cancelled and not read if its content-length is too large", async () => {
    const [pull, cancel] = [vi.fn(), vi.fn()];
    const request = new Request(address, {
      method: "POST",
      headers: { ...headersFor(""), "content-length": `${MEBIBYTE + 1}` },
      duplex: "half",
      body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }),
    });
    expect((await bySignature.handler(quiet)(request)).status).toBe(413);
    expect(pull).not.toHaveBeenCalled();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

test("a request with an already read body never gets a 200", async () => {
  const onTransaction = vi.fn();
  const onError = vi.fn();
  const request = post(TRANSACTION);
  await request.json();
  const response = await bySignature.handler({ onTransaction, onError })(request);
  expect(response.status).toBe(500);
  expect(onTransaction).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledTimes(1);
});

describe("the timeout includes reading the body", () => {
  /** A body whose rest arrives after `finish`; `cancelled` is called when reading stops early. */
  const slow = (body: string) => {
    const bytes = new TextEncoder().encode(body);
    const rest = Promise.withResolvers<void>();
    const cancelled = vi.fn();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, 100)),
      pull: async (controller) => {
        await rest.promise;
        if (cancelled.mock.calls.length > 0) return;
        controller.enqueue(bytes.subarray(100));
        controller.close();
      },
      cancel: cancelled,
    });
    const request = new Request(address, {
      method: "POST",
      headers: headersFor(body),
      duplex: "half",
      body: stream,
    });
    return { request, finish: rest.resolve, cancelled };
  };

  test("a body that never ends is cancelled and causes a 500 in time", async () => {
    const { request, cancelled } = slow(TRANSACTION);
    const [onTransaction, onError] = [vi.fn(), vi.fn()];
    const startedAt = performance.now();
    const response = await bySignature.handler({ onTransaction, onError, timeout: 30 })(request);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(response.status).toBe(500);
    expect(cancelled).toHaveBeenCalledTimes(1);
    expect(onTransaction).not.toHaveBeenCalled();
    expect(onError.mock.calls).toMatchObject([[{ message: "The request took longer than 30 ms" }]]);
  });

  test("a callback is not called for a late body", async () => {
    const { request, finish } = slow(TRANSACTION);
    const onTransaction = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const response = await bySignature.handler({ ...quiet, onTransaction, timeout: 20 })(request);
      expect(response.status).toBe(500);
      finish();
      await wait(20);
    });
    expect(onTransaction).not.toHaveBeenCalled();
    expect(unhandled).toStrictEqual([]);
  });

  test("a callback is not called for a complete body whose stream was not closed in time", async () => {
    const onTransaction = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(TRANSACTION)),
    });
    const request = new Request(address, {
      method: "POST",
      headers: headersFor(TRANSACTION),
      duplex: "half",
      body,
    });
    const handle = bySignature.handler({ ...quiet, onTransaction, timeout: 20 });
    expect((await handle(request)).status).toBe(500);
    await wait(20);
    expect(onTransaction).not.toHaveBeenCalled();
  });

  test("time spent on a slow body is subtracted from the callback's time", async () => {
    const { request, finish } = slow(TRANSACTION);
    const onTransaction = vi.fn(() => wait(80));
    setTimeout(finish, 80);
    const handle = bySignature.handler({ ...quiet, onTransaction, timeout: 120 });
    expect((await handle(request)).status).toBe(500);
    expect(onTransaction).toHaveBeenCalledTimes(1);
  });

  test("a slow body within the timeout is received", async () => {
    const { request, finish } = slow(TRANSACTION);
    setTimeout(finish, 30);
    expect((await bySignature.handler({})(request)).status).toBe(200);
  });
});

test("accepts a body of exactly 1 MiB", async () => {
  const body = filledTo(MEBIBYTE, TRANSACTION);
  const request = post(body, { ...headersFor(body), "content-length": String(MEBIBYTE) });
  expect((await byCredentials.handler({})(request)).status).toBe(200);
});

test("accepts the longest timeout of a timer", () => {
  expect(byCredentials.handler({ timeout: 2_147_483_647 })).toBeTypeOf("function");
});
