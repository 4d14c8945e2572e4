import { expect, test } from "vitest";
import { openDashboard } from "./open-dashboard.ts";

const erip = {
  payment_method: { types: ["erip", "credit_card", "google_pay"], erip: { service_no: "101" } },
};

test("a token is paid by an offered method, and completed or failed later", async () => {
  const { payments, sandbox, section, rows, post, createToken } = await openDashboard();
  for (const [outcome, button] of [
    ["successful", "Complete"],
    ["failed", "Fail"],
  ] as const) {
    const settings = { notification_url: "https://shop.example/notify" };
    const token = await createToken(`order-${outcome}`, { ...erip, settings });
    const options = await section("tokens", `/?q=${token}`);
    for (const value of ["erip:pending", "google_pay:successful", "google_pay:failed", "4200000000000000"])
      expect(options).toContain(`value="${value}"`);
    expect((await post("pay", { token, card: "erip:pending" })).status).toBe(303);
    expect(await rows("transactions", `/?q=${token}`)).toMatchObject([
      { Status: expect.stringMatching(/^pending/), Actions: "Complete Fail" },
    ]);
    expect(sandbox.deliveries.filter((delivery) => delivery.token === token)).toHaveLength(1);
    const shown = await section("transactions", `/?q=${token}`);
    const [, uid = ""] = /name="uid" value="([^"]+)"/.exec(shown) ?? [];
    expect(shown).toContain(`aria-label="${button} payment order-${outcome}"`);
    expect((await post("complete", { uid, outcome })).status).toBe(303);
    expect(await payments.transactions.get(uid)).toMatchObject({ status: outcome });
    expect(await section("transactions", `/?q=${token}`)).not.toContain("/sandbox/complete");
    expect(sandbox.deliveries.filter((delivery) => delivery.token === token)).toHaveLength(2);
    const again = await post("complete", { uid, outcome });
    expect([again.status, await again.text()]).toStrictEqual([
      409,
      expect.stringContaining(`it is ${outcome}`),
    ]);
  }
});

test("a wallet's payment succeeds or fails at once", async () => {
  const { rows, post, createToken } = await openDashboard();
  for (const outcome of ["successful", "failed"]) {
    const token = await createToken("order-1", erip);
    await post("pay", { token, card: `google_pay:${outcome}` });
    const [row] = await rows("transactions", `/?q=${token}`);
    expect(row?.["Status"]).toMatch(new RegExp(`^${outcome}`));
    expect(row?.["Time"]).toContain("google_pay");
  }
});

test("a token's list has only the cards and methods that are offered", async () => {
  const { section, post, createToken } = await openDashboard();
  const token = await createToken("order-1", { payment_method: { types: ["erip"], erip: {} } });
  const shown = await section("tokens");
  expect(shown).toContain('value="erip:pending"');
  expect(shown).not.toContain("Test cards");
  for (const [card, message] of [
    ["google_pay:successful", "The payment token does not offer google_pay. It offers erip"],
    ["erip:successful", "There is no such outcome."],
    ["credit_card:pending", "The payment token does not offer credit_card. It offers erip"],
    ["erip:", "There is no such outcome."],
    [":", "There is no such outcome."],
  ] as const) {
    const refused = await post("pay", { token, card });
    expect([card, refused.status]).toStrictEqual([card, 409]);
    expect(await refused.text()).toContain(message);
  }
});

test("the next calls fail as planned; failures that are left are shown and can be cancelled", async () => {
  const { sandbox, payments, section, post } = await openDashboard();
  expect(await section("failures")).not.toContain("Cancel");
  expect((await post("fail", { status: "503", times: "2", retry_after: "7" })).status).toBe(303);
  expect((await post("fail", { status: "429", times: "1", retry_after: "" })).status).toBe(303);
  expect(await section("failures")).toMatch(/503<\/span> 2 times, Retry-After: 7<.*429<\/span> once</s);
  const failed = await sandbox.fetch(new Request("https://sandbox.invalid/products"));
  expect([failed.status, failed.headers.get("retry-after")]).toStrictEqual([503, "7"]);
  expect(await section("failures")).toMatch(/503<\/span> once, Retry-After: 7</);
  expect((await post("fail/cancel", {})).status).toBe(303);
  expect(await section("failures")).not.toContain("Cancel");
  expect(await payments.products.list()).toStrictEqual([]);
  for (const fields of [
    {},
    { status: "200" },
    { status: "600" },
    { status: "503", times: "0" },
    { status: "503", times: "1.5" },
    { status: "503", times: "x" },
    { status: "503", retry_after: "soon" },
    { status: "503", retry_after: "s1" },
    { status: "503", retry_after: "1s" },
    { status: "503", retry_after: "1234567890" },
    { status: "503", retry_after: "1\r\nx: y" },
  ]) {
    expect([fields, (await post("fail", { ...fields })).status]).toStrictEqual([fields, 409]);
  }
  expect(await payments.products.list()).toStrictEqual([]);
});

test("a refused call is shown with its problems first, then request and answer", async () => {
  const { sandbox, payments, section, rows } = await openDashboard();
  const order = { amount: 4500, currency: "XXQ", description: "Annual pass", tracking_id: "<b>order-7</b>" };
  await payments.checkouts.create({ transaction_type: "payment", order }).catch(() => undefined);
  sandbox.failNext({ status: 503 });
  await payments.products.list().catch(() => undefined);
  expect(await rows("requests")).toMatchObject([
    { Call: "GET /products products.list", Status: "503" },
    {
      Call: "POST /ctp/api/checkouts checkouts.create",
      Order: "&lt;b&gt;order-7&lt;/b&gt; Annual pass",
      Status: "422",
    },
  ]);
  const shown = await section("requests", "/?q=422");
  expect(shown).toContain('class="state bad">422<');
  expect(shown).toMatch(
    /<code>checkout\.order\.currency<\/code> is unknown[\s\S]*Request<\/h3>[\s\S]*XXQ[\s\S]*Answer<\/h3>[\s\S]*errors/,
  );
  expect(shown).not.toContain("<b>order-7");
  expect(await section("requests", "/?q=503")).toContain('class="state bad">503<');
});

test("forms of another website cannot fail calls or complete payments", async () => {
  const { payments, sandbox, post, section, createToken } = await openDashboard();
  const token = await createToken("order-1", erip);
  await post("pay", { token, card: "erip:pending" });
  const [, uid = ""] = /name="uid" value="([^"]+)"/.exec(await section("transactions")) ?? [];
  sandbox.failNext({ status: 500, times: 1 });
  for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { origin: "" }]) {
    expect((await post("complete", { uid, outcome: "successful" }, headers)).status).toBe(403);
    expect((await post("fail", { status: "503" }, headers)).status).toBe(403);
    expect((await post("fail/cancel", {}, headers)).status).toBe(403);
  }
  const rebound = { host: "evil.example", origin: "http://evil.example" };
  expect((await post("fail", { status: "503" }, rebound)).status).toBe(421);
  await expect(payments.products.list()).rejects.toMatchObject({ status: 500 });
  expect(await payments.transactions.get(uid)).toMatchObject({ status: "pending" });
});

test("the form of failures offers statuses from 401 to 504, and 503 first", async () => {
  const { section, post } = await openDashboard();
  const shown = await section("failures");
  const statuses = [...shown.matchAll(/<option(?: selected="")?>(\d+)<\/option>/g)].map(
    ([, status]) => status,
  );
  expect(statuses).toStrictEqual([
    "401",
    "403",
    "404",
    "408",
    "409",
    "422",
    "429",
    "500",
    "502",
    "503",
    "504",
  ]);
  expect(shown.match(/<option selected="">\d+/g)).toStrictEqual(['<option selected="">503']);
  for (const status of statuses) expect((await post("fail", { status: status ?? "" })).status).toBe(303);
});

test("a planned failure shows its Retry-After, no other header", async () => {
  const { sandbox, section } = await openDashboard();
  sandbox.failNext({ status: 503, headers: { "x-shop": "7", "Retry-After": "10" } });
  sandbox.failNext({ status: 500, headers: { "x-shop": "7" } });
  expect(await section("failures")).toMatch(/503<\/span> once, Retry-After: 10<.*500<\/span> once</s);
});

test("a Retry-After of several digits is taken", async () => {
  const { sandbox, post } = await openDashboard();
  await post("fail", { status: "503", retry_after: "120" });
  const failed = await sandbox.fetch(new Request("https://sandbox.invalid/products"));
  expect(failed.headers.get("retry-after")).toBe("120");
});

test("a payment cannot be completed with an outcome that does not exist", async () => {
  const { payments, section, post, createToken } = await openDashboard();
  const token = await createToken("order-1", erip);
  await post("pay", { token, card: "erip:pending" });
  const [, uid = ""] = /name="uid" value="([^"]+)"/.exec(await section("transactions")) ?? [];
  for (const outcome of ["", "pending", "maybe"]) {
    const refused = await post("complete", { uid, outcome });
    expect([refused.status, await refused.text()]).toStrictEqual([
      409,
      expect.stringContaining("There is no such outcome."),
    ]);
  }
  expect(await payments.transactions.get(uid)).toMatchObject({ status: "pending" });
});

test("a file in place of a card is ignored", async () => {
  const { sandbox, payments, createToken } = await openDashboard();
  const token = await createToken("order-1");
  const body = new FormData();
  body.set("token", token);
  body.set("card", new File(["x"], "card.txt"));
  const headers = { origin: "http://127.0.0.1:4747" };
  const url = "http://127.0.0.1:4747/sandbox/pay";
  expect((await sandbox.fetch(new Request(url, { method: "POST", headers, body }))).status).toBe(303);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful" });
});

test("the cards that a token offers are listed by their last digits, without the excluded brands", async () => {
  const { createToken, section } = await openDashboard();
  const cards = { payment_method: { types: ["credit_card"] } };
  const all = await section("tokens", `/?q=${await createToken("order-1", cards)}`);
  expect(all).toMatch(/<option value="4200000000000000">…0000 successful<\/option>/);
  expect(all).toMatch(/<option value="4012000000001097">…1097 successful, 3-D Secure challenge<\/option>/);
  expect(all).not.toContain("Other methods");
  const excluding = { payment_method: { types: ["credit_card"], excluded_brands: ["visa"] } };
  const some = await section("tokens", `/?q=${await createToken("order-2", excluding)}`);
  expect(some).toContain("Test cards");
  expect(some).not.toContain('value="4200000000000000"');
  const mixed = await section("tokens", `/?q=${await createToken("order-3", erip)}`);
  expect(mixed).toContain("Other methods");
  expect(mixed).not.toContain('value="credit_card:');
});

test("the next notifications are disturbed as planned; what is left is shown and can be cancelled", async () => {
  const { sandbox, section, rows, post, createToken } = await openDashboard();
  expect(await section("disturbances")).not.toContain("Cancel");
  expect((await post("disturb", { notification: "wrong_amount", times: "2" })).status).toBe(303);
  expect((await post("disturb", { notification: "late", times: "1", delay: "5" })).status).toBe(303);
  expect(await section("disturbances")).toMatch(/wrong amount<\/span> 2 times<.*late<\/span> once</s);
  const settings = { notification_url: "https://shop.example/notify" };
  await sandbox.pay(await createToken("order-1", { settings }));
  expect(sandbox.deliveries).toMatchObject([{ disturbance: "wrong_amount" }]);
  expect(await rows("deliveries")).toMatchObject([{ Status: expect.stringContaining("wrong amount") }]);
  expect(await section("disturbances")).toMatch(/wrong amount<\/span> once</);
  expect((await post("disturb/cancel", {})).status).toBe(303);
  expect(await section("disturbances")).not.toContain("Cancel");
  for (const fields of [
    { notification: "stolen" },
    { notification: "lost", times: "0" },
    { notification: "late", delay: "soon" },
  ]) {
    expect([fields, (await post("disturb", { ...fields })).status]).toStrictEqual([fields, 409]);
  }
});
