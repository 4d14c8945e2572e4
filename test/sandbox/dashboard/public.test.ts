import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { Sandbox, type SandboxListenOptions, type SandboxServer } from "../../../src/sandbox.ts";

const SECRET = "private-key-of-kim";
const PATHS = [
  ...PAGES.map(({ address }) => address),
  ...["/sandbox/style.css", "/sandbox/api/orders", "/sandbox/orders/unknown"],
];

const addresses = Object.values(networkInterfaces()).flatMap((ofOne) => ofOne ?? []);
/** This machine's address in its network. */
const network = addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;

async function open(options: SandboxListenOptions) {
  const sandbox = new Sandbox({ secretKey: SECRET });
  const server = await sandbox.listen(options);
  onTestFinished(server.close);
  return server;
}

/** Sends a raw request, with any `Host`. */
const send = async (
  to: string,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
) => {
  const sent = request({ host: to, port, method, path, headers, agent: false }).end(
    method === "POST" ? "{}" : undefined,
  );
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, body: await text(answer) };
};

const portOf = (url: string): number => Number(new URL(url).port);

/** Where the dashboard is at a port, for one who connects to an address and sends a `Host`. */
async function reach(port: number, to: string, host: string, headers = {}) {
  const sent = { host: host.replace("PORT", String(port)), ...headers };
  const found = [];
  for (const path of PATHS) {
    const { status, body } = await send(to, port, "GET", path, sent);
    found.push(status);
    expect(status === 200 || !body.includes(SECRET), path).toBe(true);
  }
  const posted = { origin: `http://${sent.host}`, "content-type": "application/json", ...sent };
  found.push((await send(to, port, "POST", "/sandbox/api/clear", posted)).status);
  const authorization = `Basic ${btoa(`1:${SECRET}`)}`;
  for (const path of ["/products", "/widget/be_gateway.js"])
    expect((await send(to, port, "GET", path, { ...sent, authorization })).status, path).toBe(200);
  return found;
}

const SERVED = [...PATHS.map((path) => (path.endsWith("unknown") ? 404 : 200)), 200];
const REFUSED = SERVED.map(() => 403);
const publicUrl = "https://kim.tunnel.example";

const HOSTS = [
  ...["localhost", "localhost:PORT", "kim.localhost", "127.0.0.1:PORT", "127.8.9.1", "[::1]:PORT"],
  ...["192.168.1.20:PORT", "203.0.113.5", "[2001:db8::1]", "0.0.0.0:PORT", "[::]", "sandbox.invalid"],
];

// A reverse proxy connects from this machine, and may send a `Host` of its own.
test("the address that others reach serves no dashboard, whatever Host and Origin are and whoever connects", async () => {
  const { url } = await open({ publicUrl });
  for (const host of [...HOSTS, "kim.tunnel.example"])
    expect([host, await reach(portOf(url), "127.0.0.1", host)]).toStrictEqual([host, REFUSED]);
  for (const headers of [{ origin: publicUrl }, { "sec-fetch-site": "same-origin" }])
    expect(await reach(portOf(url), "127.0.0.1", "localhost:PORT", headers)).toStrictEqual(REFUSED);
  const address = "http://203.0.113.5:4010";
  const other = await open({ publicUrl: address });
  expect(await reach(portOf(other.url), "127.0.0.1", new URL(address).host)).toStrictEqual(REFUSED);
});

test("the dashboard of a public sandbox has its own port, on this machine alone", async () => {
  const { url, dashboardUrl, clientOptions } = await open({ publicUrl, host: "0.0.0.0" });
  const port = portOf(dashboardUrl);
  expect(port).not.toBe(portOf(url));
  expect(clientOptions.checkoutUrl).toBe(dashboardUrl);
  for (const host of ["localhost:PORT", "127.0.0.1:PORT"])
    expect([host, await reach(port, "127.0.0.1", host)]).toStrictEqual([host, SERVED]);
  const sent = await send("127.0.0.1", port, "GET", "/", {
    host: "localhost",
    "x-forwarded-for": "203.0.113.5",
  });
  expect(sent.status).toBe(403);
  if (network === undefined) return;
  await expect(send(network, port, "GET", "/", { host: "localhost" })).rejects.toThrow("ECONNREFUSED");
});

/** A public sandbox at a port whose next one is free, too. */
async function openAtPort(): Promise<SandboxServer> {
  for (let port = 20_000 + Math.floor(Math.random() * 20_000); ; port += 2) {
    const server = await open({ publicUrl, port }).catch((error: unknown) => {
      if (Object(error).code !== "EADDRINUSE") throw error;
      return undefined;
    });
    if (server) return server;
  }
}

test("the dashboard's port follows that of the sandbox, and a taken one is named", async () => {
  const { url, dashboardUrl } = await openAtPort();
  expect(portOf(dashboardUrl)).toBe(portOf(url) + 1);
  const port = portOf(url);
  await expect(open({ publicUrl, dashboardPort: port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
  await expect(open({ publicUrl, port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
});

test.skipIf(network === undefined)("another machine chooses Host, and reaches no dashboard", async () => {
  for (const host of ["0.0.0.0", network ?? ""]) {
    const { url } = await open({ publicUrl, host });
    for (const claimed of ["localhost", "localhost:PORT", "127.0.0.1", "[::1]", `${network}:PORT`]) {
      const found = await reach(portOf(url), network ?? "", claimed);
      expect([claimed, found]).toStrictEqual([claimed, REFUSED]);
    }
  }
});

test.skipIf(network === undefined)(
  "without a public address, whoever listens on all addresses opens the dashboard by them, as in a container",
  async () => {
    const { url, dashboardUrl } = await open({ host: "0.0.0.0" });
    expect(dashboardUrl).toBe(url);
    for (const host of [`${network}:PORT`, "localhost:PORT"])
      expect(await reach(portOf(url), network ?? "", host)).toStrictEqual(SERVED);
  },
);
