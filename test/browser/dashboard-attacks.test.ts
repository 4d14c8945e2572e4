import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, servePage } from "./open-browser.ts";
import { openSandbox, SECRET } from "./open-dashboard.ts";

const ANSWERED = "the page was answered";

const browser = await openBrowser(["--host-resolver-rules=MAP rebound.example 127.0.0.1"]);
const gateway = await openSandbox(async () => new Response("ok"));
const token = await gateway.createToken({ settings: { notification_url: "https://shop.example/notify" } });
const evil = await servePage("<h1>Another site</h1>");

beforeAll(async () => {
  await gateway.shop.payments.expire(await gateway.createToken());
});
afterAll(() => Promise.all([browser.close(), gateway.server.close(), evil.close()]));

/** What attacks would change: the state, and what is planned. */
const seen = async () => {
  const { store, failures, disturbances } = gateway.shop;
  return JSON.stringify([await store.state(), failures.items, disturbances.items]);
};

const ACTIONS = ["pay", "expire", "redeliver", "new-order", "fail", "disturb", "clear"];
const READS = ["/", "/sandbox/environment", `/sandbox/export/orders/${token}`, "/sandbox/export/calls.har"];

test("another site's page cannot press a button of the dashboard, by a form or by fetch", async () => {
  const page = await browser.newPage();
  const before = await seen();
  for (const action of ACTIONS) {
    const address = `${gateway.url}/sandbox/${action}`;
    const fields = {
      token,
      delivery: gateway.shop.deliveries.list()[0]?.id ?? "",
      status: "503",
      notification: "lost",
    };
    await page.goto(evil.url);
    const answered = page.waitForResponse(address);
    await page.evaluate(
      `(() => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: ${JSON.stringify(address)} });
        for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      })()`,
    );
    expect([action, (await answered).status()]).toStrictEqual([action, 403]);
    await page.waitForURL(address);
    await page.goto(evil.url);
    const fetched = `fetch(${JSON.stringify(address)}, { method: "POST", mode: "no-cors", body: new URLSearchParams(${JSON.stringify(fields)}) })`;
    expect(await page.evaluate(`${fetched}.then(({ type }) => type)`)).toBe("opaque");
  }
  expect(await seen()).toBe(before);
});

test("another site's page reads nothing of the dashboard, and cannot frame it", async () => {
  const page = await browser.newPage();
  await page.goto(evil.url);
  for (const path of READS) {
    const address = JSON.stringify(gateway.url + path);
    const read = `fetch(${address}, { headers: { accept: "application/json" } }).then(() => ${JSON.stringify(ANSWERED)}, (error) => error.name)`;
    expect([path, await page.evaluate(read)]).toStrictEqual([path, "TypeError"]);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: ${address} }))`,
    );
  }
  // Files are downloaded by whoever is there, and shown to nobody.
  const framed = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
  const blocked = READS.map((path) => (path.includes("/export/") ? "" : "chrome-error://chromewebdata/"));
  await expect.poll(framed).toStrictEqual(blocked);
});

test("a name that was pointed at this machine (DNS rebinding) shows and does nothing", async () => {
  const page = await browser.newPage();
  const rebound = `http://rebound.example:${new URL(gateway.url).port}`;
  const before = await seen();
  for (const path of READS) {
    const response = await page.goto(rebound + path);
    expect([path, response?.status()]).toStrictEqual([path, 421]);
    expect(await page.content()).not.toContain(SECRET);
  }
  for (const action of ACTIONS) {
    const post = `fetch("/sandbox/${action}", { method: "POST", body: new URLSearchParams({ token: ${JSON.stringify(token)}, status: "503", notification: "lost" }) }).then(({ status }) => status)`;
    expect([action, await page.evaluate(post)]).toStrictEqual([action, 421]);
  }
  expect(await seen()).toBe(before);
});
