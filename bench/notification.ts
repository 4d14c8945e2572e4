/**
 * Prints the CPU time of a notification in three servers of Node: one that only answers, one that verifies by hand, and
 * the handler behind `toNodeListener`. Fails above the limit, and if the heap of the handler's server grows.
 */
import { fork } from "node:child_process";
import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { toNodeListener, Webhooks } from "../dist/webhooks.js";

/** Maximum CPU time of the handler, as a multiple of the verification by hand. */
const LIMIT = 2.3;
/** Maximum growth of the heap in bytes, after the first round. */
const GROWTH = 1_000_000;
const ROUNDS = 10;
const NOTIFICATIONS = 3_000;
const CONNECTIONS = 4;

const authorization = `Basic ${btoa("4821:secret")}`;
const body = readFileSync(new URL("../test/fixtures/notification-transaction.json", import.meta.url));

const read = (incoming: Parameters<RequestListener>[0], then: (bytes: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => then(Buffer.concat(chunks)));
};

const SERVERS: Readonly<Record<string, (publicKey: string) => RequestListener>> = {
  "node:http alone": () => (incoming, outgoing) => read(incoming, () => outgoing.end()),
  "verified by hand": (publicKey) => {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    return (incoming, outgoing) =>
      read(incoming, (bytes) => {
        const { headers } = incoming;
        const signature = Buffer.from(String(headers["content-signature"]), "base64");
        const isRight = headers.authorization === authorization && verify("sha256", bytes, key, signature);
        outgoing.statusCode = isRight && JSON.parse(bytes.toString()).transaction.uid ? 200 : 401;
        outgoing.end();
      });
  },
  toNodeListener: (publicKey) => {
    const { uid, amount, currency } = JSON.parse(body.toString()).transaction;
    const order = { amount, currency, paidBy: uid, test: true };
    const handler = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey }).handler({
      findOrder: () => order,
      paid: () => undefined,
      review: ({ message }) => {
        throw new Error(message);
      },
    });
    return toNodeListener(handler);
  },
};

/** Serves in a process of its own, and sends its port, then its CPU time and heap for each message. */
async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("message", () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, heap: process.memoryUsage().heapUsed });
  });
  process.send?.((server.address() as AddressInfo).port);
}

async function measureAll(): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const headers = {
    authorization,
    "content-type": "application/json",
    "content-signature": sign("sha256", body, privateKey).toString("base64"),
  };
  const servers = Object.keys(SERVERS).map((name) => {
    const child = fork(fileURLToPath(import.meta.url), [name, der], { execArgv: ["--expose-gc"] });
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    return { name, child, agent, port: once(child, "message"), costs: [] as number[], heaps: [] as number[] };
  });
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { child, agent, port, costs, heaps } of servers) {
      const [at] = await port;
      const usage = async (): Promise<{ cpu: number; heap: number }> => {
        child.send("usage");
        return (await once(child, "message"))[0];
      };
      const post = (): Promise<void> =>
        new Promise((resolve, reject) => {
          const outgoing = request({ agent, port: at, method: "POST", headers }, (incoming) => {
            incoming.resume().on("end", () => {
              if (incoming.statusCode === 200) resolve();
              else reject(new Error(`A notification was answered ${incoming.statusCode}`));
            });
          });
          outgoing.on("error", reject).end(body);
        });
      const before = await usage();
      let left = NOTIFICATIONS;
      const postAll = async (): Promise<void> => {
        for (; left > 0; left -= 1) await post();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, postAll));
      const after = await usage();
      costs.push((after.cpu - before.cpu) / NOTIFICATIONS);
      heaps.push(after.heap);
    }
  }
  const results = servers.map(({ name, child, agent, costs, heaps }) => {
    child.kill();
    agent.destroy();
    // The first round compiles the code. The least is of the round that other programs disturbed least.
    const cost = Math.min(...costs.slice(1));
    const [, first = 0, ...others] = heaps;
    const last = others.at(-1) ?? 0;
    const megabytes = [first, last].map((bytes) => (bytes / 1e6).toFixed(1));
    console.log(`${name.padEnd(18)} ${cost.toFixed(0).padStart(5)} µs, heap ${megabytes.join(" to ")} MB`);
    return { cost, growth: last - first };
  });
  const [, byHand, handled] = results;
  const times = (handled?.cost ?? 0) / (byHand?.cost ?? 1);
  console.log(
    `toNodeListener takes ${times.toFixed(2)} times the CPU of a verification by hand (limit ${LIMIT})`,
  );
  if (times > LIMIT || (handled?.growth ?? 0) > GROWTH) process.exitCode = 1;
}

const [, , name = "", publicKey = ""] = process.argv;
const listener = SERVERS[name]?.(publicKey);
await (listener ? serve(listener) : measureAll());
