import { createServer } from "node:http";
import express, { type RequestHandler } from "express";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { toNodeListener } from "../../src/webhooks.ts";
import { listen } from "../support/listen.ts";
import { accept, bySignature, headersFor, TRANSACTION, verifyUntyped } from "./notifications.ts";

const send = async (url: string): Promise<number> => {
  const response = await fetch(url, { method: "POST", headers: headersFor(TRANSACTION), body: TRANSACTION });
  expect(await response.text()).toBe("");
  return response.status;
};

const advice = (words: string) => ({ reason: "body", message: expect.stringContaining(words) });

const json = { type: "application/json" };

test.each<[string, RequestHandler[], object[]]>([
  ["verifies without a parser", [], []],
  ["verifies with the parser that the error recommends", [express.raw(json)], []],
  ["verifies with a text parser", [express.text(json)], []],
  ["verifies with a parser of another type", [express.urlencoded()], []],
  [
    "verifies if a middleware has paused the request",
    [
      (request, _response, next) => {
        request.pause();
        next();
      },
    ],
    [],
  ],
  ["gets advice if it parsed the body", [express.json()], [advice("express.raw")]],
])("Express %s", async (_what, parsers, errors) => {
  const onError = vi.fn();
  const app = express();
  for (const parser of parsers) app.use(parser);
  app.post("/notify", toNodeListener(bySignature.handler({ ...accept, onError })));
  await using server = await listen(createServer(app));
  expect(await send(`${server.url}/notify`)).toBe(errors.length === 0 ? 200 : 500);
  expect(onError.mock.calls.flat()).toMatchObject(errors);
});

test.each([
  ["verifies with the parser that the error recommends", true],
  ["gets advice if it parsed the body", false],
])("Fastify %s", async (_what, isRaw) => {
  const app = Fastify();
  if (isRaw)
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
  app.post("/notify", async ({ body, headers }, reply) => {
    const verified = expect(verifyUntyped({ body, headers }, bySignature));
    if (isRaw) await verified.resolves.toMatchObject({ type: "transaction" });
    else await verified.rejects.toMatchObject(advice("addContentTypeParser"));
    return reply.send();
  });
  try {
    expect(await send(`${await app.listen({ host: "127.0.0.1", port: 0 })}/notify`)).toBe(200);
  } finally {
    await app.close();
  }
});
