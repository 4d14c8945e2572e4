/** In this folder: tests that take minutes: large contents, thousands of orders and killed shops. */

/** One call with content of this kind, in a process of its own. Prints its outcome, and its CPU time beside JSON.parse's. */

import { driftHooks, PaymentsClient, PaymentsError } from "../../../src/index.ts";
import { Webhooks } from "../../../src/webhooks.ts";
import { optionsFor } from "../../support/gateway.ts";
import { peakMemory } from "../../support/peak-memory.ts";

const [kind = "", use = "", megabytes = "32"] = process.argv.slice(2);
const SIZE = Number(megabytes) * 2 ** 20 - 1_000;
const repeat = (text: string): string => text.repeat(Math.floor(SIZE / text.length));

/** JSON of almost this size; the deep ones have 2 and 6 MB. */
const kinds: Readonly<Record<string, () => string>> = {
  numbers: () => `[${repeat("1,")}1]`,
  fractions: () => `[${repeat("1.5,")}1]`,
  words: () => `[${repeat('"m",')}1]`,
  objects: () => `[${repeat('{"a":1},')}1]`,
  "known fields": () =>
    `[${repeat('{"id":[{"uid":{"errors":["a.b",{"amount":null}]}}],"checkout":{"message":1},"positions":[-1.5]},')}1]`,
  "empty objects": () => `[${repeat("{},")}1]`,
  text: () => JSON.stringify(repeat("x")),
  escapes: () => `"${repeat("\\\\")}"`,
  deep: () => `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`,
  "deep objects": () => `${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`,
};

const cpu = (before?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const host = "https://gateway.example";
const account = { shopId: 4821, secretKey: "s3cret-key-of-the-shop" };
const told: unknown[] = [];
const isTold = (failure: unknown): boolean =>
  failure === undefined ? told.length === 0 : failure instanceof PaymentsError && told[0] === failure;

const clientOf = (status: number, body: string): PaymentsClient =>
  new PaymentsClient({
    ...optionsFor(host),
    maxRetries: 0,
    fetch: async () => new Response(body, { status }),
    hooks: { ...driftHooks(() => undefined), onError: ({ error }) => told.push(error) },
  });

const answered = async (status: number, body: string): Promise<unknown> =>
  clientOf(status, body).products.list();

/** A request with content of any type, as from plain JavaScript. */
const sent = async (content: string): Promise<unknown> => {
  const params = JSON.parse(
    `{"transaction_type":"payment","order":{"amount":1,"currency":"EUR","description":"x",${content}}}`,
  );
  const checkout = { token: "t", redirect_url: host };
  return clientOf(201, JSON.stringify({ checkout })).checkouts.create(params);
};

const received = async (body: string): Promise<unknown> => {
  const authorization = `Basic ${btoa(`${account.shopId}:${account.secretKey}`)}`;
  return new Webhooks({ ...account, publicKey: false }).verify({ body, headers: { authorization } });
};

/** Where the content stands. */
const uses: Readonly<Record<string, (json: string) => Promise<unknown>>> = {
  list: (json) => answered(200, json),
  error: (json) => answered(422, `{"message":"no","errors":${json}}`),
  "error in a 200": (json) => answered(200, `{"errors":{"a.b":${json}}}`),
  field: (json) => answered(200, `[{"id":${json}}]`),
  "request's field": (json) => sent(`"unknown":${json}`),
  "request's list": (json) => sent(`"additional_data":{"receipt_text":${json}}`),
  "request's positions": (json) => sent(`"additional_data":{"cart":{"positions":${json}}}`),
  notification: (json) => received(`{"transaction":${json}}`),
  "notification's field": (json) =>
    received(`{"transaction":{"uid":"u","type":"payment","payment":{"message":${json}}}}`),
  // What the others are compared with.
  "JSON.parse": async (json) => void JSON.parse(json),
};

const json = kinds[kind]?.() ?? "";
const before = process.cpuUsage();
const isWebhook = use.startsWith("notification");
const { isOwn, failure } = await (uses[use]?.(json) ?? Promise.resolve()).then(
  () => ({ isOwn: isTold(undefined), failure: "" }),
  (error: unknown) => ({
    isOwn: isWebhook ? error instanceof PaymentsError : isTold(error),
    failure: String(error).slice(0, 200),
  }),
);
const spent = cpu(before);
const used = peakMemory() / 1024 ** 2;
// Errors have the parsed body, which does not fit into 1 GB twice.
told.length = 0;
const parsedBefore = process.cpuUsage();
if (use !== "JSON.parse") JSON.parse(json);
const parsed = cpu(parsedBefore);
console.log(JSON.stringify({ isOwn, failure, spent, parsed, used }));
