import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCatalogue } from "../src/catalogue.ts";
import { findOrder } from "../src/orders.ts";
import { findProduct } from "../src/products.ts";
import { openTestShop } from "./open-test-shop.ts";
import { countOrders, stockOf } from "./queries.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** The quantities in a visitor's cart, in the order in which the products were added. */
const quantities = async ({ get }: Visitor): Promise<number[]> =>
  Array.from((await get("/cart")).text.matchAll(/name="quantity" value="(\d+)"/g), ([, n]) => Number(n));

test("adding a product again adds to its quantity, changing it sets it, and 0 removes it", async (context) => {
  const { visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "night-tour", quantity: "2" });
  await visitor.post("/cart", { product: "night-tour", quantity: "3" });
  await visitor.post("/cart", { product: "annual-pass", quantity: "1" });
  assert.deepEqual(await quantities(visitor), [5, 1]);
  await visitor.post("/cart/night-tour", { quantity: "4" });
  assert.deepEqual(await quantities(visitor), [4, 1]);
  await visitor.post("/cart/night-tour", { quantity: "0" });
  assert.deepEqual(await quantities(visitor), [1]);
});

test("a cart never holds more than the stock, or than twenty", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  shop.db.exec("UPDATE products SET stock = 3 WHERE id = 'museum-guide'");
  for (const product of ["night-tour", "museum-guide"])
    await visitor.post("/cart", { product, quantity: "999" });
  assert.deepEqual(await quantities(visitor), [20, 3]);
});

test("a quantity that is not a whole number adds nothing to the cart", async (context) => {
  const { visitor } = await openTestShop(context);
  for (const quantity of ["-1", "1.5", "1e2", "two", ""])
    await visitor.post("/cart", { product: "night-tour", quantity });
  assert.deepEqual(await quantities(visitor), []);
});

test("prices come from the shop, whatever a form says", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  const forged = { amount: "1", price: "0.01", total: "1", currency: "JPY" };
  await visitor.post("/cart", { product: "annual-pass", quantity: "1", ...forged });
  const { location } = await visitor.post("/orders", { email: "kim@example.com", ...forged });
  const order = findOrder(shop.db, location.replace("/orders/", ""));
  assert.deepEqual([order?.amount, order?.currency], [12_900, "EUR"]);
  assert.equal(findProduct(shop.db, "annual-pass")?.amount, 12_900);
});

test("each customer has a separate cart", async (context) => {
  const { shop, visitor: kim, url } = await openTestShop(context);
  const robin = createVisitor(url);
  await kim.post("/cart", { product: "annual-pass", quantity: "1" });
  assert.deepEqual(await quantities(robin), []);
  assert.equal((await robin.post("/orders", { email: "robin@example.com" })).status, 422);
  await robin.post("/cart", { product: "night-tour", quantity: "2" });
  assert.deepEqual([await quantities(kim), await quantities(robin)], [[1], [2]]);
  assert.equal(countOrders(shop.db), 0);
});

test("an e-mail field of 10 kB takes no time", async (context) => {
  const { url, visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "annual-pass", quantity: "1" });
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
  const post = (email: string) => fetch(`${url}/orders`, { method: "POST", headers, body: `email=${email}` });
  /** CPU time of 20 orders, in milliseconds: the clock on the wall would measure other processes, too. */
  const costOf = async (email: string): Promise<number> => {
    const start = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) assert.equal((await post(email)).status, 422);
    return process.cpuUsage(start).user / 1000;
  };
  await costOf("kim");
  assert.ok((await costOf(`${"@".repeat(10_000)}+x`)) < 400 + 2 * (await costOf("kim")));
});

test("an order needs an e-mail address", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "annual-pass", quantity: "1" });
  for (const email of ["", "kim", "kim @example.com", "kim@@example.com", `${"k".repeat(250)}@example.com`]) {
    const { status, text } = await visitor.post("/orders", { email });
    assert.equal(status, 422, email);
    assert.match(text, /e-mail address/);
  }
  assert.equal(countOrders(shop.db), 0);
  assert.deepEqual(await quantities(visitor), [1], "the cart is kept");
});

test("a restart updates names and prices, but not the stock", async (context) => {
  const { db } = (await openTestShop(context)).shop;
  db.exec("UPDATE products SET stock = 38 WHERE id = 'night-tour'");
  loadCatalogue(db, [{ id: "night-tour", name: "Late tour", description: "…", price: "26.00", stock: 40 }]);
  assert.equal(findProduct(db, "night-tour")?.name, "Late tour");
  assert.equal(findProduct(db, "night-tour")?.amount, 2600);
  assert.equal(stockOf(db, "night-tour"), 38);
});
