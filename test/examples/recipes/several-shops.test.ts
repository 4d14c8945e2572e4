import { Sandbox } from "payments-client/sandbox";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { orders, toReview } from "../../../examples/recipes/orders.ts";
import { type ShopOrder, Shops } from "../../../examples/recipes/several-shops.ts";
import { freshState } from "../../support/fresh-state.ts";

let shops: Shops | undefined;

beforeEach(() => toReview.clear());
afterEach(() => {
  vi.restoreAllMocks();
  // Refused notifications are repeated seconds later, during other tests: then nobody says so on the console.
  shops = undefined;
});

/** Two shops of one gateway, whose key signs for both, each with its own notification URL. */
async function openShops() {
  const deliver = async (request: Request): Promise<Response> =>
    shops ? shops.notify(request) : new Response(null, { status: 503 });
  const sandboxes = new Map(
    ["books", "music"].map((shopId) => [
      shopId,
      new Sandbox({ shopId, secretKey: `key-of-${shopId}`, deliver, state: freshState }),
    ]),
  );
  const opened = new Shops(
    await Promise.all(
      Array.from(sandboxes.values(), async (sandbox) => ({
        ...sandbox.clientOptions,
        publicKey: await sandbox.publicKey(),
      })),
    ),
  );
  shops = opened;
  /** The answer to the notification of a payment in a shop, at the address of this name. */
  const payIn = async (shopId: string, id: string, address = shopId): Promise<number | undefined> => {
    const { token } = await opened.client(shopId).checkouts.create({
      transaction_type: "payment",
      order: { amount: 3245, currency: "USD", description: "Annual pass", tracking_id: id },
      settings: { notification_url: `https://shop.example/notify/${address}` },
    });
    await sandboxes.get(shopId)?.pay(token);
    return sandboxes.get(shopId)?.deliveries.at(-1)?.answers.at(-1)?.status;
  };
  return { shops: opened, payIn };
}

const openOrder = (id: string, shopId: string) => {
  const order: ShopOrder = { id, shopId, amount: 3245, currency: "USD", paidBy: null };
  orders.set(id, order);
};

test("each shop is charged with its own key, and its notifications are verified with its own key", async () => {
  const { payIn } = await openShops();
  for (const shopId of ["books", "music"]) {
    const id = `order-of-${shopId}`;
    openOrder(id, shopId);
    expect(await payIn(shopId, id)).toBe(200);
    expect(orders.get(id)?.paidBy).toMatch(/./);
  }
});

test("a notification sent to another shop's URL is refused, and so is one for an unknown shop", async () => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  const { shops, payIn } = await openShops();
  openOrder("order-of-books", "books");
  expect(await payIn("books", "order-of-books")).toBe(200);
  expect(await payIn("books", "order-of-books", "music")).toBe(401);
  expect(await payIn("books", "order-of-books", "nobody")).toBe(404);
  expect(() => shops.client("nobody")).toThrow("There is no such shop");
});

test("a payment in one shop does not pay an order of another, and is kept for a person", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { payIn } = await openShops();
  openOrder("order-1007", "books");
  expect(await payIn("music", "order-1007")).toBe(200);
  expect(orders.get("order-1007")?.paidBy).toBeNull();
  expect([...toReview.values()]).toMatchObject([
    { orderId: "order-1007", message: expect.stringContaining("no order") },
  ]);
  expect(await payIn("books", "order-1007")).toBe(200);
  expect(orders.get("order-1007")?.paidBy).toMatch(/./);
});

test("an address that cannot be decoded is one of an unknown shop", async () => {
  const { shops } = await openShops();
  for (const path of ["/notify/%ff", "/notify/%", "/notify/"]) {
    const request = new Request(`https://shop.example${path}`, { method: "POST", body: "{}" });
    expect((await shops.notify(request)).status, path).toBe(404);
  }
});
