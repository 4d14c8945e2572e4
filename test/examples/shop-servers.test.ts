/** Requests that are no notification, to the shops in PHP and Python: half, endless, malformed, and too many of them. */
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { SHOP_ID } from "../support/gateway.ts";
import { listen } from "../support/listen.ts";
import { AUTHORIZATION, basic, signatureOf, TRANSACTION } from "../webhooks/notifications.ts";
import { begin, peakMemoryOf, send, sendLarge, statusOf } from "./hostile-requests.ts";
import { PHP, PYTHON } from "./money/processes/process.ts";
import { COPIED, type NotifiedShop, openDatabase, SETTINGS, startScript } from "./notified-shops.ts";

const SHOPS = Object.entries(COPIED);
const IN_PYTHON = SHOPS.filter(([name]) => name.endsWith(".py"));

const signed = (body: string, authorization = AUTHORIZATION) => [
  ...["Authorization", authorization],
  ...["Content-Signature", signatureOf(body)],
];

/** A genuine notification of a new order. @returns the status, and whether the order is paid. */
async function pay(shop: NotifiedShop) {
  const { transaction } = JSON.parse(TRANSACTION);
  const id = shop.placeOrder();
  const body = JSON.stringify({
    transaction: { ...transaction, uid: `u-${id}`, tracking_id: id, test: false },
  });
  return { status: await shop.post(body, signed(body)), isPaid: shop.paidBy(id) === `u-${id}` };
}

const PAID = { status: 200, isPaid: true };

/** The lines of a request, to the address of notifications. */
const post = ({ url }: NotifiedShop, ...headers: readonly string[]): string[] => [
  `POST ${new URL(url).pathname} HTTP/1.1`,
  ...["Host: shop", ...headers],
];

describe.each(SHOPS)("%s", (_, open) => {
  test("answers a genuine notification while 500 half requests are open, and keeps few of them", async () => {
    const shop = await open();
    const halves: Socket[] = [];
    onTestFinished(() => {
      for (const socket of halves) socket.destroy();
    });
    const kinds: (() => Promise<Socket>)[] = [
      () => begin(shop.url, ["POST /notify HTTP/1.1"]),
      () => begin(shop.url, post(shop, "Content-Length: 1000"), "x"),
      () => begin(shop.url, post(shop, "Content-Length: 1048576"), "x".repeat(100_000)),
    ];
    for (let count = 0; count < 500; count += 1) {
      const half = await kinds[count % kinds.length]?.();
      if (half) halves.push(half);
    }
    const start = performance.now();
    expect(await pay(shop)).toEqual(PAID);
    // One request after the other, they would take more than a minute: each ends ten seconds after its last byte.
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(statusOf(shop.child?.pid, "Threads")).toBeLessThan(60);
  });

  test("survives lengths that are no number of bytes", async () => {
    const shop = await open();
    for (const headers of [
      ["Content-Length: -1"],
      ["Content-Length: abc"],
      ["Content-Length: +5"],
      ["Content-Length: 5, 5"],
      ["Content-Length: 0x5"],
      ["Content-Length: 5", "Content-Length: 6"],
      ["Transfer-Encoding: chunked", "Content-Length: 5"],
      [],
    ]) {
      expect(await send(shop.url, post(shop, ...headers), "hello"), headers.join()).not.toMatch(/ [25]\d\d /);
    }
    expect(await pay(shop)).toEqual(PAID);
  });

  test.each(["PAYMENTS_SHOP_ID", "PAYMENTS_SECRET_KEY", "PAYMENTS_PUBLIC_KEY"])(
    "accepts nothing without %s",
    async (name) => {
      for (const value of [undefined, ""]) {
        const { [name]: _removed, ...others } = SETTINGS;
        const shop = await open(value === undefined ? others : { ...others, [name]: value });
        const body = "{}";
        for (const authorization of [AUTHORIZATION, basic(SHOP_ID, ""), basic("", ""), "Basic Og=="]) {
          // 0: the server did not start.
          expect([0, 401, 500]).toContain(await shop.post(body, signed(body, authorization)));
        }
      }
    },
  );
});

// The shop in Python waits for the database longer than a gateway waits for its answer.
test.each(SHOPS.filter(([name]) => name !== "shop.py"))(
  "%s answers 500 to what it cannot store, so that the gateway repeats it",
  async (_, open) => {
    const shop = await open();
    await shop.locked(async () => {
      const body = TRANSACTION.replace('"test": true', '"test": false');
      expect(await shop.post(body, signed(body))).toBe(500);
    });
    expect(await pay(shop)).toEqual(PAID);
  },
);

test.each(["other-languages/receive.php", "php-shop/shop.php"])(
  "%s answers 500 without a database, also if errors are displayed",
  async (script) => {
    const { url } = await startScript(PHP, script, { ...SETTINGS, DATABASE: "/nowhere/shop.sqlite" });
    const answer = await fetch(`${url}/notify`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe("");
  },
);

describe.each(IN_PYTHON)("%s", (_, open) => {
  test("takes no memory for an endless body, and closes a connection that sends nothing", async () => {
    const shop = await open();
    const before = peakMemoryOf(shop.child?.pid);
    const idle = await begin(shop.url, post(shop, "Content-Length: 10"), "x");
    const closed = new Promise((resolve) => idle.on("close", resolve));
    idle.resume();
    for (const length of ["-1", "1048577", "134217728", "99999999999999999999", `${"9".repeat(5000)}`]) {
      const answer = await sendLarge(shop.url, post(shop, `Content-Length: ${length}`), 64);
      expect(answer, length).not.toMatch(/ [25]\d\d /);
    }
    expect(await sendLarge(shop.url, post(shop, "Transfer-Encoding: chunked"), 64)).not.toMatch(/ [25]\d\d /);
    expect(peakMemoryOf(shop.child?.pid) - before).toBeLessThan(30);
    expect(await pay(shop)).toEqual(PAID);
    expect(await Promise.race([closed.then(() => "closed"), sleep(20_000, "open")])).toBe("closed");
  });
});

const WHOLE_SHOPS = [
  { language: PHP, script: "php-shop/shop.php" },
  { language: PYTHON, script: "python-shop/shop.py" },
];

test.each(WHOLE_SHOPS)(
  "$script answers 404 to an address that it does not have",
  async ({ language, script }) => {
    const { url } = await startScript(language, script, {
      ...SETTINGS,
      DATABASE: (await openDatabase()).file,
    });
    for (const path of [
      ...["/", "//", "///test", "/:80", "/%", "/%ff", "/notify/", "/NOTIFY", "http://x/test/order", "*"],
      ...[
        "/shop.php",
        "/shop.py",
        "/../shop.php",
        "/test/../test/order",
        "/test%2forder",
        "/test/order",
        "/test",
      ],
      ...["/return/x", "/return%00", "/test?order[]=1"],
    ]) {
      const answer = await send(url, [`GET ${path} HTTP/1.1`, "Host: shop", "Connection: close"]);
      expect(answer, path).toMatch(/^HTTP\/1.[01] (404|400) /);
    }
    for (const query of ["", "?order[]=1", "?order=%00", "?order='%20OR%201=1", "?order=%ff", "?%"]) {
      const answer = await send(url, [`GET /return${query} HTTP/1.1`, "Host: shop", "Connection: close"]);
      expect(answer, query).toMatch(/ 200 /);
    }
  },
);

test.each(
  WHOLE_SHOPS.flatMap((shop) =>
    ["https://shop.example", "https://shop.example/", "https://shop.example:8443//"].map((shopUrl) => ({
      ...shop,
      shopUrl,
    })),
  ),
)("$script starts with SHOP_URL $shopUrl", async ({ language, script, shopUrl }) => {
  const asked: string[] = [];
  await using gateway = await listen(
    createServer(async (request, response) => {
      for await (const chunk of request) asked.push(`${chunk}`);
      response.end(JSON.stringify({ checkout: { token: "t" } }));
    }),
  );
  const { url } = await startScript(language, script, {
    ...SETTINGS,
    ...{ SHOP_URL: shopUrl, PAYMENTS_CHECKOUT_URL: gateway.url, TEST_ROUTES: "1" },
    DATABASE: (await openDatabase()).file,
  });
  await fetch(`${url}/test/order`);
  const { settings } = JSON.parse(asked.join("")).checkout;
  expect(settings.notification_url).toBe(`${shopUrl.replace(/\/+$/, "")}/notify`);
});
