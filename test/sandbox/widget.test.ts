import { transform } from "esbuild";
import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout } from "../models/params.ts";

const fetchScript = (method = "GET") =>
  new Sandbox().fetch(new Request("https://sandbox.invalid/widget/be_gateway.js", { method }));

test("the widget's script may be loaded by a page of any origin, by GET only, is what its type says, and is not kept", async () => {
  const { status, headers } = await fetchScript();
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": expect.stringMatching(/^text\/javascript/),
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  expect((await fetchScript("POST")).status).toBe(404);
});

test("the widget's script runs where ES2017 does", async () => {
  const script = await (await fetchScript()).text();
  const [old, latest] = await Promise.all([
    transform(script, { target: "es2017" }),
    transform(script, { target: "esnext" }),
  ]);
  expect(script).toContain("BeGateway");
  expect(old.code).toBe(latest.code);
});

/** Creates a token like the page at /v2/start. */
const createAsWidget = (
  sandbox: Sandbox,
  checkout: unknown,
  headers: Record<string, string> = { "sec-fetch-site": "same-origin", origin: "https://sandbox.invalid" },
) =>
  sandbox.fetch(
    new Request("https://sandbox.invalid/ctp/api/checkouts", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ checkout }),
    }),
  );
const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: 17 };
const plain = { transaction_type: "payment", order };

test("the shop's public key creates a token, with the same lenient reading as the API", async () => {
  const sandbox = new Sandbox();
  const publicKey = await sandbox.publicKey();
  const answer = await createAsWidget(sandbox, { public_key: publicKey, customer: [], ...plain });
  expect(answer.status).toBe(201);
  const created = await answer.json();
  expect(created).toStrictEqual({
    checkout: {
      ...plain,
      order: { ...order, tracking_id: "17" },
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      redirect_url: expect.stringMatching(/^https:..sandbox.invalid.v2.checkout.token=[0-9a-f]{64}$/),
    },
  });
  const logged = {
    operation: "checkouts.create",
    status: 201,
    body: { checkout: { order } },
    answer: created,
  };
  expect(sandbox.requests).toMatchObject([logged]);
});

test("with a publicUrl, the public key makes no token whose notifications, with the secret key, go elsewhere", async () => {
  const sandbox = new Sandbox({ secretKey: "a-key-of-kim" });
  const public_key = await sandbox.publicKey();
  const urls = {
    notification_url: "http://127.0.0.1:9/notify",
    verification_url: "http://127.0.0.1:9/admin",
  };
  const create = (settings: unknown) =>
    createAsWidget(sandbox, { ...plain, public_key, transaction_type: "payout", settings });
  expect((await create(urls)).status).toBe(201);
  const server = await sandbox.listen({ publicUrl: "https://kim.tunnel.example" });
  const why =
    "must be set by your server with the secret key, because the local gateway has a publicUrl and the public key is not secret";
  const refused = await create(urls);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toStrictEqual({
    message: `Notification url ${why}. Verification url ${why}`,
    errors: { checkout: { settings: { notification_url: [why], verification_url: [why] } } },
  });
  expect((await create({ notification_url: null, verification_url: "" })).status).toBe(201);
  const payments = new PaymentsClient(sandbox.clientOptions);
  const settings = { notification_url: urls.notification_url };
  expect(await payments.checkouts.create({ ...aCheckout, settings })).toMatchObject({ settings });
  await server.close();
});

test("the widget creates no token without the shop's public key, nor for a page of another origin", async () => {
  const sandbox = new Sandbox();
  const publicKey = await sandbox.publicKey();
  const before = JSON.stringify(await sandbox.state());
  const own = { ...plain, public_key: publicKey };
  const cases: [checkout: unknown, status: number, message: string, headers?: Record<string, string>][] = [
    [plain, 401, "public_key is missing"],
    [undefined, 401, "public_key is missing"],
    [{ ...plain, public_key: await new Sandbox().publicKey() }, 401, "not this shop's public key"],
    [{ ...plain, public_key: [publicKey] }, 401, "not this shop's public key"],
    [{ ...own, order: { ...order, amount: -1 } }, 422, "Amount"],
    [own, 403, "web pages", { "sec-fetch-site": "cross-site", origin: "https://shop.example" }],
    [own, 403, "web pages", { origin: "null" }],
    [own, 415, "application/json", { "content-type": "text/plain" }],
  ];
  for (const [checkout, status, message, headers] of cases) {
    const answer = await createAsWidget(sandbox, checkout, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining(message) });
  }
  sandbox.failNext({ status: 503 });
  expect((await createAsWidget(sandbox, own)).status).toBe(503);
  const ofKey = { status: 401, problems: [{ path: [], messages: [expect.stringContaining("public")] }] };
  const refused = { status: 422, problems: [{ path: ["checkout", "order", "amount"] }] };
  expect(sandbox.requests).toMatchObject([
    ofKey,
    ofKey,
    ofKey,
    ofKey,
    refused,
    { status: 415 },
    { status: 503 },
  ]);
  expect(JSON.stringify(await sandbox.state())).toBe(before);
});
