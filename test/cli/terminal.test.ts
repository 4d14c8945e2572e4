import { afterEach, beforeEach, expect, test } from "vitest";
import { endlessProduct } from "../models/params.ts";
import { type Gateway, startGateway } from "../support/gateway.ts";
import { press } from "../support/press.ts";
import { clientOf, startSandbox } from "./start.ts";

let shop: Gateway;
let answer = 200;
let url = "";

beforeEach(async () => {
  shop = await startGateway((response) => response.writeHead(answer).end("kim@x.example"));
  url = `${shop.url}/notify`;
  answer = 200;
});
afterEach(() => shop[Symbol.asyncDispose]());

/** A sandbox whose customers pay on its dashboard. */
async function run(...args: string[]) {
  const sandbox = await startSandbox(...args);
  const { client, url: origin } = sandbox;
  const pay = async (card: string, notification_url = url) => {
    const { token } = await client.checkouts.create({
      transaction_type: "payment",
      order: { amount: 12900, currency: "EUR", description: "For Kim Muller", tracking_id: "1007" },
      settings: { notification_url },
      customer: { email: "kim@x.example", first_name: "Kim", last_name: "Muller" },
    });
    await press(origin, "pay", { order: token, card });
    return token;
  };
  return { ...sandbox, pay };
}

const TIME = String.raw`^\d\d:\d\d:\d\d`;

test("each API call and each notification is one line, without customer data", async () => {
  const { client, pay, lines } = await run();
  const token = await pay("4200000000000000");
  await client.checkouts.get(token);
  answer = 500;
  await pay("4005550000000019", `${url}?key=secret`);
  await expect.poll(() => lines().length).toBe(5);
  const host = url.replaceAll(".", String.raw`\.`);
  expect(lines()).toStrictEqual([
    expect.stringMatching(`${TIME} <- POST /ctp/api/checkouts 201  order 1007$`),
    expect.stringMatching(String.raw`${TIME} -> POST ${host} 200 in \d+ ms  order 1007; paid$`),
    expect.stringMatching(`${TIME} <- GET /ctp/api/checkouts/${token} 200  order 1007$`),
    expect.stringMatching(`${TIME} <- POST /ctp/api/checkouts 201  order 1007$`),
    expect.stringMatching(
      String.raw`${TIME} -> POST ${host} 500 in \d+ ms  order 1007; declined; next attempt in \d+ s$`,
    ),
  ]);
});

test("a refused call says why, and which fields are undocumented", async () => {
  const { client, lines } = await run();
  await client.products.create({ ...endlessProduct, ...{ imortal: true, "\u001b[31m": "kim@x.example" } });
  const order = { amount: 12900, currency: "XXQ", description: "Pass", tracking_id: "10\u001b[31m07" };
  const refused = client.checkouts.create({ transaction_type: "payment", order });
  await expect(refused).rejects.toMatchObject({ response: { status: 422 } });
  await expect.poll(() => lines().length).toBe(2);
  expect(lines()).toStrictEqual([
    expect.stringMatching(
      String.raw`${TIME} <- POST /products 201  undocumented fields: imortal \(immortal\?\), \\u001b\[31m$`,
    ),
    expect.stringMatching(
      String.raw`${TIME} <- POST /ctp/api/checkouts 422  order 10\\u001b\[31m07; checkout\.order\.currency: is unknown in ISO 4217$`,
    ),
  ]);
});

test("a 401 says which of the credentials is wrong, and prints neither", async () => {
  const { environment, lines } = await run();
  for (const wrong of [
    { PAYMENTS_SECRET_KEY: "key-of-kim" },
    { PAYMENTS_SHOP_ID: "4821" },
    { PAYMENTS_SHOP_ID: "4821", PAYMENTS_SECRET_KEY: "key-of-kim" },
  ]) {
    const refused = clientOf({ ...environment, ...wrong }).products.list();
    await expect(refused).rejects.toMatchObject({ response: { status: 401 } });
  }
  await fetch(`${environment["PAYMENTS_BASE_URL"]}/products`);
  await expect.poll(() => lines().length).toBe(4);
  expect(lines().map((line) => line.slice("12:00:00 ".length))).toStrictEqual([
    "<- GET /products 401  Access denied: the secret key is wrong",
    "<- GET /products 401  Access denied: the shop id is wrong",
    "<- GET /products 401  Access denied: shop id and secret key are wrong",
    "<- GET /products 401  Access denied: there is no Authorization header",
  ]);
});

test("a notification that the shop refuses, or that nobody answers, says why", async () => {
  const { pay, lines } = await run();
  answer = 401;
  await pay("4200000000000000");
  await pay("4200000000000000", "http://127.0.0.1:1/notify");
  await pay("4200000000000000", "http://kim:secret@127.0.0.1:1/notify?key=secret");
  await expect.poll(() => lines().length).toBe(7);
  const [, refused, hint, , unanswered, , withPassword] = lines();
  expect(refused).toMatch(/ 401 in \d+ ms {2}order 1007; paid; next attempt in \d+ s$/);
  expect(hint).toBe(
    "         401 may mean that the shop's PAYMENTS_PUBLIC_KEY or PAYMENTS_SECRET_KEY is old. Copy the current keys from the dashboard, or write them with --env FILE.",
  );
  expect(unanswered).toMatch(
    / -> POST http:\/\/127\.0\.0\.1:1\/notify no answer: .*bad port in \d+ ms {2}order 1007; paid; next attempt/,
  );
  expect(withPassword).toContain("no answer: ");
  expect(lines().join()).not.toContain("secret");
});

test("--quiet prints nothing after the greeting", async () => {
  const { pay, lines, warned, client, stop } = await run("--quiet");
  answer = 500;
  const token = await pay("4200000000000000");
  await client.checkouts.get(token);
  await stop();
  expect([lines(), warned()]).toStrictEqual([[], ""]);
});
