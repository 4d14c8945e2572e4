/** The whole shop of README.md, in its own process, which is killed and started again. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openGateway, passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { freePort } from "../../support/free-port.ts";

const ROOT = join(import.meta.dirname, "../../..");
const README = await readFile(join(ROOT, "README.md"), "utf8");

/** The only block of code that contains a text. */
function blockWith(text: string): string {
  const blocks = Array.from(README.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => code);
  const found = blocks.filter((code) => code.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? "";
}

/** Sends a refund or runs the job when the test sends a message, and sends the key of the message back. */
const DRIVER = `
import "./app.ts";
import { job } from "./job.ts";
import { type Row, sendRefund } from "./shop.ts";
process.on("message", async ({ key, refund }: { key: string; refund?: Row }) => {
  await (refund ? sendRefund(refund) : job()).catch(() => {});
  process.send?.(key);
});
process.send?.("ready");
`;

test("the shop of README.md", SEARCHING, async () => {
  const { sandbox } = await openGateway();
  const server = await sandbox.listen();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Inside the package, so that it can import itself and Express by name.
  const folder = await mkdtemp(join(ROOT, "test/.tmp-readme-shop-"));
  const files = { shop: "new DatabaseSync(", job: "export const job", app: "express()" };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, `${name}.ts`), blockWith(text).replaceAll("3000", String(port)));
  await writeFile(join(folder, "driver.ts"), DRIVER);

  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = server.clientOptions;
  const env = {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    PAYMENTS_TIMEOUT: "2000",
    PAYMENTS_UNDER_WAY: "4000",
  };
  let shop: ChildProcess;
  const stop = async () => {
    const exited = once(shop, "exit");
    shop.kill("SIGKILL");
    await exited;
  };
  const start = async () => {
    shop = fork("driver.ts", { cwd: folder, env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    shop.setMaxListeners(0);
    await once(shop, "message");
    while (!(await fetch(url).catch(() => undefined)));
  };
  await start();
  const database = new DatabaseSync(join(folder, "shop.db"));
  onTestFinished(async () => {
    database.close();
    await Promise.all([stop(), server.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  database.exec("PRAGMA busy_timeout = 5000; UPDATE products SET stock = 1000000");
  const query = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values);

  const send = async (refund?: { readonly [name: string]: string | number }): Promise<void> => {
    const key = crypto.randomUUID();
    const asked = shop;
    await new Promise<void>((resolve) => {
      const end = () => {
        asked.off("message", read).off("exit", end);
        resolve();
      };
      const read = (received: unknown) => received === key && end();
      asked.on("message", read).once("exit", end).send({ key, refund });
    });
  };

  await passCheckShop({
    sandbox,
    placeOrder: async () => {
      const answer = await fetch(`${url}/buy/ticket`, { method: "POST", redirect: "manual" });
      const page = new URL(answer.headers.get("location") ?? "");
      const token = page.searchParams.get("token") ?? "";
      const [order] = query("SELECT id FROM orders WHERE token = ?", token);
      return { orderId: String(order?.["id"]), token };
    },
    fulfillments: (id) => query("SELECT id FROM shipments WHERE id = ?", id).length,
    inReview: (id) => query("SELECT uid FROM reviews WHERE order_id = ?", id).map(({ uid }) => String(uid)),
    // As refund.ts, which ends if the order is not paid.
    refund: async (order, amount, id) => {
      const [row] = query("SELECT paid_by FROM orders WHERE id = ? AND paid_by IS NOT NULL", order);
      if (!row) throw new Error("Not paid");
      const uid = String(row["paid_by"]);
      query("INSERT OR IGNORE INTO refunds (id, uid, amount) VALUES (?, ?, ?)", ...[id, uid, amount]);
      await send({ id, uid, amount });
      const [refund] = query("SELECT result FROM refunds WHERE id = ?", id);
      const result = String(refund?.["result"]);
      if (result === "declined" || result === "refused") throw new Error(result);
    },
    reconcile: () => send(),
    cancel: async (id) => {
      const page = await fetch(`${url}/orders/${id}/cancel`, { method: "POST" });
      if ((await page.text()) !== "Canceled") throw new Error("It is paid");
    },
    restart: async () => {
      await stop();
      await start();
    },
  });
});
