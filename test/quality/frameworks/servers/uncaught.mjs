/** A shop whose route does not catch: each error of the SDK is answered 500, and the process goes on. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const name = process.argv[2];
const framework = await import(name);

const sandbox = new Sandbox();
const payments = new PaymentsClient(sandbox.clientOptions);
const stranger = payments.withOptions({ secretKey: "another" });
const order = { amount: 3245, currency: "EUR", description: "Pass" };
const failing = {
  401: () => stranger.products.list(),
  404: () => payments.products.get("prd_unknown"),
  422: () => payments.withOptions({ validate: false }).products.create({ name: "Pass" }),
  refused: () => payments.products.create({}),
  503: () => {
    sandbox.failNext({ status: 503 });
    return payments.checkouts.create({ transaction_type: "payment", order });
  },
  unreachable: () =>
    payments
      .withOptions({ fetch: () => Promise.reject(new TypeError("fetch failed")), maxRetries: 0 })
      .products.list(),
};

/** The failing call that a request's path names. `/health` fails nothing. */
const route = (url) => failing[new URL(url, "http://shop.example").pathname.slice(1)]?.();

const listeners = {
  koa: ({ default: Koa }) => {
    const app = new Koa();
    app.silent = true;
    app.use(async (context) => {
      await route(context.url);
      context.body = "ok";
    });
    return app.callback();
  },
  express: ({ default: express }) => {
    const app = express();
    app.set("env", "test");
    app.use((request, response, next) => {
      Promise.resolve(route(request.url)).then(() => response.send("ok"), next);
    });
    return app;
  },
  fastify: async ({ default: Fastify }) => {
    const app = Fastify();
    app.get("/*", async ({ url }) => {
      await route(url);
      return "ok";
    });
    await app.ready();
    return app.routing.bind(app);
  },
  hono: ({ Hono }) => {
    const app = new Hono();
    app.get("*", async ({ req, text }) => {
      await route(req.url);
      return text("ok");
    });
    return getRequestListener(app.fetch);
  },
  h3: ({ createApp, eventHandler, toNodeListener }) => {
    const app = createApp();
    app.use(
      eventHandler(async (event) => {
        await route(event.path);
        return "ok";
      }),
    );
    return toNodeListener(app);
  },
};

// Hono and h3 print the error of a 500.
console.error = () => undefined;
const server = createServer(await listeners[name.replace(/-\d$/, "")](framework));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const statusOf = async (path) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/${path}`, {
    signal: AbortSignal.timeout(60_000),
  });
  await response.text();
  return response.status;
};
for (const failure of Object.keys(failing)) {
  assert.equal(await statusOf(failure), 500, failure);
  assert.equal(await statusOf("health"), 200, `after ${failure}`);
}
server.close();
server.closeAllConnections();
console.log(`ok, ${name}`);
