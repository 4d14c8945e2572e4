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

/** A request, what the merchant's callbacks do with it, and the status that the gateway gets. */
interface Case {
  readonly what: string;
  readonly status: number;
  readonly request: () => Request;
  readonly handlers?: NotificationHandlers;
  /** The reason of the `WebhookError` that `onError` is told, where it is one. */
  readonly reason?: string;
}

const cases: readonly Case[] = [
  { what: "a transaction that is taken", status: 200, request: () => post(TRANSACTION) },
  { what: "a token that ran out", status: 200, request: () => post(EXPIRED) },
  { what: "a body in chunks", status: 200, request: () => streamed(TRANSACTION) },
  {
    what: "a transaction that nobody asked for",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: undefined, onCheckout: fail },
  },
  {
    what: "a token that nobody asked for",
    status: 200,
    request: () => post(EXPIRED),
    handlers: { onTransaction: fail, onCheckout: undefined },
  },
  {
    what: "a callback that returns something",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => new Response("kim@example.com", { status: 418 }) },
  },
  {
    what: "a callback that takes its time",
    status: 200,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => wait(30), timeout: 5_000 },
  },
  {
    what: "a length that is no number",
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
    what: "a signature that was cut off",
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
  { what: "JSON of something else", status: 400, reason: "body", request: () => post('{"KIM MULLER":1}') },
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
    what: "a mebibyte and a byte that says it is short",
    status: 413,
    request: () => {
      const body = filledTo(MEBIBYTE + 1, TRANSACTION);
      return streamed(body, { ...headersFor(body), "content-length": "10" });
    },
  },
  {
    what: "a length over a mebibyte",
    status: 413,
    request: () => post(TRANSACTION, { ...headersFor(TRANSACTION), "content-length": `${MEBIBYTE + 1}` }),
  },
  {
    what: "too much from a stranger",
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
    what: "a callback that throws nothing in particular",
    status: 500,
    request: () => post(TRANSACTION),
    handlers: { onTransaction: () => Promise.reject(undefined) },
  },
  {
    what: "a callback that is too slow",
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
      what: `a callback that throws a WebhookError of its own for ${reason}`,
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
  test("is given the transaction and the notification", async () => {
    const [onTransaction, onCheckout, onError] = [vi.fn(), vi.fn(), vi.fn()];
    await bySignature.handler({ onTransaction, onCheckout, onError })(post(TRANSACTION));
    const notification = { type: "transaction", transaction: transaction.transaction, raw: transaction };
    expect(onTransaction.mock.calls).toStrictEqual([[transaction.transaction, notification]]);
    expect(onCheckout).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  test("is given the status of the token and the notification", async () => {
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

  test("has finished before the gateway is answered", async () => {
    const steps: string[] = [];
    const onTransaction = async (): Promise<void> => {
      await wait(20);
      steps.push("stored");
    };
    await bySignature.handler({ onTransaction })(post(TRANSACTION));
    steps.push("answered");
    expect(steps).toStrictEqual(["stored", "answered"]);
  });

  test("may be missing altogether", async () => {
    for (const body of [TRANSACTION, EXPIRED]) {
      expect((await bySignature.handler({})(post(body))).status).toBe(200);
    }
  });

  test("is called for every repeat", async () => {
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
  ])("is told the very error that a callback %s", async (_how, handlers) => {
    const onError = vi.fn();
    await bySignature.handler({ ...handlers, onError })(post(TRANSACTION));
    expect(onError.mock.calls).toHaveLength(1);
    expect(onError.mock.calls[0]?.[0]).toBe(failure);
  });

  test("is called for a body that is too large and a callback that is too slow", async () => {
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
    ["returns an answer of its own", () => new Response("kim@example.com", { status: 200 })],
  ])("changes nothing where it %s", async (_what, onError) => {
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

test("an onError that never ends does not keep the gateway waiting", async () => {
  const onError = () => new Promise(() => undefined);
  const handle = bySignature.handler({ onError, onTransaction: fail, timeout: 20 });
  const answer = await Promise.race([handle(post(TRANSACTION)), wait(1_000)]);
  expect(answer).toHaveProperty("status", 500);
});

describe("a callback slower than the timeout", () => {
  test.each<[string, (late: PromiseWithResolvers<void>) => void]>([
    ["finishes", ({ resolve }) => resolve()],
    ["rejects", ({ reject }) => reject(failure)],
  ])("is a 500 once, also where it %s later", async (_how, end) => {
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

  test("has 10 seconds where none are given", async () => {
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

  test("leaves no timer behind where it is quick", async () => {
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

describe("a body without end", () => {
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

  test("is read up to the limit, and let go", async () => {
    const cancel = vi.fn();
    const { request, read } = endless(cancel);
    expect((await bySignature.handler(quiet)(request)).status).toBe(413);
    await wait(10);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(read()).toBeLessThan(2 * MEBIBYTE);
  });

  test("is answered also where letting it go fails", async () => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      expect((await bySignature.handler(quiet)(endless(fail).request)).status).toBe(413);
    });
    expect(unhandled).toStrictEqual([]);
  });

  test("is not read at all where its length says enough", async () => {
    const pull = vi.fn();
    const request = new Request(address, {
      method: "POST",
      headers: { ...headersFor(""), "content-length": `${MEBIBYTE + 1}` },
      duplex: "half",
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    });
    expect((await bySignature.handler(quiet)(request)).status).toBe(413);
    expect(pull).not.toHaveBeenCalled();
  });
});

test("a request whose body something else has read is never a 200", async () => {
  const onTransaction = vi.fn();
  const onError = vi.fn();
  const request = post(TRANSACTION);
  await request.json();
  const response = await bySignature.handler({ onTransaction, onError })(request);
  expect(response.status).toBe(500);
  expect(onTransaction).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledTimes(1);
});

describe("the timeout spans reading the body", () => {
  /** A body of which the rest comes when it is let go on; `cancelled` tells whether somebody still waits for it. */
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
    return { request, goOn: rest.resolve, cancelled };
  };

  test("a body that never ends is a 500 in time, and let go", async () => {
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

  test("a callback is not called for a body that came too late", async () => {
    const { request, goOn } = slow(TRANSACTION);
    const onTransaction = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const response = await bySignature.handler({ ...quiet, onTransaction, timeout: 20 })(request);
      expect(response.status).toBe(500);
      goOn();
      await wait(20);
    });
    expect(onTransaction).not.toHaveBeenCalled();
    expect(unhandled).toStrictEqual([]);
  });

  test("a callback is not called for a body that came whole, but was not ended in time", async () => {
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

  test("what a slow body takes, the callback does not get", async () => {
    const { request, goOn } = slow(TRANSACTION);
    const onTransaction = vi.fn(() => wait(80));
    setTimeout(goOn, 80);
    const handle = bySignature.handler({ ...quiet, onTransaction, timeout: 120 });
    expect((await handle(request)).status).toBe(500);
    expect(onTransaction).toHaveBeenCalledTimes(1);
  });

  test("a body that takes its time within it is received", async () => {
    const { request, goOn } = slow(TRANSACTION);
    setTimeout(goOn, 30);
    expect((await bySignature.handler({})(request)).status).toBe(200);
  });
});

test("takes a body that says it has 1 MiB, and has", async () => {
  const body = filledTo(MEBIBYTE, TRANSACTION);
  const request = post(body, { ...headersFor(body), "content-length": String(MEBIBYTE) });
  expect((await byCredentials.handler({})(request)).status).toBe(200);
});

test("takes the longest timeout that a timer has", () => {
  expect(byCredentials.handler({ timeout: 2_147_483_647 })).toBeTypeOf("function");
});
