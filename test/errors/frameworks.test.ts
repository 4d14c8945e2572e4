/** A route that does not catch: whatever the gateway answered, the shop's visitor gets a 500. */
import { createServer } from "node:http";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { newCheckout, newProduct } from "../client/calls.ts";
import { listen } from "../support/listen.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient(sandbox.clientOptions);
const stranger = new PaymentsClient({ ...sandbox.clientOptions, secretKey: "another" });

const failures: readonly [string, () => Promise<unknown>][] = [
  ["401", () => stranger.products.list()],
  ["404", () => payments.products.get("prd_unknown")],
  ["422", () => payments.withOptions({ validate: false }).products.create({ ...newProduct, currency: "?" })],
  ["refusal by the SDK", () => payments.products.get("")],
  [
    "503",
    () => {
      sandbox.failNext({ status: 503 });
      return payments.checkouts.create(newCheckout);
    },
  ],
];

describe.each(failures)("an uncaught %s", (_, call) => {
  test("is a 500 of Express", async () => {
    const app = express();
    // Its own handler would print the error.
    app.set("env", "test");
    app.get("/", async () => call());
    await using server = await listen(createServer(app));
    expect((await fetch(server.url)).status).toBe(500);
  });

  test("is a 500 of Fastify", async () => {
    const app = Fastify();
    app.get("/", () => call());
    expect((await app.inject("/")).statusCode).toBe(500);
    await app.close();
  });

  test("is a 500 of Hono", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const app = new Hono();
    app.get("/", async ({ json }) => json(await call()));
    expect((await app.request("/")).status).toBe(500);
    vi.restoreAllMocks();
  });
});
