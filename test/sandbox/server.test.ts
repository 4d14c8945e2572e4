import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { ConfigurationError, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout, endlessProduct } from "../models/params.ts";
import { SECOND_LOOPBACK } from "../support/second-loopback.ts";

const portOf = (url: string): number => Number(new URL(url).port);

test("a sandbox listens on 127.0.0.1 and any free port, alone and at one address for all hosts", async () => {
  const sandbox = new Sandbox({ shopId: 4821, secretKey: "s3cret" });
  const server = await sandbox.listen();
  const { url, clientOptions } = server;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect(clientOptions).toStrictEqual({
    shopId: "4821",
    secretKey: "s3cret",
    baseUrl: url,
    checkoutUrl: url,
    gatewayUrl: url,
    idempotencyKeys: true,
  });
  const payments = new PaymentsClient(clientOptions);
  const product = await payments.products.create(endlessProduct);
  expect(await payments.products.list()).toStrictEqual([product]);
  const { redirect_url } = await payments.checkouts.create(aCheckout);
  expect((await fetch(redirect_url)).status).toBe(200);
  await expect(new Sandbox().listen({ port: portOf(url) })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await server.close();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("it listens on the given host only", async () => {
  const options = { shopId: 7301, secretKey: "of this test only" };
  const headers = { Authorization: `Basic ${btoa(`${options.shopId}:${options.secretKey}`)}` };
  // Another test's server may have the same port at the other address: it does not know these credentials.
  const accepts = (host: string, port: number) =>
    fetch(`http://${host}:${port}/products`, { headers }).then(
      (response) => response.ok,
      () => false,
    );
  const { host, inUrl } = SECOND_LOOPBACK;
  const server = await new Sandbox(options).listen({ host });
  expect(server.url).toBe(`http://${inUrl}:${portOf(server.url)}`);
  expect(await accepts(inUrl, portOf(server.url))).toBe(true);
  expect(await accepts("127.0.0.1", portOf(server.url))).toBe(false);
  await server.close();
  const local = await new Sandbox(options).listen();
  expect(await accepts("127.0.0.1", portOf(local.url))).toBe(true);
  expect(await accepts(inUrl, portOf(local.url))).toBe(false);
  await local.close();
});

test("for a wildcard host the URL is one that can be opened", async () => {
  const server = await new Sandbox().listen({ host: "0.0.0.0" });
  expect(server.url).toBe(`http://127.0.0.1:${portOf(server.url)}`);
  expect((await fetch(`${server.url}/products`)).status).toBe(401);
  await server.close();
});

test("an IPv6 address is in brackets in the URL; without IPv6, listen() fails with the system's code", async () => {
  const server = await new Sandbox().listen({ host: "::1" }).catch((error: NodeJS.ErrnoException) => error);
  if (server instanceof Error) {
    expect(["EADDRNOTAVAIL", "EAFNOSUPPORT"]).toContain(server.code);
  } else {
    expect(server.url).toBe(`http://[::1]:${portOf(server.url)}`);
    await server.close();
  }
});

test("close() ends open connections, idle ones and those in the middle of a request", async () => {
  const server = await new Sandbox().listen();
  await (await fetch(`${server.url}/products`)).text();
  const half = connect(portOf(server.url), "127.0.0.1");
  await once(half, "connect");
  half.on("error", () => undefined);
  half.write("POST /products HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{");
  const isClosed = once(half, "close").then(() => "connection closed");
  await new Promise((resolve) => setTimeout(resolve, 20));
  await server.close();
  expect(await isClosed).toBe("connection closed");
});

test("an invalid option is named in the error", () => {
  const cases: [options: object, message: string][] = [
    [{ shopId: "a:b" }, "shopId must not contain a colon"],
    [{ shopId: true }, "shopId must be a string or a number"],
    [{ secretKey: 1 }, "secretKey must be a string"],
    [{ shopId: null, shopName: 7 }, "shopId must be a string or a number; shopName must be a string"],
    [{ shopName: 7 }, "shopName must be a string"],
    [{ shopUrl: "books" }, "shopUrl must be an absolute http or https URL"],
    [{ shopUrl: "javascript:alert(1)" }, "shopUrl must be an absolute http or https URL"],
    ...[0, 0.0009, Number.NaN, Number.POSITIVE_INFINITY, "2"].map((speed): [object, string] => [
      { speed },
      "speed must be a number, 0.001 or more",
    ]),
    [{ state: {} }, "state must be a result of sandbox.state()"],
    [{ deliver: 1 }, "deliver must be a function"],
  ];
  for (const [options, message] of cases) {
    expect(() => Reflect.construct(Sandbox, [options])).toThrow(new ConfigurationError(message));
  }
  const { deliverTo } = Sandbox.prototype;
  expect(() => Reflect.apply(deliverTo, new Sandbox(), [{}])).toThrow(
    new TypeError("deliverTo: deliver must be a function"),
  );
});
