import { expect, test } from "vitest";
import {
  type Fetch,
  InvalidRequestError,
  NotFoundError,
  RequestAbortedError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
} from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newProduct, rejection } from "../transport/calls.ts";

const DEEPEST = 99;

/** A field of that many levels, a message at its end. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), ["is wrong"]);

test.each([
  { levels: DEEPEST, paths: [Array.from({ length: DEEPEST }, () => "a")] },
  { levels: DEEPEST + 1, paths: [] },
])("a message $levels levels deep gives $paths.length issues", async ({ levels, paths }) => {
  await using gateway = await startGateway({ status: 422, body: { errors: nested(levels) } });
  const error = await rejection(gateway.client().products.list(), ValidationError);
  expect(error.issues.map(({ path }) => path)).toStrictEqual(paths);
});

test("says what is wrong with an id that would lead elsewhere", async () => {
  await using gateway = await startGateway();
  const error = await rejection(gateway.client().products.get(".."), InvalidRequestError);
  expect(error.issues.map(({ messages }) => messages)).toStrictEqual([
    ["must be a string, not empty or dots"],
  ]);
});

test("nothing of a body that is too large is kept", async () => {
  await using gateway = await startGateway({ status: 200, body: [{ id: "prd_1" }] });
  const client = gateway.client({ maxResponseBytes: 5 });
  expect((await rejection(client.products.list(), UnexpectedResponseError)).body).toBe("");
});

test("names a bigint in an undocumented field also behind a null", async () => {
  await using gateway = await startGateway();
  const params = { ...newProduct, extra: { nothing: null, big: 1n } };
  const error = await rejection(gateway.client().products.create(params), InvalidRequestError);
  expect(error.errors).toStrictEqual({ extra: { big: ["cannot be written as JSON"] } });
});

test("refuses what throws as it is written, by the name of its field", async () => {
  await using gateway = await startGateway();
  const toJSON = () => {
    throw new Error("no");
  };
  const params = { ...newProduct, extra: { toJSON } };
  const error = await rejection(gateway.client().products.create(params), InvalidRequestError);
  expect(error.errors).toStrictEqual({ extra: ["cannot be written as JSON"] });
});

test("an answer that came is told, although the signal was aborted by a hook that saw it", async () => {
  await using gateway = await startGateway({ status: 404 });
  const controller = new AbortController();
  const client = gateway.client({ hooks: { onResponse: () => controller.abort() } });
  await rejection(client.products.list({ signal: controller.signal }), NotFoundError);
});

test("a fetch that gives an abort an error of its own still ends in a RequestAbortedError", async () => {
  await using gateway = await startGateway();
  const controller = new AbortController();
  const fetch: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("socket hang up")));
      controller.abort("enough");
    });
  const call = gateway.client({ fetch }).products.list({ signal: controller.signal });
  expect((await rejection(call, RequestAbortedError)).cause).toBe("enough");
});

test("onResponse is not told of an answer that came after its time", async () => {
  await using gateway = await startGateway();
  const statuses: number[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  const client = gateway.client({
    fetch: () => promise,
    hooks: { onResponse: ({ status }) => statuses.push(status) },
    maxRetries: 0,
    timeout: 10,
  });
  await rejection(client.products.list(), TimeoutError);
  resolve(new Response("[]"));
  await new Promise((done) => setTimeout(done, 20));
  expect(statuses).toStrictEqual([]);
});

test("the answer of a retry is not replaced by the first attempt's, however late that comes", async () => {
  await using gateway = await startGateway();
  const results = Array.from({ length: 60 }, async (_, steps) => {
    const late = Promise.withResolvers<Response>();
    let attempts = 0;
    const fetch: Fetch = async () => {
      attempts += 1;
      if (attempts === 1) return late.promise;
      (async () => {
        for (let step = 0; step < steps; step += 1) await undefined;
        late.resolve(new Response('["first"]'));
      })();
      return new Response('["second"]');
    };
    return gateway.client({ fetch, timeout: 200 }).products.list();
  });
  expect(new Set((await Promise.all(results)).flat())).toStrictEqual(new Set(["second"]));
});
