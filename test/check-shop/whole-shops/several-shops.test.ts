/** Several shops in one process. One key of the gateway signs for both. */

import { handlePayment } from "payments-client/webhooks";
import { expect, test, vi } from "vitest";
import { orders, toReview } from "../../../examples/recipes/orders.ts";
import { handlersOf, type ShopOrder, Shops } from "../../../examples/recipes/several-shops.ts";
import { createToken, openGateway, passCheckShop, SEARCHING } from "../../support/check-shop.ts";

const SHOP = "https://shop.example";
const PRICE = { amount: 12_900, currency: "EUR" };

async function openShops() {
  const gateways = { books: await openGateway("books"), music: await openGateway("music") };
  const settings = Object.values(gateways).map(async ({ sandbox }) => ({
    ...sandbox.clientOptions,
    publicKey: await sandbox.publicKey(),
  }));
  const shops = new Shops(await Promise.all(settings));
  for (const { sandbox } of Object.values(gateways)) sandbox.deliverTo((request) => shops.notify(request));
  const place = (shopId: "books" | "music") => {
    const order: ShopOrder = { ...PRICE, id: crypto.randomUUID(), shopId, paidBy: null };
    orders.set(order.id, order);
    return order;
  };
  return { ...gateways, shops, place };
}

test("several shops in one process", SEARCHING, async () => {
  const { books, shops, place } = await openShops();
  const tokens = new Set<string>();
  await passCheckShop({
    sandbox: books.sandbox,
    placeOrder: async () => {
      const order = place("books");
      const token = await createToken(shops.client("books"), order, SHOP, `${SHOP}/notify/books`);
      tokens.add(token);
      return { orderId: order.id, token };
    },
    fulfillments: (orderId) => (orders.get(orderId)?.paidBy ? 1 : 0),
    inReview: (id) => [...toReview.values()].filter(({ orderId }) => orderId === id).map(({ uid }) => uid),
    reconcile: async () => {
      for (const token of tokens) {
        const status = await shops
          .client("books")
          .checkouts.get(token)
          .catch(() => undefined);
        if (status && (await handlePayment(handlersOf("books"), status)).is === "paid") tokens.delete(token);
      }
    },
  });
});

test("a genuine notification of one shop pays nothing in the other, although one key signs for both", async () => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  toReview.clear();
  const { books, music, shops, place } = await openShops();
  expect(await books.sandbox.publicKey()).toBe(await music.sandbox.publicKey());
  const order = place("books");
  // A customer pays in their own shop, with the tracking id of an order of this shop.
  const token = await createToken(shops.client("music"), order, SHOP, `${SHOP}/notify/music`);
  const sent: Request[] = [];
  music.sandbox.deliverTo(async (request) => {
    sent.push(request.clone());
    return new Response();
  });
  await music.sandbox.pay(token);
  const [request] = sent;
  if (!request) return expect.unreachable();
  const post = async (name: string, headers = request.headers) => {
    const body = await request.clone().text();
    return shops.notify(new Request(`${SHOP}/notify/${name}`, { method: "POST", headers, body }));
  };
  const withoutCredentials = new Headers(request.headers);
  withoutCredentials.delete("authorization");
  expect((await post("books")).status).toBe(401);
  expect((await post("books", withoutCredentials)).status).toBe(401);
  expect((await post("music")).status).toBe(200);
  expect(orders.get(order.id)?.paidBy).toBeNull();
  // A late notification of the search before may be there, too.
  expect([...toReview.values()].filter(({ orderId }) => orderId === order.id)).toMatchObject([
    { message: expect.stringContaining("no order") },
  ]);
  for (const unknown of ["nobody", "%ff", "%", ""]) expect((await post(unknown)).status, unknown).toBe(404);
  expect(() => shops.client("nobody")).toThrow("There is no such shop");
  const own = place("music");
  await music.sandbox.pay(await createToken(shops.client("music"), own, SHOP, `${SHOP}/notify/music`));
  expect((await shops.notify(sent[1] ?? request)).status).toBe(200);
  expect(orders.get(own.id)?.paidBy).toMatch(/./);
  vi.restoreAllMocks();
});
