import dns from "node:dns";
import { expect, onTestFinished, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { listen } from "../../src/sandbox/http/listen.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { startGateway as startShop } from "../support/gateway.ts";
import { ORDER } from "./open-gateway.ts";

/** Leads these names to this machine, as Docker's DNS does. */
const mapNames = (...names: readonly string[]): void => {
  const { lookup } = dns;
  const lookUpHere = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(lookup, dns, [names.includes(name) ? "127.0.0.1" : name, ...rest]);
  Object.assign(dns, { lookup: lookUpHere });
  onTestFinished(() => void Object.assign(dns, { lookup }));
};

const openAt = async (name: string, publicUrl?: string) => {
  const sandbox = new Sandbox();
  const server = await sandbox.listen({ host: "0.0.0.0", publicUrl });
  onTestFinished(server.close);
  const url = `http://${name}:${new URL(server.url).port}`;
  const addresses = { baseUrl: url, checkoutUrl: url, gatewayUrl: url };
  const options = { ...server.clientOptions, ...addresses, allowInsecureHttp: true };
  return { sandbox, url, dashboardUrl: server.dashboardUrl, payments: new PaymentsClient(options) };
};

const tokenFor = (notification_url: string) => ({
  transaction_type: "payment" as const,
  order: ORDER,
  settings: { notification_url },
});

test.each(["gateway", "payment_gateway", "host.docker.internal"])(
  "a shop in a container pays, refunds and is notified at http://%s",
  async (name) => {
    mapNames(name, "shop");
    await using shop = await startShop({ status: 200 });
    const { sandbox, payments } = await openAt(name);
    for (const amount of [100, 200]) {
      const notify = shop.url.replace("127.0.0.1", "shop");
      const { token } = await payments.checkouts.create(tokenFor(notify));
      const { uid } = await sandbox.pay(token);
      await payments.transactions.refund({ parent_uid: uid, amount, reason: "Broken" });
    }
    await sandbox.idle();
    expect(sandbox.deliveries.map(({ answers }) => answers[0]?.status)).toStrictEqual([200, 200, 200, 200]);
  },
);

test("links start with the published port, and the dashboard is there, without a secret key", async () => {
  mapNames("gateway");
  const publicUrl = "http://localhost:4711";
  const { sandbox, payments, url, dashboardUrl } = await openAt("gateway", publicUrl);
  const { token, redirect_url } = await payments.checkouts.create(tokenFor("http://10.0.0.7/notify"));
  expect(redirect_url).toBe(`${publicUrl}/widget/hpp.html?token=${token}`);
  // As a browser opens it through the published port.
  const page = await fetch(`${url.replace("gateway", "localhost")}/sandbox/orders/${token}`);
  expect([page.status, await page.text()]).toStrictEqual([200, expect.stringContaining(redirect_url)]);
  expect(new URL(dashboardUrl).port).toBe(new URL(url).port);
  // A container has a private address, which a public gateway would not post to.
  sandbox.deliverTo(async () => new Response("ok"));
  await sandbox.pay(token);
  expect(sandbox.deliveries[0]?.answers[0]?.status).toBe(200);
});

test("a widget in a container's browser makes a token with the public key", async () => {
  const { sandbox, url } = await openAt("127.0.0.1");
  const headers = { host: "gateway:4010", origin: "http://gateway:4010", "content-type": "application/json" };
  const checkout = { transaction_type: "payment", public_key: await sandbox.publicKey(), order: ORDER };
  const body = JSON.stringify({ checkout });
  const answer = await sandbox.fetch(
    new Request(`${url}/ctp/api/checkouts`, { method: "POST", headers, body }),
  );
  expect(answer.status).toBe(201);
});

test("a call to another host name is sent and answered once, although its headers and its body come apart", async () => {
  mapNames("gateway.example");
  const arrived: string[] = [];
  const server = await listen(
    (request) => {
      arrived.push(request.url);
      return new Sandbox().fetch(request);
    },
    0,
    "127.0.0.1",
  );
  onTestFinished(server.close);
  const address = `http://gateway.example:${new URL(server.url).port}/ctp/api/checkouts`;
  for (let call = 1; call <= 3; call += 1) {
    const answer = await fetch(address, { method: "POST", body: JSON.stringify({ checkout: {} }) });
    expect([answer.status, await answer.text()]).toStrictEqual([403, expect.stringContaining("publicUrl")]);
    expect(arrived.length).toBe(call);
  }
});
