import { expect, test, vi } from "vitest";
import type { ProductCreateParams } from "../../../src/index.ts";
import { DECLINED, openSandbox } from "../open-gateway.ts";
import { openChallenge, postForm } from "../raw-call.ts";

const NOW = Date.parse("2026-03-02T08:00:00.000Z");

const product: ProductCreateParams = {
  name: "Pass",
  description: "Entry for one year",
  currency: "EUR",
  amount: 12900,
  quantity: 2,
  immortal: true,
};

function open() {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const { sandbox, payments } = openSandbox({ deliver: async () => new Response() });
  /** Opens a payment link like a browser; returns the token that it creates. */
  const openLink = async (id: string) => {
    const { baseUrl, fetch } = sandbox.clientOptions;
    const answer = await fetch(`${baseUrl}/products/${id}/pay`, { redirect: "manual" });
    const location = answer.headers.get("location") ?? "";
    return { status: answer.status, token: /token=([0-9a-f]{64})/.exec(location)?.[1] ?? "" };
  };
  const quantityOf = async (id: string) => (await payments.products.get(id)).quantity;
  return { sandbox, payments, openLink, quantityOf };
}

/** Pays by a payment link up to the 3-D Secure challenge. */
async function payUpToChallenge() {
  const gateway = open();
  const { id } = await gateway.payments.products.create(product);
  const { token } = await gateway.openLink(id);
  await openChallenge(gateway.sandbox, token);
  return { ...gateway, id, token };
}

test("a payment takes one item out of stock when it starts, and keeps it when it succeeds", async () => {
  const { sandbox, id, token, quantityOf } = await payUpToChallenge();
  expect(await quantityOf(id)).toBe(1);
  await postForm(sandbox, `/v2/challenge?token=${token}`, { answer: "confirm" });
  expect(await quantityOf(id)).toBe(1);
});

test("a payment link sells only what is in stock, also to concurrent customers", async () => {
  const { sandbox, payments, quantityOf } = open();
  const { id } = await payments.products.create(product);
  await sandbox.pay(id, { card: DECLINED });
  expect(await quantityOf(id)).toBe(2);
  await sandbox.pay(id);
  expect(await quantityOf(id)).toBe(1);
  const lastTwo = await Promise.allSettled([sandbox.pay(id), sandbox.pay(id)]);
  expect(lastTwo.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected"]);
  expect(await quantityOf(id)).toBe(0);
  await expect(sandbox.pay(id)).rejects.toThrow("it is sold out");
});

test("a declined or expired payment puts the item back into stock", async () => {
  const refused = await payUpToChallenge();
  await postForm(refused.sandbox, `/v2/challenge?token=${refused.token}`, { answer: "refuse" });
  expect(await refused.quantityOf(refused.id)).toBe(2);
  const expired = await payUpToChallenge();
  expect(await expired.sandbox.expire(expired.token)).toBe(true);
  expect(await expired.quantityOf(expired.id)).toBe(2);
});

test("a payment that took nothing out of stock puts nothing back", async () => {
  const { sandbox, payments, openLink, quantityOf } = open();
  const { id } = await payments.products.create({ ...product, quantity: null, infinite: true });
  const { token } = await openLink(id);
  await openChallenge(sandbox, token);
  await payments.products.update(id, { infinite: false, quantity: 5 });
  await sandbox.expire(token);
  expect(await quantityOf(id)).toBe(5);
  await sandbox.expire((await openLink(id)).token);
  expect(await quantityOf(id)).toBe(5);
});

test("an opened payment link cannot be paid once the product is sold out or expired", async () => {
  const { sandbox, payments, openLink } = open();
  const { id } = await payments.products.create({ ...product, quantity: 1 });
  const { token } = await openLink(id);
  await sandbox.pay(id);
  await expect(sandbox.pay(token)).rejects.toThrow("The product cannot be paid for, because it is sold out");
  await payments.products.update(id, { quantity: 1, immortal: false, expired_at: new Date(NOW + 1000) });
  vi.setSystemTime(NOW + 999);
  const { token: inTime } = await openLink(id);
  vi.setSystemTime(NOW + 1000);
  await expect(sandbox.pay(token)).rejects.toThrow("The product cannot be paid for, because it is expired");
  await expect(sandbox.pay(inTime)).rejects.toThrow("it is expired");
  await expect(sandbox.pay(id)).rejects.toThrow("The product cannot be paid for, because it is expired");
});

test("an immortal product can be paid for after its expired_at", async () => {
  const { sandbox, payments } = open();
  const expired_at = new Date(NOW - 1000);
  const { id } = await payments.products.create({ ...product, expired_at });
  expect(await sandbox.pay(id)).toMatchObject({ status: "successful" });
});

test("a payment link creates a token with all fields of the product", async () => {
  const { payments, openLink } = open();
  const undocumented = {
    success_url: "https://shop.example/thanks",
    fail_url: "https://shop.example/sorry",
    notification_url: "https://shop.example/notify",
    additional_data: { referer: "https://shop.example" },
  };
  const { id } = await payments.products.create({
    ...product,
    ...undocumented,
    return_url: "https://shop.example/back",
    visible_fields: ["email"],
    language: "de",
    test: true,
    transaction_type: "authorization",
  });
  const { status, token } = await openLink(id);
  expect(status).toBe(303);
  const { success_url, fail_url, notification_url, additional_data } = undocumented;
  expect(await payments.checkouts.get(token)).toMatchObject({
    transaction_type: "authorization",
    test: true,
    order: {
      amount: 12900,
      currency: "EUR",
      description: "Entry for one year",
      tracking_id: id,
      expired_at: null,
      additional_data,
    },
    settings: {
      success_url,
      fail_url,
      notification_url,
      return_url: "https://shop.example/back",
      language: "de",
      customer_fields: { visible: ["email"] },
    },
  });
});

test("a token of a payment link expires with its product if that is before its 24 hours", async () => {
  const { payments, openLink } = open();
  for (const [hours, expired_at] of [
    [23, "2026-03-03T07:00:00+00:00"],
    [25, null],
  ] as const) {
    const ends = new Date(NOW + hours * 3_600_000);
    const { id } = await payments.products.create({ ...product, immortal: false, expired_at: ends });
    const { order } = await payments.checkouts.get((await openLink(id)).token);
    expect(order?.expired_at).toBe(expired_at);
  }
});
