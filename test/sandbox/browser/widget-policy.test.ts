/** The page of “Use the widget”, with the Content-Security-Policy that the guide describes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../src/sandbox/http/listen.ts";
import { openSandbox } from "../open-gateway.ts";
import { openBrowser } from "./open-browser.ts";
import { enterCard } from "./open-shop.ts";

const GUIDE = join(import.meta.dirname, "../../../docs/guides/take-a-payment.md");

test("the widget takes a payment on a page that allows only its own files and the gateway", async () => {
  const { sandbox, payments, create } = openSandbox();
  const [browser, gateway] = await Promise.all([openBrowser(), sandbox.listen()]);
  const guide = (await readFile(GUIDE, "utf8")).replaceAll("http://127.0.0.1:4010", gateway.url);
  const [, html = "", script = ""] = /```html\n(.*?)```.*?```js\n(\/\/ pay\.js.*?)```/s.exec(guide) ?? [];
  let token = "";
  const answers: Readonly<Record<string, () => Promise<Response> | Response>> = {
    "/": () => new Response(html, { headers: { "content-type": "text/html" } }),
    "/pay.js": () => new Response(script, { headers: { "content-type": "text/javascript" } }),
    "/orders/1007": () => new Response("Your order"),
    async "/checkout"() {
      const order = { amount: 12_900, currency: "EUR", description: "Pass" };
      token = await create({ order, settings: { return_url: `${shop.url}/orders/1007` } });
      return Response.json({ token });
    },
  };
  const policy = `default-src 'self'; script-src 'self' ${gateway.url}; frame-src ${gateway.url}`;
  const shop = await listen(
    async ({ url }) => {
      const answer = (await answers[new URL(url).pathname]?.()) ?? new Response(null, { status: 404 });
      answer.headers.set("content-security-policy", policy);
      return answer;
    },
    0,
    "127.0.0.1",
  );
  onTestFinished(async () => {
    await browser.close();
    await Promise.all([gateway.close(), shop.close()]);
  });

  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(shop.url);
  await page.getByRole("button", { name: "Pay" }).click();
  const frame = page.frameLocator("iframe");
  await enterCard(frame);
  await frame.getByRole("button", { name: /^Pay/ }).click();
  await frame.getByRole("link", { name: "Back to the shop" }).click();
  await page.waitForURL(/\/orders\/1007/);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful" });
  expect(refused).toStrictEqual([]);
});
