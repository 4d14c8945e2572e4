import { expect, test } from "vitest";
import { rawCall } from "../raw-call.ts";
import { openDashboard, product } from "./open-dashboard.ts";

const room = { ...product, name: "Reading room", description: "A year of books" };

/** A dashboard, and its API called without the client. */
async function open() {
  const opened = await openDashboard();
  return { ...opened, call: rawCall(opened.sandbox) };
}

test("a call that succeeded is good, and lists no problems", async () => {
  const { payments, section } = await open();
  await payments.products.create(room);
  const shown = await section("requests");
  expect(shown).toContain('class="state good">201<');
  expect(shown).not.toContain("problems");
});

test("a refused call is bad, and lists each problem with its field", async () => {
  const { call, section } = await open();
  await call("POST", "/products", { ...room, name: "", currency: "XXQ" });
  const shown = await section("requests");
  expect(shown).toContain('class="state bad">422<');
  expect(shown).toContain("problems: 2");
  expect(shown.match(/<li><code>(?:name|currency)<\/code> [^<]+<\/li>/g)).toHaveLength(2);
});

test("a call with fields that the reference does not name lists them, and what was meant", async () => {
  const { call, section } = await open();
  await call("POST", "/products", { ...room, descripton: "x", "<b>": 1 });
  const shown = await section("requests");
  expect(shown).toContain("undocumented fields: 2");
  expect(shown).toContain(
    "<li><code>descripton</code> is not documented; did you mean <code>description</code>?</li>",
  );
  expect(shown).toContain("<li><code>&lt;b&gt;</code> is not documented</li>");
});

test("a call without credentials is bad: its problem has no field", async () => {
  const { sandbox, section } = await open();
  await rawCall(sandbox, { authorization: "Basic x" })("GET", "/products");
  const shown = await section("requests");
  expect(shown).toContain('class="state bad">401<');
  expect(shown).not.toContain("<li><code>");
});

test("a call shows its order, amount and subject, also from an answer that has none", async () => {
  const { call, payments, rows, section } = await open();
  const { id } = await payments.products.create(room);
  const [created] = await rows("requests");
  expect(created).toMatchObject({ Order: "Reading room", Amount: "€129.00", Links: "Product" });
  const related = async () => /href="(\/\?q=[^"]*)"/.exec(await section("requests"))?.[1];

  await payments.products.list();
  expect((await rows("requests"))[0]).toMatchObject({ Order: "", Amount: "", Links: "" });
  expect(await section("requests")).toContain('<td data-label="Order"><div></div></td>');

  await call("PUT", `/products/${id}`, { amount: 9900 });
  expect((await rows("requests"))[0]).toMatchObject({ Call: `PUT /products/${id} products.update` });
  expect(await related()).toBe(`/?q=${id}#products`);

  await call("GET", "/products/prd_unknown?page=1");
  expect((await rows("requests"))[0]).toMatchObject({ Order: "", Status: "404", Links: "" });
});

test("a payment token's call names its order without a tracking id", async () => {
  const { payments, rows } = await open();
  const order = { amount: 4500, currency: "USD", description: "Day pass" };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  expect((await rows("requests"))[0]).toMatchObject({ Order: "Day pass", Amount: "$45.00", Links: "Token" });
  expect((await rows("tokens"))[0]).toMatchObject({ Order: `Day pass ${token}`, Amount: "$45.00" });
});

test("a follow-up's call leads to its payment, also when it is refused", async () => {
  const { payments, sandbox, createToken, rows, section } = await open();
  const token = await createToken("order-1");
  const { uid } = await sandbox.pay(token);
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Broken" });
  expect((await rows("requests"))[0]).toMatchObject({ Amount: "€1.00", Links: "Token Transactions" });
  expect(await section("requests")).toContain(`href="/?q=${token}#transactions"`);
  const refused = { parent_uid: uid, amount: 999_999, reason: "Broken" };
  await expect(payments.transactions.refund(refused)).rejects.toMatchObject({ status: 422 });
  expect((await rows("requests"))[0]).toMatchObject({ Status: "422", Links: "Token Transactions" });
});

test("a call that misses the API has neither operation nor subject", async () => {
  const { call, rows, section } = await open();
  await call("POST", "/v3/nonsense", { amount: 100 });
  expect((await rows("requests"))[0]).toMatchObject({ Call: "POST /v3/nonsense", Status: "404", Links: "" });
  const shown = await section("requests");
  expect(shown).toMatch(/<strong>POST \/v3\/nonsense<\/strong><\/div>/);
  expect(shown).not.toContain("<h3>Request</h3>");
});

test("a refused call with objects in the place of texts is shown", async () => {
  const { call, get, rows } = await open();
  const hostile = { toString: {}, valueOf: {} };
  const fields = ["name", "description", "tracking_id", "amount", "currency", "token", "uid", "id"];
  const body = Object.fromEntries(fields.map((field) => [field, hostile]));
  await call("POST", "/products", body);
  await call("POST", "/ctp/api/checkouts", { checkout: { ...body, order: body } });
  for (const path of ["/", "/?q=products.create", "/?q=1.00"])
    expect(await get(path), path).toContain("</html>");
  expect(await rows("requests")).toMatchObject([{ Amount: "" }, { Amount: "" }]);
});

test("a body that is nested 5 000 deep is shown, and the page stays small", async () => {
  const { sandbox, get, rows } = await openDashboard();
  const { fetch, shopId, secretKey } = sandbox.clientOptions;
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const body = `{"name":"Pass","currency":"EUR","description":${deep},"additional_data":${deep}}`;
  const headers = {
    authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
    "content-type": "application/json",
  };
  for (const path of ["/products", "/ctp/api/checkouts", "/transactions/refunds"])
    await fetch(`http://127.0.0.1${path}`, { method: "POST", headers, body });
  await fetch("http://127.0.0.1/products", { method: "POST", headers, body: `[${"[".repeat(9000)}` });
  expect(sandbox.requests).toHaveLength(4);
  expect(await rows("requests")).toHaveLength(4);
  for (const path of ["/", "/?q=description"]) {
    const html = await get(path);
    expect(html, path).toContain("</html>");
    expect(html.length, path).toBeLessThan(500_000);
  }
});

test("deep JSON in a merchant's answer is shown too", async () => {
  const deliver = async () => new Response(`${"[".repeat(900)}${"]".repeat(900)}`);
  const { sandbox, get, createToken } = await openDashboard({ deliver });
  const settings = { notification_url: "https://shop.example/notify" };
  await sandbox.pay(await createToken("order-1", { settings }));
  expect(await get()).toContain("</html>");
});
