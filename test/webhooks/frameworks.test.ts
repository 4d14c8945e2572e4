import { createServer } from "node:http";
import express, { type RequestHandler } from "express";
import Fastify, { type FastifyBodyParser, type FastifyInstance } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { toNodeListener } from "../../src/webhooks.ts";
import { listen } from "../support/listen.ts";
import { accept, bySignature, headersFor, TRANSACTION } from "./notifications.ts";

const send = async (url: string): Promise<number> => {
  const response = await fetch(url, { method: "POST", headers: headersFor(TRANSACTION), body: TRANSACTION });
  expect(await response.text()).toBe("");
  return response.status;
};

const advice = (words: string) => ({ reason: "body", message: expect.stringContaining(words) });

const json = { type: "application/json" };

test.each<[string, RequestHandler[], object[]]>([
  ["verifies with a parser that keeps the bytes", [express.raw(json)], []],
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
  ["gets advice if it parsed the body", [express.json()], [advice("before the body parser")]],
])("Express %s", async (_what, parsers, errors) => {
  const onError = vi.fn();
  const app = express();
  for (const parser of parsers) app.use(parser);
  app.post("/notify", toNodeListener(bySignature.handler({ ...accept, onError })));
  await using server = await listen(createServer(app));
  expect(await send(`${server.url}/notify`)).toBe(errors.length === 0 ? 200 : 500);
  expect(onError.mock.calls.flat()).toMatchObject(errors);
});

function toBytes(scope: FastifyInstance): void {
  const parse: FastifyBodyParser<Buffer> = (_request, body, done) => done(null, body);
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, parse);
}

// Without a parser, `recipes.test.ts` tests both frameworks.
test.each<[string, (scope: FastifyInstance) => unknown]>([
  ["the body", () => undefined],
  ["the body to bytes", toBytes],
])("Fastify gets advice if it parsed %s", async (_what, parse) => {
  const onError = vi.fn();
  const listener = toNodeListener(bySignature.handler({ ...accept, onError }));
  const app = Fastify();
  app.register(async (scope) => {
    parse(scope);
    scope.post("/notify", (request, reply) => {
      reply.hijack();
      return listener(request.raw, reply.raw);
    });
  });
  onTestFinished(() => app.close());
  expect(await send(`${await app.listen({ host: "127.0.0.1", port: 0 })}/notify`)).toBe(500);
  expect(onError.mock.calls.flat()).toMatchObject([advice("see the page “Frameworks”")]);
});
