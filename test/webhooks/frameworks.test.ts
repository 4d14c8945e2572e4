import { createServer } from "node:http";
import express, { type RequestHandler } from "express";
import Fastify from "fastify";
import { describe, expect, test, vi } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { toNodeListener } from "../../src/webhooks/index.ts";
import { listen } from "../support/listen.ts";
import { bySignature, headersFor, TRANSACTION, verifyUntyped } from "./notifications.ts";

const send = async (url: string): Promise<number> => {
  const response = await fetch(url, { method: "POST", headers: headersFor(TRANSACTION), body: TRANSACTION });
  expect(await response.text()).toBe("");
  return response.status;
};

describe("Express", () => {
  /** The status of an Express shop for a notification. */
  const statusWith = async (
    onError: (error: unknown) => void,
    ...parsers: readonly RequestHandler[]
  ): Promise<number> => {
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.post("/notify", toNodeListener(bySignature.handler({ onError })));
    await using server = await listen(createServer(app));
    return await send(`${server.url}/notify`);
  };

  test.each<[string, RequestHandler[]]>([
    ["without a parser", []],
    ["with the parser that the error recommends", [express.raw({ type: "application/json" })]],
    ["with a text parser", [express.text({ type: "application/json" })]],
    ["with a parser of another type", [express.urlencoded()]],
  ])("verifies %s", async (_how, parsers) => {
    const onError = vi.fn();
    expect(await statusWith(onError, ...parsers)).toBe(200);
    expect(onError).not.toHaveBeenCalled();
  });

  test("gets advice if it parsed the body", async () => {
    const onError = vi.fn();
    expect(await statusWith(onError, express.json())).toBe(500);
    const error: unknown = onError.mock.calls[0]?.[0];
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toHaveProperty("message", expect.stringContaining("express.raw"));
  });
});

describe("Fastify", () => {
  /** The status of a Fastify shop for a notification, with or without the parser that the error recommends. */
  const statusWith = async (hasRawParser: boolean): Promise<number> => {
    const app = Fastify();
    if (hasRawParser) {
      app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
        done(null, body),
      );
    }
    app.post("/notify", async ({ body, headers }, reply) => {
      const verified = verifyUntyped({ body, headers }, bySignature);
      const isRight = await verified.then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(WebhookError);
          expect(error).toHaveProperty("message", expect.stringContaining("addContentTypeParser"));
          return false;
        },
      );
      return reply.code(isRight ? 200 : 400).send();
    });
    try {
      return await send(`${await app.listen({ host: "127.0.0.1", port: 0 })}/notify`);
    } finally {
      await app.close();
    }
  };

  test("verifies with the parser that the error recommends", async () => {
    expect(await statusWith(true)).toBe(200);
  });

  test("gets advice if it parsed the body", async () => {
    expect(await statusWith(false)).toBe(400);
  });
});
