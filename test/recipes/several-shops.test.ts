import { Sandbox } from "payments-client/sandbox";
import { afterEach, expect, test, vi } from "vitest";
import { orders } from "../../examples/recipes/orders.ts";
import { Shops } from "../../examples/recipes/several-shops.ts";

let shops: Shops | undefined;

afterEach(() => {
  vi.restoreAllMocks();
  // Refused notifications are repeated seconds later, during other tests: then nobody says so on the console.
  shops = undefined;
});

/** Two shops of one gateway, each with its own notification URL. */
async function openShops() {
  const deliver = async (request: Request): Promise<Response> =>
    shops ? shops.notify(request) : new Response(null, { status: 503 });
  const sandboxes = ["books", "music"].map((shopId) => {
    const sandbox = new Sandbox({ shopId, secretKey: `key-of-${shopId}`, deliver });
    return { shopId, sandbox };
  });
  const opened = new Shops(
    await Promise.all(
      sandboxes.map(async ({ sandbox }) => ({
        ...sandbox.clientOptions,
        publicKey: await sandbox.publicKey(),
      })),
    ),
  );
  shops = opened;
  return { shops: opened, sandboxes };
}

test("each shop is charged with its own key, and its notifications are verified with its own key", async () => {
  const { shops, sandboxes } = await openShops();
  for (const { shopId, sandbox } of sandboxes) {
    const id = `order-of-${shopId}`;
    orders.set(id, { id, shopId, amount: 3245, currency: "USD", status: "open" });
    const { token } = await shops.client(shopId).checkouts.create({
      transaction_type: "payment",
      order: { amount: 3245, currency: "USD", description: "Annual pass", tracking_id: id },
      settings: { notification_url: `https://shop.example/notify/${shopId}` },
    });
    await sandbox.pay(token);
    expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
    expect(orders.get(id)?.status).toBe("paid");
  }
});

test("a notification sent to another shop's URL is refused, and so is one for an unknown shop", async () => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  const { shops, sandboxes } = await openShops();
  const { sandbox } = sandboxes[0] ?? {};
  const answers: number[] = [];
  for (const address of ["books", "music", "nobody"]) {
    const { token } = await shops.client("books").checkouts.create({
      transaction_type: "payment",
      order: { amount: 1, currency: "USD", description: "Annual pass" },
      settings: { notification_url: `https://shop.example/notify/${address}` },
    });
    await sandbox?.pay(token);
    answers.push(sandbox?.deliveries.at(-1)?.answers.at(-1)?.status ?? 0);
  }
  expect(answers).toStrictEqual([200, 401, 404]);
  expect(() => shops.client("nobody")).toThrow("There is no such shop");
});

test("a payment in one shop does not pay an order of another", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { shops, sandboxes } = await openShops();
  const id = "order-1007";
  orders.set(id, { id, shopId: "books", amount: 3245, currency: "USD", status: "open" });
  const { token } = await shops.client("music").checkouts.create({
    transaction_type: "payment",
    order: { amount: 3245, currency: "USD", description: "Annual pass", tracking_id: id },
    settings: { notification_url: "https://shop.example/notify/music" },
  });
  await sandboxes[1]?.sandbox.pay(token);
  expect(sandboxes[1]?.sandbox.deliveries).toMatchObject([{ status: 500 }]);
  expect(orders.get(id)?.status).toBe("open");
});

test("an address that cannot be decoded is one of an unknown shop", async () => {
  const { shops } = await openShops();
  for (const path of ["/notify/%ff", "/notify/%", "/notify/"]) {
    const request = new Request(`https://shop.example${path}`, { method: "POST", body: "{}" });
    expect((await shops.notify(request)).status, path).toBe(404);
  }
});
