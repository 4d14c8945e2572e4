/** A route that does not catch: whatever the gateway answered (see `classes`), the shop's visitor gets a 500. */
import { createServer } from "node:http";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { listen } from "../support/listen.ts";

const payments = new PaymentsClient(new Sandbox().clientOptions);
const call = () => payments.products.get("prd_unknown");

test("an uncaught 404 is a 500 of Express", async () => {
  const app = express();
  // Its own handler would print the error.
  app.set("env", "test");
  app.get("/", async () => call());
  await using server = await listen(createServer(app));
  expect((await fetch(server.url)).status).toBe(500);
});

test("an uncaught 404 is a 500 of Fastify", async () => {
  const app = Fastify();
  app.get("/", () => call());
  expect((await app.inject("/")).statusCode).toBe(500);
  await app.close();
});

test("an uncaught 404 is a 500 of Hono", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const app = new Hono();
  app.get("/", async ({ json }) => json(await call()));
  expect((await app.request("/")).status).toBe(500);
  vi.restoreAllMocks();
});
