import { beforeEach, expect, test, vi } from "vitest";
import type { CheckoutCreateParams } from "../../../src/index.ts";
import type { Deliver, Sandbox, SandboxOptions } from "../../../src/sandbox.ts";
import { Webhooks } from "../../../src/webhooks.ts";
import { NOTIFIED, ORDER, openSandbox } from "../open-gateway.ts";

const NOW = Date.parse("2026-03-02T08:00:00.000Z");

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: NOW });
});

/** A merchant whose server responds with these statuses, then with 200, and the time of each post. */
function open(statuses: readonly number[] = [], options: SandboxOptions = {}) {
  const times: number[] = [];
  const requests: Request[] = [];
  const deliver: Deliver = async (request) => {
    times.push(Date.now());
    requests.push(request);
    return new Response(null, { status: statuses[times.length - 1] ?? 200 });
  };
  const { sandbox, create: createToken } = openSandbox({ deliver, ...options });
  const create = (order = {}, settings: CheckoutCreateParams["settings"] = NOTIFIED) =>
    createToken({ order: { ...ORDER, ...order }, settings });
  return { sandbox, create, times, requests };
}

/** Resolves when every post has its response: signing and reading do not use the fake clock. */
async function settle(sandbox: Sandbox) {
  const isOpen = () => sandbox.deliveries.some(({ attempts, answers }) => answers.length < attempts);
  do await new Promise((resolve) => setImmediate(resolve));
  while (isOpen());
}

/** Advances the fake clock from one timer to the next. */
async function pass(sandbox: Sandbox, milliseconds: number) {
  const end = Date.now() + milliseconds;
  while (vi.getTimerCount() > 0 && Date.now() < end) {
    await vi.advanceTimersToNextTimerAsync();
    await settle(sandbox);
  }
}

const waitsBetween = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

const never200 = Array.from({ length: 40 }, () => 503);

/** The cube of floor(2.12 × n) seconds: the shortest wait before repeat n. */
const CUBES = [2, 4, 6, 8, 10, 12, 14, 16, 19, 21, 23, 25, 27, 29, 31].map((root) => root ** 3 * SECOND);

/** Expects the documented waits: each has up to 29 times n + 1 seconds more than its cube. */
function expectCardWaits(times: readonly number[], speed: number) {
  const waits = waitsBetween(times).map((wait) => wait * speed);
  expect(waits).toHaveLength(CUBES.length);
  for (const [index, wait] of waits.entries()) {
    const random = (wait - (CUBES[index] ?? 0)) / SECOND / (index + 2);
    expect(random, `repeat ${index + 1}`).toBeGreaterThanOrEqual(0);
    expect(random, `repeat ${index + 1}`).toBeLessThanOrEqual(29);
    expect(random, `repeat ${index + 1}`).toSatisfy(Number.isInteger);
  }
}

test.each([1, 10])(
  "a transaction's notification is repeated 15 times, each time after a documented wait, divided by a speed of %i",
  async (speed) => {
    const { sandbox, create, times } = open(never200, { speed });
    await sandbox.pay(await create());
    await pass(sandbox, 48 * HOUR);
    expectCardWaits(times, speed);
  },
);

test("the notification of an expired token is repeated twice, after 15 seconds and after half to two minutes", async () => {
  const { sandbox, create, times } = open(never200);
  await sandbox.expire(await create());
  await pass(sandbox, 5 * MINUTE);
  const [first, second, ...others] = waitsBetween(times);
  expect(first).toBe(15 * SECOND);
  expect(second).toBeGreaterThanOrEqual(30 * SECOND);
  expect(second).toBeLessThanOrEqual(2 * MINUTE);
  expect(others).toStrictEqual([]);
});

test("only 200 ends the repeats: no other 2xx, no redirect, no error", async () => {
  const statuses = [201, 202, 204, 206, 302, 400, 404, 500];
  const { sandbox, create, times } = open(statuses);
  await sandbox.pay(await create());
  await pass(sandbox, 6 * HOUR);
  expect(times).toHaveLength(statuses.length + 1);
  expect(sandbox.deliveries).toMatchObject([{ status: 200, nextAttemptAt: undefined }]);
  expect(sandbox.deliveries[0]?.answers.map(({ status }) => status)).toStrictEqual([...statuses, 200]);
});

test("a post has content type, credentials, and a signature of the UTF-8 bytes of its body", async () => {
  const { sandbox, create, requests } = open();
  await sandbox.pay(await create({ description: "Пропуск — één jaar 🎟" }));
  const [request] = requests;
  if (!request) throw new Error("nothing was posted");
  expect(request.method).toBe("POST");
  expect(request.redirect).toBe("manual");
  expect(Object.fromEntries(request.headers)).toMatchObject({
    authorization: `Basic ${btoa("4821:s3cret")}`,
    "content-type": "application/json",
    accept: "application/json",
  });
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  const notification = await webhooks.verify({ body: await request.text(), headers: request.headers });
  expect(notification).toMatchObject({ transaction: { description: "Пропуск — één jaar 🎟" } });
});

test("redeliver posts the same body now, and replaces the planned repeat", async () => {
  const { sandbox, create, times, requests } = open([503]);
  await sandbox.pay(await create());
  const [{ id, body, signature } = { id: "", body: "", signature: "" }] = sandbox.deliveries;
  const again = await sandbox.redeliver(id);
  expect(again).toMatchObject({ id, body, signature, attempts: 2, status: 200, nextAttemptAt: undefined });
  expect(await requests[1]?.text()).toBe(body);
  await pass(sandbox, 2 * HOUR);
  expect(times).toHaveLength(2);
});

test("a failed redelivery continues with the next wait", async () => {
  const { sandbox, create, times } = open([503, 503, 200]);
  await sandbox.pay(await create());
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  await pass(sandbox, 2 * HOUR);
  const [now, next = 0] = waitsBetween(times);
  expect(now).toBe(0);
  expect(next).toBeGreaterThanOrEqual(CUBES[1] ?? 0);
  expect(next).toBeLessThanOrEqual((CUBES[1] ?? 0) + 29 * 3 * SECOND);
});

test("two concurrent posts both record their responses", async () => {
  const answers: ((response: Response) => void)[] = [];
  const { sandbox, create } = open([], { deliver: () => new Promise((resolve) => answers.push(resolve)) });
  const paying = sandbox.pay(await create());
  await expect.poll(() => answers).toHaveLength(1);
  const again = sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.(new Response("second", { status: 503 }));
  await again;
  answers[0]?.(new Response("first", { status: 502 }));
  await paying;
  expect(sandbox.deliveries).toMatchObject([
    { attempts: 2, status: 502, answers: [{ body: "second" }, { body: "first" }] },
  ]);
});

test("a post without a response records the cause", async () => {
  const failures = [new Error("fetch failed", { cause: new Error("connect ECONNREFUSED") }), "no reason"];
  const { sandbox, create } = open([], { deliver: () => Promise.reject(failures.shift()) });
  await sandbox.pay(await create());
  await sandbox.pay(await create());
  expect(sandbox.deliveries.map(({ answers }) => answers[0])).toMatchObject([
    { at: "2026-03-02T08:00:00.000Z", error: "fetch failed: connect ECONNREFUSED" },
    { error: "no reason" },
  ]);
});

test("a token without notification_url posts no notification", async () => {
  const { sandbox, create, times } = open();
  for (const settings of [{}, { notification_url: "" }, { notification_url: null }]) {
    expect(await sandbox.pay(await create({}, settings))).toMatchObject({ status: "successful" });
  }
  expect(times).toStrictEqual([]);
  expect(sandbox.deliveries).toStrictEqual([]);
});

test("an expired token is notified once, even if expire is called again", async () => {
  const { sandbox, create, times } = open();
  const token = await create();
  expect(await sandbox.expire(token)).toBe(true);
  await pass(sandbox, 25 * HOUR);
  expect(await sandbox.expire(token)).toBe(false);
  expect(times).toHaveLength(1);
});

test.each([
  ["24 hours after its creation", {}, 24],
  ["at order.expired_at, beyond the longest timer", { expired_at: new Date(NOW + 60 * 24 * HOUR) }, 60 * 24],
])("a token expires, and is notified, %s", async (_, order, hours) => {
  const { sandbox, create, times } = open();
  await create(order);
  await pass(sandbox, hours * HOUR - 1);
  expect(times).toStrictEqual([NOW + hours * HOUR]);
  expect(sandbox.deliveries).toMatchObject([{ type: "checkout", status: 200 }]);
});
