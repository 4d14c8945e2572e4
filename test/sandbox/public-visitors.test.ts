import { expect, onTestFinished, test, vi } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { endlessProduct } from "../models/params.ts";
import { recordsOf } from "../support/saved-state.ts";
import { ORDER, openSandbox, savedState } from "./open-gateway.ts";

const publicUrl = "https://kim.tunnel.example";
const TOKEN = { transaction_type: "payment", order: ORDER } as const;

/** A sandbox that visitors reach, and what they can send without its secret key. */
async function openToVisitors(sandbox: Sandbox) {
  const server = await sandbox.listen({ publicUrl });
  onTestFinished(server.close);
  const public_key = await sandbox.publicKey();
  const post = async (
    path: string,
    body: string | ReadableStream | URLSearchParams,
    type = "application/json",
  ) => {
    const init = { method: "POST", body, headers: { "content-type": type }, duplex: "half" } as const;
    const answer = await fetch(server.url + path, init);
    return { status: answer.status, text: await answer.text() };
  };
  const create = (more: object = {}) =>
    post("/ctp/api/checkouts", JSON.stringify({ checkout: { public_key, ...TOKEN, ...more } }));
  return { server, post, create };
}

test("a visitor of a public sandbox sends no more than the widget and the pages need", async () => {
  const { sandbox, payments, create: createToken } = openSandbox({ secretKey: "a-key-of-kim" });
  const token = await createToken();
  const { server, post, create } = await openToVisitors(sandbox);
  const before = await savedState(sandbox);
  const calls = sandbox.requests.length;
  const note = "y".repeat(900_000);
  const chunked = () => new Blob([JSON.stringify({ checkout: { note } })]).stream();
  const form = new URLSearchParams({ holder: note });
  for (const answer of [
    await create({ note }),
    await create({ order: { ...ORDER, note: "y".repeat(20_000) } }),
    await post("/ctp/api/checkouts", chunked()),
    await post("/transactions/payments", chunked()),
    await post("/nowhere", chunked()),
    await post(`/v2/checkout?token=${token}`, form, "application/x-www-form-urlencoded"),
  ]) {
    expect(answer).toStrictEqual({ status: 413, text: expect.stringContaining("16384 bytes") });
  }
  expect(await savedState(sandbox)).toStrictEqual(before);
  expect(sandbox.requests).toHaveLength(calls);
  const additional_data = { receipt_text: ["y".repeat(100_000)] };
  const large = { ...TOKEN, order: { ...ORDER, additional_data } };
  expect((await create({ order: { ...ORDER, note: "y".repeat(10_000) } })).status).toBe(201);
  await payments.checkouts.create(large);
  const shop = new PaymentsClient({ ...server.clientOptions, shopId: 4821, secretKey: "a-key-of-kim" });
  await shop.checkouts.create(large);
});

test("a sandbox that only this machine reaches limits no widget", async () => {
  const { sandbox } = openSandbox();
  const public_key = await sandbox.publicKey();
  const answer = await sandbox.fetch(
    new Request("https://sandbox.invalid/ctp/api/checkouts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ checkout: { public_key, attempts: 50, ...TOKEN, note: "y".repeat(900_000) } }),
    }),
  );
  expect(answer.status).toBe(201);
});

test("visitors of a public sandbox make 1000 tokens in a day, across restarts, and the shop any number", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const secretKey = "a-key-of-kim";
  const { sandbox: first, payments } = openSandbox({ secretKey });
  const { id } = await payments.products.create(endlessProduct);
  await payments.checkouts.create(TOKEN);
  const day = await openToVisitors(first);
  expect((await day.create()).status).toBe(201);
  const state = await savedState(first);
  const { orders } = recordsOf(state);
  const [shops, visitors] = orders;
  if (!shops || !visitors) throw new Error("there are no orders");
  for (let count = 1; count < 999; count += 1) {
    orders.push({ ...shops, id: `shop-${count}` }, { ...visitors, id: `visitor-${count}` });
  }
  const sandbox = new Sandbox({ shopId: 4821, secretKey, state });
  const { server, create } = await openToVisitors(sandbox);
  const open = () => fetch(`${server.url}/products/${id}/pay`, { redirect: "manual" });
  expect((await open()).status).toBe(303);
  await sandbox.pay("visitor-1");
  const why = expect.stringContaining("make at most 1000 tokens in 24 hours");
  expect(await create()).toStrictEqual({ status: 422, text: why });
  const link = await open();
  expect({ status: link.status, text: await link.text() }).toStrictEqual({ status: 429, text: why });
  await new PaymentsClient(sandbox.clientOptions).checkouts.create(TOKEN);
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
  expect((await create()).status).toBe(201);
});

test("a visitor of a public sandbox makes no token that can be tried without end", async () => {
  const { create } = await openToVisitors(new Sandbox({ secretKey: "a-key-of-kim" }));
  expect((await create({ attempts: 10 })).status).toBe(201);
  const refused = await create({ attempts: 11 });
  expect(refused).toStrictEqual({
    status: 422,
    text: expect.stringContaining("Attempts must be at most 10"),
  });
});
