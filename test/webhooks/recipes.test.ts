/** The recipes that README and documentation show: each one receives signed notifications, over HTTP where it has a server. */
import { readdir } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { app as expressApp } from "../../examples/recipes/express.ts";
import { app as fastifyApp } from "../../examples/recipes/fastify.ts";
import { app as honoApp } from "../../examples/recipes/hono.ts";
import { POST } from "../../examples/recipes/next-route.ts";
import { server as nodeServer } from "../../examples/recipes/node-http.ts";
import { orders, toReview } from "../../examples/recipes/orders.ts";
import worker from "../../examples/recipes/worker.ts";
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { type Listening, listen } from "../support/listen.ts";
import { EXPIRED, filledTo, headersFor, MEBIBYTE, publicKey } from "./notifications.ts";

const env = { PAYMENTS_SHOP_ID: SHOP_ID, PAYMENTS_SECRET_KEY: SECRET_KEY, PAYMENTS_PUBLIC_KEY: publicKey };

/** Sends a request to a recipe, over HTTP or in process. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

const listening: Listening[] = [];
const senders = new Map<string, Send>();

const send = async (recipe: string, ...request: Parameters<Send>): Promise<Response> => {
  const sender = senders.get(recipe);
  if (!sender) throw new Error(`there is no recipe ${recipe}`);
  return sender(...request);
};

const overHttp = async (server: Server): Promise<Send> => {
  const started = await listen(server);
  listening.push(started);
  return (path, init) => fetch(started.url + path, init);
};

const inProcess =
  (handle: (request: Request) => Response | Promise<Response>): Send =>
  async (path, init) =>
    handle(new Request(`https://shop.example${path}`, init));

const recipes: [string, () => Promise<Send>][] = [
  ["express", () => overHttp(createServer(expressApp as RequestListener))],
  [
    "fastify",
    async () => {
      await fastifyApp.ready();
      return overHttp(fastifyApp.server);
    },
  ],
  ["hono", async () => inProcess((request) => honoApp.fetch(request))],
  ["node-http", () => overHttp(nodeServer)],
  ["worker", async () => inProcess((request) => worker.fetch(request, env))],
  ["next-route", async () => inProcess(POST)],
];

let lines: string[] = [];
let clock = 0;

beforeAll(async () => {
  for (const [recipe, start] of recipes) senders.set(recipe, await start());
});

beforeEach(() => {
  // Set after loading: recipes must load without secrets.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  for (const [id] of recipes) orders.set(id, { id, amount: 12900, currency: "EUR", paidBy: null });
  lines = [];
  // A minute between any two requests: within one, only the first refusal has a line.
  vi.spyOn(performance, "now").mockImplementation(() => {
    clock += 60_000;
    return clock;
  });
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...given) => {
      lines.push(given.join(" "));
    });
  }
});

afterAll(async () => {
  for (const server of listening) await server[Symbol.asyncDispose]();
});

const payment = (recipe: string, fields: Record<string, unknown> = {}): string => {
  const own = { uid: `u-${recipe}`, tracking_id: recipe, test: false };
  return JSON.stringify({ transaction: { ...transaction.transaction, ...own, ...fields } });
};

describe.each(recipes)("the recipe for %s", (recipe) => {
  const notify = async (body: string, headers: Record<string, string> = headersFor(body)) => {
    const response = await send(recipe, "/notify", { method: "POST", headers, body });
    expect(await response.text()).toBe("");
    return response.status;
  };
  const paidBy = () => orders.get(recipe)?.paidBy;

  test("refuses and logs forged or malformed notifications, and updates no order", async () => {
    const body = payment(recipe);
    const good = headersFor(body);
    const malformed = '{"transaction":';
    for (const [status, sent, headers] of [
      [401, body, { "content-type": "application/json" }],
      [401, body, { ...good, "content-signature": headersFor(EXPIRED)["content-signature"] ?? "" }],
      [401, body.replace("12900", "1"), good],
      [401, malformed, good],
      [400, malformed, headersFor(malformed)],
      [400, "", headersFor("")],
      [400, "[]", { ...headersFor("[]"), "content-type": "text/plain" }],
      [413, filledTo(MEBIBYTE + 1, body), headersFor(filledTo(MEBIBYTE + 1, body))],
    ] as const) {
      lines = [];
      expect(await notify(sent, headers)).toBe(status);
      expect(lines).toStrictEqual([expect.stringContaining(`: answered ${status} to a notification`)]);
    }
    expect(paidBy()).toBeNull();
  });

  const reviewsOf = (uid: string) => [...toReview.values()].filter((review) => review.uid === uid);

  test("marks an order as paid once for repeated notifications, and reviews a second payment", async () => {
    const statuses = await Promise.all([1, 2, 3].map(() => notify(payment(recipe))));
    expect(statuses).toStrictEqual([200, 200, 200]);
    expect(paidBy()).toBe(`u-${recipe}`);
    for (const _ of [1, 2]) expect(await notify(payment(recipe, { uid: `second-${recipe}` }))).toBe(200);
    expect(reviewsOf(`u-${recipe}`)).toStrictEqual([]);
    expect(reviewsOf(`second-${recipe}`)).toMatchObject([
      { orderId: recipe, message: expect.stringContaining("Another") },
    ]);
    expect(await notify(EXPIRED)).toBe(200);
    expect(lines).toStrictEqual([]);
  });
});

// In Next.js, a route is a file without other routes.
test.each(recipes.filter(([recipe]) => recipe !== "next-route"))(
  "the recipe for %s does not change the body parsers of other routes",
  async (recipe) => {
    const response = await send(recipe, "/cart", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"article":"annual-pass"}',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({ added: "annual-pass" });
  },
);

test("a body that is not JSON does not end Node's own server", async () => {
  const response = await send("node-http", "/cart", { method: "POST", body: "{" });
  expect(response.status).toBe(400);
});

test("every recipe loads without secrets, as in a build", async () => {
  const folder = new URL("../../examples/recipes/", import.meta.url);
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const file of await readdir(folder)) {
    await expect(import(new URL(file, folder).href), file).resolves.toBeDefined();
  }
});
