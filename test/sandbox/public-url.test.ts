import dns from "node:dns/promises";
import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { ConfigurationError } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { startGateway as startShop } from "../support/gateway.ts";
import { openSandbox } from "./open-gateway.ts";

const publicUrl = "https://kim.tunnel.example";

/** The answer to the notification of a payment with this address. */
async function notify(notification_url: string, isPublic = true, deliver?: () => Promise<Response>) {
  const { sandbox, create } = openSandbox({ secretKey: "a-key-of-kim", deliver });
  const server = await sandbox.listen(isPublic ? { publicUrl } : {});
  await sandbox.pay(await create({ settings: { notification_url } }));
  await server.close();
  return sandbox.deliveries[0]?.answers[0];
}

test("a public sandbox has no key that everybody knows", async () => {
  for (const options of [{}, { secretKey: "sandbox-secret-key" }]) {
    const refused = new Sandbox(options).listen({ publicUrl });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow("publicUrl requires your own secretKey");
  }
});

test("a public sandbox posts nothing to addresses of private networks, and shows none of their answers", async () => {
  for (const [url, address] of [
    ["http://10.0.0.7/notify", "10.0.0.7"],
    ["http://192.168.1.1/", "192.168.1.1"],
    ["http://169.254.169.254/latest/meta-data", "169.254.169.254"],
    ["http://0xa000007/", "10.0.0.7"],
    ["http://0.0.0.0:8080/", "0.0.0.0"],
    ["http://[fd00::1]/", "fd00::1"],
    ["http://[::ffff:10.0.0.7]/", "::ffff:a00:7"],
    ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["http://[64:ff9b::a00:1]/", "64:ff9b::a00:1"],
    ["http://[64:ff9b::192.168.1.1]/", "64:ff9b::c0a8:101"],
    ["http://[64:ff9b::127.0.0.1]/", "64:ff9b::7f00:1"],
    ["http://[64:ff9b::a9fe:a9fe]/", "64:ff9b::a9fe:a9fe"],
    ["http://[64:ff9b:1::1]/", "64:ff9b:1::1"],
    ["http://[64:ff9b:1:ffff::cb00:7107]/", "64:ff9b:1:ffff::cb00:7107"],
    ["http://[::10.0.0.1]/", "::a00:1"],
    ["http://[::127.0.0.1]/", "::7f00:1"],
    ["http://[fec0::1]/", "fec0::1"],
    ["http://[feff::1]/", "feff::1"],
  ] as const) {
    let posts = 0;
    const answer = await notify(url, true, async () => {
      posts += 1;
      return new Response("a secret of the network");
    });
    expect([url, answer?.error]).toStrictEqual([
      url,
      `refused: ${address} is in a private network, and this local gateway has a publicUrl`,
    ]);
    expect([url, posts, answer?.body]).toStrictEqual([url, 0, undefined]);
  }
});

test("a public sandbox posts to the developer's own shop on this machine, and to the internet", async () => {
  await using shop = await startShop({ status: 200, body: "thanks" });
  expect(await notify(`${shop.url}/notify`)).toMatchObject({ status: 200, body: "thanks" });
  const deliver = async () => new Response("ok");
  for (const host of ["203.0.113.7", "[2a00:1450::7]", "[64:ff9b::203.0.113.7]", "[64:ff9b:2::a00:1]"]) {
    expect(await notify(`https://${host}/notify`, true, deliver)).toMatchObject({ status: 200 });
  }
});

test.each([true, false])("header names are those of the gateway, public: %s", async (isPublic) => {
  const names: string[] = [];
  await using shop = await startShop((response) => {
    names.push(...response.req.rawHeaders.filter((_, index) => index % 2 === 0));
    response.end();
  });
  await notify(shop.url, isPublic);
  const expected = ["Content-Signature", "Authorization", "Content-Type", "Accept"];
  expect(names).toStrictEqual(expect.arrayContaining(expected));
});

test("a sandbox without a public address posts into the developer's network", async () => {
  const deliver = async () => new Response("ok");
  expect(await notify("http://10.0.0.7/notify", false, deliver)).toMatchObject({ status: 200 });
});

test("a name that is resolved to another address after the check reaches no private network", async () => {
  await using shop = await startShop({ status: 200, body: "thanks" });
  const host = `rebind.example:${new URL(shop.url).port}`;
  const found = vi.spyOn(dns, "lookup");
  const resolveTo = (to: string) =>
    found.mockImplementation(async () => Object([{ address: to, family: 4 }]));
  resolveTo("127.0.0.1");
  expect(await notify(`http://${host}/notify`)).toMatchObject({ status: 200, body: "thanks" });
  expect(shop.requests).toMatchObject([{ headers: { host } }]);
  expect(found).toHaveBeenCalledOnce();
  resolveTo("10.0.0.7");
  const answer = await notify(`http://${host}/notify`);
  expect(answer?.error).toBe(
    "refused: 10.0.0.7 is in a private network, and this local gateway has a publicUrl",
  );
});

test("a public sandbox reads no more of a shop's answer than it keeps, and knows answers without a body", async () => {
  let sent = 0;
  const writeEndlessly = (response: ServerResponse): void => {
    sent += 65_536;
    const next = () => writeEndlessly(response);
    if (sent < 1e9 && !response.destroyed) response.write(Buffer.alloc(65_536, "x"), next);
  };
  await using shop = await startShop((response) => response.writeHead(204).end(), writeEndlessly);
  expect(await notify(shop.url)).toMatchObject({ status: 204, body: "" });
  expect((await notify(shop.url))?.body).toBe("x".repeat(2000));
  expect(sent).toBeLessThan(1e8);
});
