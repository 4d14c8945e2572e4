import { renderSVG } from "uqr";
import { describe, expect, test } from "vitest";
import { stateOf } from "../pages/state-of.ts";
import { ORIGIN, openDashboard, product } from "./open-dashboard.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
const NOTIFY = "https://shop.example/notify";
const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" };

describe("a product's row", () => {
  test.each([
    [{ infinite: true }, "unlimited", "open"],
    [{ infinite: false, quantity: 12 }, "12", "open"],
    [{ infinite: false, quantity: 1 }, "1", "open"],
    [{ infinite: false, quantity: 0 }, "0", "sold out"],
    [{ infinite: true, immortal: false, expired_at: "2020-01-01T00:00:00Z" }, "unlimited", "expired"],
  ])("of %j shows stock %s and state %s, and a Pay button only when open", async (more, stock, state) => {
    const { payments, cell, row } = await openDashboard();
    const { id } = await payments.products.create({ ...product, ...more });
    expect([await cell(id, "Stock"), await cell(id, "State")]).toStrictEqual([stock, state]);
    const shown = await row(id);
    expect(shown.includes(`name="product" value="${id}"`)).toBe(state === "open");
    expect(shown.includes('action="/sandbox/pay"')).toBe(state === "open");
  });

  test("has one less in stock for each payment, and the item back when it fails", async () => {
    const { payments, post, cell } = await openDashboard();
    const { id } = await payments.products.create({ ...product, infinite: false, quantity: 3 });
    await post("pay", { product: id });
    expect(await cell(id, "Stock")).toBe("2");
    await post("pay", { product: id, card: "4005550000000019" });
    expect(await cell(id, "Stock")).toBe("2");
  });

  test("has its price in its own currency", async () => {
    const { payments, cell } = await openDashboard();
    const { id } = await payments.products.create({ ...product, currency: "JPY", amount: 1500 });
    expect(await cell(id, "Price")).toBe("¥1,500");
  });
});

describe("links and QR codes", () => {
  test("lead to the product's and token's pages at the dashboard's address", async () => {
    const { payments, visit, createToken, row } = await openDashboard({ shopId: "my shop/1" });
    const { id } = await payments.products.create(product);
    const token = await createToken();
    const pay = `${ORIGIN}/products/${id}/pay`;
    const page = `${ORIGIN}/v2/checkout?token=${token}`;
    const productRow = await row(id);
    expect(productRow).toContain(`href="${pay}"`);
    expect(productRow).toContain(`href="${ORIGIN}/v2/confirm_order/${id}/my%20shop%2F1"`);
    expect(productRow).toContain(`src="/sandbox/qr/pay/${id}"`);
    const tokenRow = await row(token);
    expect(tokenRow).toContain(`href="${page}"`);
    expect(tokenRow).toContain(`src="/sandbox/qr/token/${token}"`);
    for (const [path, link] of [
      [`/sandbox/qr/pay/${id}`, pay],
      [`/sandbox/qr/token/${token}`, page],
    ] as const) {
      const code = await visit(path);
      expect([code.status, code.headers.get("content-type")]).toStrictEqual([200, "image/svg+xml"]);
      expect(await code.text()).toBe(renderSVG(link, { border: 2 }));
    }
    for (const path of [`/sandbox/qr/token/${id}`, `/sandbox/qr/pay/${token}`]) {
      expect((await visit(path)).status).toBe(404);
    }
  });

  test("lead to the public URL if there is one", async () => {
    const { sandbox, payments, createToken } = await openDashboard();
    const publicUrl = "https://sandbox-of-kim.example";
    const get = async (path: string) =>
      (await sandbox.fetch(new Request(`${ORIGIN}${path}`), { publicUrl })).text();
    const { id } = await payments.products.create(product);
    const token = await createToken();
    const pay = `${publicUrl}/products/${id}/pay`;
    const page = `${publicUrl}/v2/checkout?token=${token}`;
    const html = await get("/");
    for (const link of [pay, page, `${publicUrl}/v2/confirm_order/${id}/`]) {
      expect(html).toContain(`href="${link}`);
    }
    expect(await get(`/sandbox/qr/pay/${id}`)).toBe(renderSVG(pay, { border: 2 }));
    expect(await get(`/sandbox/qr/token/${token}`)).toBe(renderSVG(page, { border: 2 }));
    expect(html).toContain(`PAYMENTS_BASE_URL=${ORIGIN}`);
    await sandbox.fetch(
      new Request(`${ORIGIN}/sandbox/pay`, {
        method: "POST",
        headers: { origin: ORIGIN },
        body: new URLSearchParams({ product: id }),
      }),
      { publicUrl },
    );
    const [{ receipt_url } = {}] = await payments.transactions.findByTrackingId(id);
    expect(receipt_url).toMatch(`${publicUrl}/v2/result`);
  });

  test("to merchants' addresses are http or https only, also from a state with others", async () => {
    for (const address of [
      "javascript:alert(1)",
      "javascript:alert(1)//https://shop.example",
      "JavaScript:alert(1)",
      "data:text/html,https://shop.example",
      "vbscript:x",
      "file:///etc/passwd",
      "//shop.example",
      "nonsense",
      "<img src=x>",
    ]) {
      const { sandbox, createToken } = await openDashboard();
      const urls = { notification_url: NOTIFY, return_url: NOTIFY, success_url: NOTIFY, fail_url: NOTIFY };
      await sandbox.pay(await createToken("order-1007", { settings: urls }));
      const state = JSON.parse(JSON.stringify(await sandbox.state()).replaceAll(NOTIFY, address));
      const reopened = await openDashboard({ state });
      const html = await reopened.get();
      const text = address.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      expect(html).toContain(`>${text}<`);
      for (const [, target] of html.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
        expect(target).toMatch(/^(http:\/\/127\.0\.0\.1:4747\/|#|\/(?!\/)|data:image)/);
      }
      expect(html).not.toContain("<img src=x>");
    }
  });

  test("of a delivery leads to where it was posted", async () => {
    const { sandbox, createToken, row } = await openDashboard();
    await sandbox.pay(await createToken("order-1007", { settings: { notification_url: NOTIFY } }));
    const id = `delivery-${sandbox.deliveries[0]?.id}`;
    expect(await row(id)).toContain(`<a href="${NOTIFY}" target="_blank" rel="noreferrer">${NOTIFY}</a>`);
  });
});

test("texts of merchants, customers and servers are escaped", async () => {
  const deliver = async () => new Response(HOSTILE, { status: 500 });
  const { sandbox, payments, post, get, createToken } = await openDashboard({ deliver });
  await payments.products.create({ ...product, name: HOSTILE, description: HOSTILE });
  const more = {
    test: true,
    order: {
      ...order,
      description: HOSTILE,
      tracking_id: HOSTILE,
      additional_data: { recipient: { expected_bank_code: HOSTILE } },
    },
  };
  await sandbox.pay(await createToken("order-1007", { settings: { notification_url: NOTIFY }, ...more }));
  const unreachable = await openDashboard({ deliver: () => Promise.reject(new Error(HOSTILE)) });
  await unreachable.sandbox.pay(
    await unreachable.createToken("order-1007", { settings: { notification_url: NOTIFY } }),
  );
  const [{ transaction } = { transaction: undefined }] = (await stateOf(sandbox)).transactions;
  const refused = await post("follow-up", {
    type: "refund",
    parent: transaction?.uid ?? "",
    amount: HOSTILE,
  });
  for (const html of [await get(), await refused.text(), await unreachable.get()]) {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain("<img src=x");
  }
  expect(await unreachable.get()).toContain("&lt;script&gt;");
});

describe("a token's row", () => {
  test("counts the attempts, and has the actions that its state allows", async () => {
    const { sandbox, createToken, post, cell, row } = await openDashboard();
    const token = await createToken("order-1007", { attempts: 2 });
    const shows = async () => {
      const shown = await row(token);
      return [await cell(token, "Status"), shown.includes("/sandbox/pay"), shown.includes("/sandbox/expire")];
    };
    expect(await shows()).toStrictEqual(["open 0 of 2 attempts no notification_url", true, true]);
    await post("pay", { token, card: "4005550000000019" });
    expect(await shows()).toStrictEqual(["open 1 of 2 attempts no notification_url", true, true]);
    await sandbox.pay(token);
    expect(await shows()).toStrictEqual(["successful 2 of 2 attempts no notification_url", false, false]);
  });

  test("in progress can be expired, but not paid for", async () => {
    const { sandbox, createToken, post, cell, row } = await openDashboard();
    const token = await createToken("order-1007", { settings: { notification_url: NOTIFY } });
    const card = {
      method: "credit_card",
      number: "4012000000001097",
      holder: "KIM",
      expiry: "12/40",
      cvc: "123",
    };
    const page = new Request(`${ORIGIN}/v2/checkout?token=${token}`, {
      method: "POST",
      body: new URLSearchParams(card),
    });
    await sandbox.fetch(page);
    expect(await cell(token, "Status")).toBe("in progress 1 of 1 attempts");
    const shown = await row(token);
    expect([shown.includes("/sandbox/pay"), shown.includes("/sandbox/expire")]).toStrictEqual([false, true]);
    expect((await post("expire", { token })).status).toBe(303);
    expect(await cell(token, "Status")).toBe("expired 1 of 1 attempts");
    const refused = await post("expire", { token });
    expect([refused.status, await refused.text()]).toStrictEqual([
      409,
      expect.stringContaining("it is expired"),
    ]);
  });

  test("shows when it expires", async () => {
    const { createToken, cell } = await openDashboard();
    const expired_at = "2039-05-06T07:08:09Z";
    const token = await createToken("order-1007", { order: { ...order, expired_at } });
    expect(await cell(token, "Created")).toMatch(/ expires 2039-05-06 07:08:09$/);
  });
});

describe("a transaction's row", () => {
  test("names card or method, the test mark, and its parent", async () => {
    const { sandbox, post, createToken, row, cell } = await openDashboard();
    const { uid } = await sandbox.pay(await createToken("order-1007", { test: true }));
    expect(await cell(`transaction-${uid}`, "Type")).toBe("payment test");
    expect(await cell(`transaction-${uid}`, "Amount")).toBe("€129.00 left €129.00");
    expect(await row(`transaction-${uid}`)).toContain('value="12900" min="1" max="12900"');
    await post("follow-up", { type: "refund", parent: uid, amount: "2900" });
    expect(await row(`transaction-${uid}`)).toContain('value="10000" min="1" max="10000"');
    expect(await cell(`transaction-${uid}`, "Amount")).toBe("€129.00 refunded €29.00 left €100.00");
    const refund = (await stateOf(sandbox)).transactions[1]?.transaction;
    expect(refund).toMatchObject({ type: "refund", reason: "Refunded on the dashboard" });
    expect(await row(`transaction-${refund?.uid}`)).toContain(`href="/?q=${uid}#transaction-${uid}"`);
    await post("follow-up", { type: "refund", parent: uid, amount: "10000" });
    expect(await row(`transaction-${uid}`)).not.toContain("<form");
    const plain = await sandbox.pay(await createToken());
    expect(await cell(`transaction-${plain.uid}`, "Type")).toBe("payment");
    const declined = await sandbox.pay(await createToken(), { card: "4005550000000019" });
    expect(await cell(`transaction-${declined.uid}`, "Amount")).toBe("€129.00");
  });

  test("names a method other than a card", async () => {
    const { sandbox, createToken, cell } = await openDashboard();
    const token = await createToken("order-1007", { payment_method: { types: ["erip"] } });
    const body = new URLSearchParams({ method: "erip", outcome: "pending" });
    await sandbox.fetch(new Request(`${ORIGIN}/v2/checkout?token=${token}`, { method: "POST", body }));
    const uid = (await stateOf(sandbox)).transactions[0]?.transaction.uid;
    expect(await cell(`transaction-${uid}`, "Time")).toMatch(/ erip$/);
  });
});
