import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { ConfigurationError, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";

const portOf = (url: string): number => Number(new URL(url).port);

test("a sandbox listens on 127.0.0.1 and any free port, at one address for all hosts", async () => {
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
  });
  expect(await new PaymentsClient(clientOptions).products.list()).toStrictEqual([]);
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
  const server = await new Sandbox(options).listen({ host: "127.0.0.2" });
  expect(server.url).toBe(`http://127.0.0.2:${portOf(server.url)}`);
  expect(await accepts("127.0.0.2", portOf(server.url))).toBe(true);
  expect(await accepts("127.0.0.1", portOf(server.url))).toBe(false);
  await server.close();
  const local = await new Sandbox(options).listen();
  expect(await accepts("127.0.0.1", portOf(local.url))).toBe(true);
  expect(await accepts("127.0.0.2", portOf(local.url))).toBe(false);
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
}, 5000);

test("a body over 1 MiB is 413, one of 1 MiB is read", async () => {
  const server = await new Sandbox().listen();
  const { shopId, secretKey } = server.clientOptions;
  const headers = {
    authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
    "content-type": "application/json",
  };
  const post = (bytes: number) =>
    fetch(`${server.url}/products`, { method: "POST", headers, body: " ".repeat(bytes) });
  expect((await post(1_048_577)).status).toBe(413);
  expect((await post(1_048_576)).status).toBe(400);
  await server.close();
});

test("a Node that is too old is refused by its version, and not with a missing function", () => {
  const { withResolvers } = Promise;
  Reflect.deleteProperty(Promise, "withResolvers");
  try {
    const message = `Node 22 or newer is needed; this is ${process.version}`;
    expect(() => new Sandbox()).toThrow(new ConfigurationError(message));
  } finally {
    Promise.withResolvers = withResolvers;
  }
});
