import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { Sandbox, type SandboxListenOptions, type SandboxServer } from "../../../src/sandbox.ts";

const SECRET = "private-key-of-kim";
const PATHS = ["/", "/sandbox/environment", "/sandbox/calls", "/sandbox/style.css", "/sandbox/unknown"];
const FORM = "application/x-www-form-urlencoded";

const addresses = Object.values(networkInterfaces()).flatMap((ofOne) => ofOne ?? []);
/** This machine's address in its network. */
const network = addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;
const hasIPv6 = addresses.some(({ family }) => family === "IPv6");

const servers: SandboxServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map(({ close }) => close())));

/** Sends raw requests, with any `Host`, to a sandbox that listens. */
async function open(options: SandboxListenOptions) {
  const sandbox = new Sandbox({ secretKey: SECRET });
  const server = await sandbox.listen(options);
  servers.push(server);
  const port = Number(new URL(server.url).port);
  const send = async (to: string, method: string, path: string, headers: Record<string, string>) => {
    const sent = request({ host: to, port, method, path, headers, agent: false }).end();
    const [answer] = await once(sent, "response");
    return { status: answer.statusCode, body: await text(answer) };
  };
  return { port, send };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Where the dashboard is, for one who connects to an address and sends a `Host`. */
async function reach({ send, port }: Opened, to: string, host: string, headers = {}) {
  const sent = { host: host.replace("PORT", String(port)), ...headers };
  const found = [];
  for (const path of PATHS) {
    const { status, body } = await send(to, "GET", path, sent);
    found.push(status);
    expect(status === 200 || !body.includes(SECRET), path).toBe(true);
  }
  const posted = { ...sent, origin: `http://${sent.host}`, "content-type": FORM };
  found.push((await send(to, "POST", "/sandbox/clear", posted)).status);
  const authorization = `Basic ${btoa(`1:${SECRET}`)}`;
  for (const path of ["/products", "/widget/be_gateway.js"])
    expect((await send(to, "GET", path, { ...sent, authorization })).status, path).toBe(200);
  return found;
}

const SERVED = [200, 200, 200, 200, 404, 303];
const REFUSED = [403, 403, 403, 403, 403, 403];
const publicUrl = "https://kim.tunnel.example";

test.each([
  [SERVED, ["localhost", "localhost:PORT", "kim.localhost", "127.0.0.1:PORT", "127.8.9.1", "[::1]:PORT"]],
  [REFUSED, ["192.168.1.20:PORT", "203.0.113.5", "[2001:db8::1]", "0.0.0.0:PORT", "[::]", "sandbox.invalid"]],
])("the dashboard of a public sandbox answers %j at %j: only on this machine alone", async (found, hosts) => {
  const opened = await open({ publicUrl });
  for (const host of hosts)
    expect([host, await reach(opened, "127.0.0.1", host)]).toStrictEqual([host, found]);
});

test.each(["http://203.0.113.5:4010", "http://localhost:4010", "http://127.0.0.1:4010"])(
  "the dashboard is not served at the public address %s",
  async (url) => {
    const opened = await open({ publicUrl: url });
    expect(await reach(opened, "127.0.0.1", new URL(url).host)).toStrictEqual(REFUSED);
  },
);

test.skipIf(network === undefined)("another machine chooses Host, and reaches no dashboard", async () => {
  for (const host of ["0.0.0.0", network ?? ""]) {
    const opened = await open({ publicUrl, host });
    for (const claimed of ["localhost", "localhost:PORT", "127.0.0.1", "[::1]", `${network}:PORT`]) {
      const found = await reach(opened, network ?? "", claimed);
      expect([claimed, found]).toStrictEqual([claimed, REFUSED]);
    }
  }
});

test.skipIf(!hasIPv6)(
  "a socket of IPv6 for all addresses knows this machine by its IPv4 address too",
  async () => {
    const opened = await open({ publicUrl, host: "::" });
    expect(await reach(opened, "127.0.0.1", "localhost")).toStrictEqual(SERVED);
  },
);

test.skipIf(network === undefined)(
  "without a public address, whoever listens on all addresses opens the dashboard by them, as in a container",
  async () => {
    const opened = await open({ host: "0.0.0.0" });
    for (const host of [`${network}:PORT`, "localhost:PORT"])
      expect(await reach(opened, network ?? "", host)).toStrictEqual(SERVED);
  },
);
