import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { PaymentsClient, PaymentsError } from "../../../src/index.ts";
import { closedPort, everythingShownBy, newRefund } from "../../client/calls.ts";
import product from "../../fixtures/product.json" with { type: "json" };
import { optionsFor } from "../../support/gateway.ts";
import type { Fault, Results } from "./faults.ts";
import { startRawServer } from "./server.ts";

/** Personal data in the body of the PUT and of the POST. */
export const EMAIL = "kim@customer.example";

export const METHODS = ["GET", "PUT", "POST"] as const;

const calls: Readonly<Record<keyof Results, (client: PaymentsClient) => Promise<unknown>>> = {
  GET: (client) => client.products.get(product.id),
  PUT: (client) => client.products.update(product.id, { description: EMAIL }),
  POST: (client) => client.transactions.refund({ ...newRefund, reason: EMAIL }),
};

/** Listens, then blocks its thread without accepting a connection. */
const BLOCKED_SERVER = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:worker_threads").parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** A port with a full backlog: further connections are neither accepted nor refused. */
async function fullBacklog(): Promise<AsyncDisposable & { readonly port: number }> {
  const worker = new Worker(BLOCKED_SERVER, { eval: true });
  const [port] = await once(worker, "message");
  const waiting = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, "connect")));
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Makes a call with a fault. `shown` is all that a log of its error would contain. */
export async function observe(
  fault: Fault,
  method: keyof Results,
): Promise<{ readonly result: string; readonly shown: string }> {
  await using server = await startRawServer(fault);
  await using backlog = fault.target === "full backlog" ? await fullBacklog() : undefined;
  const port = fault.target === "closed port" ? await closedPort() : (backlog?.port ?? server.port);
  const url = `${fault.scheme ?? (fault.certificate ? "https" : "http")}://127.0.0.1:${port}${server.base}`;
  let attempts = 0;
  const client = new PaymentsClient({
    ...optionsFor(url),
    timeout: fault.timeout ?? 20_000,
    hooks: {
      onRequest: () => {
        attempts += 1;
      },
    },
  });
  if (fault.callBefore) await client.products.get(product.id);
  // A connection becomes reusable shortly after the response.
  if (fault.callBefore === "kept alive") await setTimeout(20);
  if (fault.callBefore === "closed") await server.idle();
  const before = { requests: server.requests.length, attempts };
  const error: unknown = await calls[method](client).then(
    () => undefined,
    (failure) => failure,
  );
  const requests = server.requests.length - before.requests;
  const tries = attempts - before.attempts;
  const sent = [...(tries === requests ? [] : [counted(tries, "attempt")]), counted(requests, "request")];
  if (error === undefined) return { result: ["answer", ...sent].join(", "), shown: "" };
  if (!(error instanceof PaymentsError)) throw error;
  const said = [
    `\`${error.constructor.name}\``,
    ...sent,
    ...(error.safeToRetry ? [] : ["**not safe to retry**"]),
  ];
  return { result: said.join(", "), shown: everythingShownBy(error) };
}
