import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, test } from "node:test";
import { startCluster } from "./cluster.ts";
import { ask, begin, isFulfilled, order, paidOrder, retry, shown } from "./customer.ts";
import { runProgram } from "./processes.ts";

const cluster = await startCluster({ apps: 1, workers: 1 });
after(() => cluster[Symbol.asyncDispose]());

/** What the migration of a newer release leaves. */
const setVersion = (version: number, compatibleFrom: number) =>
  cluster.query("UPDATE schema_version SET version = $1, compatible_from = $2", [version, compatibleFrom]);

const TOO_NEW = /schema version 2, this release has 1: deploy the newer release. Until then, its jobs wait/;

test("next to a newer, compatible schema the older release starts, sells and fulfills", async () => {
  await cluster.query("ALTER TABLE orders ADD COLUMN note text");
  await setVersion(2, 1);
  await cluster.restart("app");
  await cluster.restart("worker");
  await paidOrder(cluster);
});

test("next to a newer schema that is not compatible no program starts, and none downgrades it", async () => {
  await setVersion(2, 2);
  for (const main of ["app", "worker", "admin", "migrate"]) {
    const { code, output } = await runProgram(main, { ...cluster.env, PORT: "0" });
    assert.equal(code, 1);
    assert.match(output, TOO_NEW);
  }
  assert.deepEqual(await cluster.query("SELECT version FROM schema_version"), [{ version: 2 }]);
});

test("programs older than the schema record no payment, and their notifications and jobs wait for newer ones", async () => {
  const old = cluster.one("worker").program;
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  assert.equal(cluster.sandbox.deliveries.at(-1)?.status, 500);
  assert.equal((await shown(cluster, id, () => true)).paid, false);
  await cluster.passTime();
  assert.equal(await old.ended(), 1);
  assert.match(old.log.join("\n"), TOO_NEW);
  await setVersion(1, 1);
  await cluster.sandbox.redeliver(cluster.sandbox.deliveries.at(-1)?.id ?? "");
  assert.equal((await shown(cluster, id, () => true)).paid, true);
  await cluster.add("worker");
  await shown(cluster, id, isFulfilled);
});

test("the queue options of a release reach the queues that exist", async () => {
  await cluster.query("UPDATE pgboss.queue SET expire_seconds = 900, retry_limit = 0, notify = false");
  await cluster.migrate();
  const options =
    "SELECT expire_seconds, retry_limit, deletion_seconds, notify FROM pgboss.queue WHERE name = 'fulfillment'";
  assert.deepEqual(await cluster.query(options), [
    { expire_seconds: 15, retry_limit: 12, deletion_seconds: 3600, notify: true },
  ]);
});

test("an app that is told to stop is not ready any more, and answers every request before it ends", async () => {
  await cluster.programs.shift()?.program.end();
  await cluster.add("app", ["--import", "data:text/javascript,process.env.DRAIN_MS = '10000'"]);
  assert.equal((await ask(cluster, "GET", "/live")).status, 200);
  assert.equal((await ask(cluster, "GET", "/ready")).status, 200);
  const id = await order(cluster, 1);
  const { program, env } = cluster.one("app");
  // A request whose body is still on its way.
  const socket = connect(Number(env["PORT"]), "127.0.0.1");
  const body = JSON.stringify({ product: "ticket", quantity: 1 });
  socket.write(
    `POST /orders HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await once(socket, "connect");
  const ended = program.end("SIGTERM");
  await retry("Draining", async () => assert.equal((await ask(cluster, "GET", "/ready")).status, 503));
  const late = await ask(cluster, "GET", `/orders/${id}`);
  assert.deepEqual([late.status, late.headers.get("connection")], [200, "close"], "it still serves");
  await retry("Closing", async () => {
    const refused = await ask(cluster, "GET", "/live").then(
      () => false,
      () => true,
    );
    assert.ok(refused);
  });
  socket.write(body);
  const [answer] = await once(socket.setEncoding("utf8"), "data");
  assert.match(answer, /^HTTP\/1.1 201/);
  assert.equal(await ended, 0);
});

test("a worker that is told to stop finishes its job", async () => {
  await cluster.revive(cluster.one("app"));
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await cluster.restart("worker");
  await shown(cluster, id, isFulfilled);
  const failed = await cluster.query("SELECT FROM pgboss.job WHERE retry_count > 0 AND name = 'fulfillment'");
  assert.deepEqual(failed, []);
});
