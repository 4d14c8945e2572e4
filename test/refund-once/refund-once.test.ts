import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { blocksOf } from "../support/compile-blocks.ts";

const PAGES = ["README.md", "docs/guides/captures-voids-refunds.md"];
const WORKER = join(import.meta.dirname, "refund-worker.ts");
let folder = "";
let pattern = "";

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, ".tmp-"));
  const root = join(import.meta.dirname, "../..");
  const pages = await Promise.all(PAGES.map(async (page) => readFile(join(root, page), "utf8")));
  const blocks = pages.flatMap((page) => blocksOf(page, "page")).map(({ code: text }) => text);
  const [code, ...others] = new Set(blocks.filter((text) => text.includes("refundOnce")));
  expect(others).toStrictEqual([]);
  pattern = join(folder, "refund-once.ts");
  await writeFile(pattern, code ?? "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** When the process is killed. */
type Moment = "before the gateway has the call" | "between call and answer" | "after the answer";

/** A sandbox over HTTP that kills the requesting process at its first refund of each run. */
async function openGateway() {
  const sandbox = new Sandbox();
  let target: { readonly child: ChildProcess; readonly moment: Moment } | undefined;
  let refunds = 0;
  const server = createServer(async (request, response) => {
    const body = request.method === "GET" ? null : await buffer(request);
    const headers = {
      authorization: request.headers.authorization ?? "",
      "content-type": "application/json",
    };
    const init = { method: request.method ?? "GET", body, headers };
    const ask = () => sandbox.fetch(new Request(`http://127.0.0.1${request.url}`, init));
    const isRefund = request.method === "POST";
    refunds += isRefund ? 1 : 0;
    const { child, moment } = (isRefund && target) || {};
    if (moment === "before the gateway has the call") child?.kill("SIGKILL");
    if (moment === "before the gateway has the call") return;
    const answer = await ask();
    if (moment === "between call and answer") child?.kill("SIGKILL");
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    if (moment === "after the answer") child?.kill("SIGKILL");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const env = {
    PAYMENTS_SHOP_ID: sandbox.clientOptions.shopId,
    PAYMENTS_SECRET_KEY: sandbox.clientOptions.secretKey,
    PAYMENTS_BASE_URL: url,
    PAYMENTS_CHECKOUT_URL: url,
    PAYMENTS_GATEWAY_URL: url,
  };
  /** Runs the worker until it is killed or ends, and returns its exit code. */
  const run = async (row: string, moment?: Moment): Promise<number | null> => {
    const child = spawn(process.execPath, [WORKER, pattern, row], { env, stdio: "inherit" });
    target = moment && { child, moment };
    const [code] = await once(child, "close");
    return code;
  };
  return {
    sandbox,
    run,
    payments: new PaymentsClient(sandbox.clientOptions),
    refunds: () => refunds,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each<[Moment, number]>([
  ["before the gateway has the call", 2],
  ["between call and answer", 1],
  ["after the answer", 1],
])(
  "a process killed %s, then restarted with the documented code, refunds exactly once",
  async (moment, calls) => {
    await using gateway = await openGateway();
    const { sandbox, payments, run } = gateway;
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount: 12_900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" },
    });
    const { uid: paymentUid } = await sandbox.pay(token);
    const row = join(folder, `${moment}.json`);
    const refund = { trackingId: "refund-1007-1", paymentUid, amount: 4000, reason: "Returned guide" };
    await writeFile(row, JSON.stringify(refund));

    const code = await run(row, moment);
    // After the response, the process may end before the signal reaches it.
    expect(moment === "after the answer" ? [null, 0] : [null]).toContain(code);
    expect(await run(row)).toBe(0);
    expect(await run(row)).toBe(0);

    const made = await payments.transactions.findByTrackingId(refund.trackingId);
    expect(made).toMatchObject([{ type: "refund", status: "successful", amount: 4000 }]);
    expect(JSON.parse(await readFile(row, "utf8"))).toStrictEqual({ ...refund, uid: made[0]?.uid });
    expect(gateway.refunds()).toBe(calls);
    const rest = { parent_uid: paymentUid, amount: 8901, reason: "Too much" };
    await expect(payments.transactions.refund(rest)).rejects.toThrow("at most what is left: 8900");
  },
);
