import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { toNodeListener, WebhookError, Webhooks } from "../src/webhooks/index.ts";
import fixture from "./fixtures/notification-transaction.json" with { type: "json" };

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: pem });
const body = JSON.stringify(fixture);
const headers = {
  "content-type": "application/json",
  authorization: `Basic ${btoa("4821:secret")}`,
  "content-signature": sign("sha256", Buffer.from(body), privateKey).toString("base64"),
};

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/notify`;
};

const post = async (url: string, text: string): Promise<number> =>
  (await fetch(url, { method: "POST", headers, body: text })).status;

/** Servers as the README shows them, each told of what it received. */
const servers: Record<
  string,
  (onTransaction: (transaction: { uid: string }) => void) => Promise<[string, () => void]>
> = {
  "Express, before any parser": async (onTransaction) => {
    const app = express();
    app.post("/notify", toNodeListener(webhooks.handler({ onTransaction })));
    app.use(express.json());
    const server = createServer(app);
    return [await listen(server), () => server.close()];
  },
  "Express, with express.raw": async (onTransaction) => {
    const app = express();
    app.use(express.raw({ type: "application/json" }));
    app.post("/notify", toNodeListener(webhooks.handler({ onTransaction })));
    const server = createServer(app);
    return [await listen(server), () => server.close()];
  },
  Fastify: async (onTransaction) => {
    const app = Fastify();
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, raw, done) =>
      done(null, raw),
    );
    app.post<{ Body: Buffer }>("/notify", async (request, reply) => {
      try {
        const notification = await webhooks.verify({ body: request.body, headers: request.headers });
        if (notification.type === "transaction") onTransaction(notification.transaction);
        return reply.code(200).send();
      } catch (error) {
        return reply.code(error instanceof WebhookError ? 401 : 500).send();
      }
    });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    return [`${origin}/notify`, () => app.close()];
  },
  "Node's own server": async (onTransaction) => {
    const server = createServer(toNodeListener(webhooks.handler({ onTransaction })));
    return [await listen(server), () => server.close()];
  },
};

test.each(Object.entries(servers))(
  "%s receives a notification and refuses a forged one",
  async (_, start) => {
    const onTransaction = vi.fn<(transaction: { uid: string }) => void>();
    const [url, close] = await start(onTransaction);
    expect(await post(url, body)).toBe(200);
    expect(onTransaction.mock.calls[0]?.[0].uid).toBe(fixture.transaction.uid);
    expect(await post(url, body.replace("12900", "1"))).toBe(401);
    expect(onTransaction).toHaveBeenCalledTimes(1);
    close();
  },
);

test("Express with express.json before it is told how to keep the raw body", async () => {
  const onError = vi.fn();
  const app = express();
  app.use(express.json());
  app.post("/notify", toNodeListener(webhooks.handler({ onError })));
  const server = createServer(app);
  expect(await post(await listen(server), body)).toBe(400);
  expect(String(onError.mock.calls[0]?.[0])).toContain("express.raw");
  server.close();
});

test("Hono, Next.js and Workers hand over the request as it is", async () => {
  const onTransaction = vi.fn();
  const notify = webhooks.handler({ onTransaction });
  const app = new Hono();
  app.post("/notify", ({ req }) => notify(req.raw));
  const request = () => new Request("https://shop.example/notify", { method: "POST", headers, body });
  expect((await app.fetch(request())).status).toBe(200);
  expect((await notify(request())).status).toBe(200);
  expect(onTransaction).toHaveBeenCalledTimes(2);
});
