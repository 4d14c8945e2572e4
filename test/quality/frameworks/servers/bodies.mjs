/** A handler of notifications in frameworks that make the stream of a body themselves. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";

const name = process.argv[2];
const framework = await import(name);

const sandbox = new Sandbox();
const { shopId, secretKey } = sandbox.clientOptions;
const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
const paid = [];
const notify = webhooks.handler({
  findOrder: (id) => ({ amount: 3245, currency: "EUR", paidBy: paid.includes(id) ? id : null }),
  paid: ({ uid }) => paid.push(uid),
  review() {},
  onError() {},
  // A busy machine needs a second for a large body.
  timeout: 5_000,
});

const listeners = {
  "h3-1": ({ createApp, eventHandler, toNodeListener, toWebRequest }) =>
    toNodeListener(createApp().use(eventHandler((event) => notify(toWebRequest(event))))),
  "@whatwg-node/server": ({ createServerAdapter }) => createServerAdapter((request) => notify(request)),
  "@react-router/express": async ({ createRequestHandler }) => {
    const { default: express } = await import("express");
    const route = { id: "notify", path: "notify", module: { action: ({ request }) => notify(request) } };
    const build = {
      entry: { module: { default: () => new Response() } },
      routes: { notify: route },
      assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "" },
      basename: "/",
      publicPath: "/",
      assetsBuildDirectory: "",
      future: {},
      ssr: true,
      isSpaMode: false,
      prerender: [],
      routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
      allowedActionOrigins: ["**"],
    };
    return express().use(createRequestHandler({ build }));
  },
};

const server = createServer(await listeners[name](framework));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address();

const send = async (body, headers) => {
  const init = { method: "POST", headers, body, duplex: "half", signal: AbortSignal.timeout(20_000) };
  return (await fetch(`http://127.0.0.1:${port}/notify`, init)).status;
};
const notification = async (uid, more) => {
  const payment = {
    uid,
    type: "payment",
    status: "successful",
    tracking_id: uid,
    amount: 3245,
    currency: "EUR",
  };
  const body = JSON.stringify({ transaction: { ...payment, ...more } });
  return send(body, await sandbox.sign(body));
};

assert.equal(await notification("first"), 200);
assert.equal(await notification("half", { note: "x".repeat(700_000) }), 200);
assert.equal(await send("{}", { "content-type": "application/json" }), 401);

const chunk = new Uint8Array(65_536).fill(120);
for (let round = 0; round < 5; round += 1) {
  assert.equal(await send(new Uint8Array(2 << 20).fill(120), {}), 413);
  let chunks = 0;
  const streamed = new ReadableStream({
    pull(controller) {
      chunks += 1;
      if (chunks > 60) controller.close();
      else controller.enqueue(chunk);
    },
  });
  assert.equal(await send(streamed, {}), 413);
}

/** An upload that pauses for longer than the timeout, and goes on. */
const paused = await new Promise((resolve) => {
  const socket = connect(port, "127.0.0.1");
  socket.once("data", (data) => {
    socket.write("x".repeat(50));
    setTimeout(() => {
      socket.destroy();
      resolve(String(data).split("\r\n")[0]);
    }, 300);
  });
  socket.write("POST /notify HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 100\r\n\r\n{");
});
assert.match(paused, /^HTTP\/1\.1 500/);

assert.equal(await notification("last"), 200);
assert.deepEqual(paid, ["first", "half", "last"]);
server.close();
server.closeAllConnections();
console.log(`ok, ${name}`);
