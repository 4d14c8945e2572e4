/** Every block of README.md, saved and run as a reader does. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../cli/start.ts";
import { compile, readTsconfig } from "../support/compile-blocks.ts";
import { freePort } from "../support/free-port.ts";
import { blockWith, readme, writeShop } from "../support/readme.ts";

const ROOT = join(import.meta.dirname, "../..");

// Inside the package, so that it can import itself and Express by name.
const folder = await mkdtemp(join(ROOT, "test", ".tmp-readme-"));
const started: ChildProcess[] = [];
const [gatewayPort, shopPort, appPort] = [await freePort(), await freePort(), await freePort()];

afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program in the folder, and collects what it prints. */
function start(...args: string[]): {
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
} {
  // Node 22 warns that its SQLite is experimental.
  const env = { ...process.env, NODE_NO_WARNINGS: "1", TMPDIR: folder };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return {
    printed: () => text,
    ended: new Promise((resolve) => child.once("close", resolve)),
    kill: () => child.kill("SIGKILL"),
  };
}

const runFile = async (name: string, code: string): Promise<string> => {
  await writeFile(join(folder, name), code);
  const { printed, ended } = start("--env-file=.env", name);
  await ended;
  return printed();
};

const command = async (...args: string[]): Promise<string> =>
  (await runCommand(...args, "--url", `http://127.0.0.1:${gatewayPort}`)).stdout;

beforeAll(async () => {
  const port = ["--port", String(gatewayPort)];
  const gateway = start(join(ROOT, "dist/cli/payments-client.js"), "sandbox", "--env", ".env", ...port);
  await vi.waitFor(() => expect(gateway.printed()).toContain("dashboard"), { timeout: 45_000 });
});

const linesBefore = (text: string): number => readme.slice(0, readme.indexOf(text)).split("\n").length;

test("has at most 1,700 words, a paid order within 30 lines, and the first shop within 70", () => {
  // As `wc -w` counts, tables and code included.
  expect(readme.match(/\S+/g)?.length).toBeLessThanOrEqual(1_700);
  expect(linesBefore("**Create**, then **Pay**")).toBeLessThanOrEqual(30);
  expect(linesBefore("node --env-file=.env first.mjs")).toBeLessThanOrEqual(70);
});

/** Posts the form of a dashboard's page that has a button, as the script does. Returns the page with the result. */
async function press(button: string, page: string): Promise<string> {
  const forms = page.match(/<form.*?<\/form>/gs) ?? [];
  const form = forms.find((text) => new RegExp(`>\\s*${button}\\s*</button>`).test(text)) ?? "";
  const [, action = ""] = /action="([^"]+)"/.exec(form) ?? [];
  const fields = [...form.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  const origin = `http://127.0.0.1:${gatewayPort}`;
  const given = fields.filter(([, , value]) => value !== "");
  const body = JSON.stringify(Object.fromEntries(given.map(([, name = "", value]) => [name, value])));
  const headers = { origin, "content-type": "application/json" };
  const done = Object(await (await fetch(origin + action, { method: "POST", headers, body })).json());
  return done.to === undefined ? page : (await fetch(origin + done.to)).text();
}

/** Starts the whole shop with a free port and a job that runs often. `change` may break a file. */
async function startShop(change = (code: string) => code) {
  await writeShop(folder, appPort, (name, code) => (name === "job.ts" ? change(code) : code));
  const shop = start("--env-file=.env", "app.ts");
  const stop = async () => {
    shop.kill();
    await shop.ended;
  };
  onTestFinished(stop);
  const isUp = () =>
    fetch(`http://127.0.0.1:${appPort}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 45_000 }).toBe(true);
  return { ...shop, stop };
}

function query(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  using database = new DatabaseSync(join(folder, "shop.db"));
  database.exec("PRAGMA busy_timeout = 5000");
  return database.prepare(sql).all(...values);
}

/** Buys a ticket like a browser. Returns the id of the order, or the shop's message. */
async function buy(): Promise<string> {
  const init = { method: "POST", redirect: "manual" } as const;
  const answer = await fetch(`http://127.0.0.1:${appPort}/buy/ticket`, init);
  const page = answer.headers.get("location");
  if (!page) return answer.text();
  const [order] = query("SELECT id FROM orders WHERE token = ?", new URL(page).searchParams.get("token"));
  return String(order?.["id"]);
}

const openOrder = async (path: string, method = "GET"): Promise<string> =>
  (await fetch(`http://127.0.0.1:${appPort}/orders/${path}`, { method })).text();

const shipped = (id: string): unknown =>
  query("SELECT shipping FROM orders WHERE id = ?", id)[0]?.["shipping"];

describe("in this order", { shuffle: false }, () => {
  test("the dashboard creates an order, and pays it", async () => {
    const orders = await (await fetch(`http://127.0.0.1:${gatewayPort}/`)).text();
    await press("Pay", await press("Create", orders));
    expect(await command("orders")).toMatch(/ test-1 .* Paid /);
  });

  test("the first shop is paid, and reviews a notification with another amount", async () => {
    const code = blockWith("createServer(toNodeListener(notify))").replaceAll("3000", String(shopPort));
    await writeFile(join(folder, "first.mjs"), code);
    const shop = start("--env-file=.env", "first.mjs");
    await expect.poll(shop.printed, { timeout: 45_000 }).toMatch(/^Pay here: http\S+token=\w+\n$/);
    await command("pay", "1007");
    await expect.poll(shop.printed).toMatch(/\nOrder 1007 is paid\n$/);
    expect(blockWith("resend")).toBe("npx payments-client resend 1007 --as wrong_amount\n");
    await command("resend", "1007", "--as", "wrong_amount");
    await expect
      .poll(shop.printed)
      .toMatch(/\nPayment \S+ needs review: This payment already paid the order\. .+\n$/);
    expect(shop.printed().match(/is paid/g)).toHaveLength(1);
  });

  test("the whole shop never sells a ticket twice, and ships each paid order once", async () => {
    const shop = await startShop();
    query("UPDATE products SET stock = 3");
    const bought = await Promise.all(Array.from({ length: 6 }, buy));
    expect(bought.filter((id) => id === "Sold out")).toHaveLength(3);
    const [paid = "", canceled = "", abandoned = ""] = bought.filter((id) => id !== "Sold out");

    await command("pay", paid);
    await expect.poll(shop.printed).toContain(`Ship order ${paid}\n`);
    await command("resend", paid);
    expect(await openOrder(paid)).toBe("Paid");

    expect(await openOrder(`${canceled}/cancel`, "POST")).toBe("Canceled");
    expect(await buy()).not.toBe("Sold out");
    await command("pay", canceled);
    await expect.poll(() => query("SELECT * FROM reviews WHERE order_id = ?", canceled)).toHaveLength(1);

    expect(await buy()).toBe("Sold out");
    query("UPDATE orders SET token = NULL, expires_at = 0 WHERE id = ?", abandoned);
    await expect.poll(() => openOrder(abandoned)).toBe("Canceled");
    expect(await buy()).not.toBe("Sold out");

    expect(query("SELECT id FROM shipments")).toEqual([{ id: paid }]);
    expect(shop.printed().match(/Ship order/g)).toHaveLength(1);
  });

  test("it finds a payment whose notification was lost, and sends each refund once", async () => {
    const shop = await startShop();
    query("UPDATE products SET stock = 50");
    const id = await buy();
    await shop.stop();
    await command("pay", id);
    const restarted = await startShop();
    await expect.poll(restarted.printed, { timeout: 45_000 }).toContain(`Ship order ${id}\n`);

    const [, name = ""] = /node --env-file=\.env (refund\.ts) refund-1 ORDER_ID 1000/.exec(readme) ?? [];
    for (const _ of [1, 2]) {
      const { printed, ended } = start("--env-file=.env", name, "refund-1", id, "1000");
      await ended;
      expect(printed()).toBe("Refund refund-1 succeeded\n");
    }
    // As refund.ts leaves it if it is killed.
    const insert =
      "INSERT INTO refunds (id, uid, amount) SELECT 'refund-2', paid_by, 500 FROM orders WHERE id = ?";
    query(insert, id);
    await expect.poll(restarted.printed, { timeout: 45_000 }).toContain("Refund refund-2 succeeded\n");
    expect((await command("orders", id)).match(/transactions\.refund/g)).toHaveLength(2);
  });

  // A process cannot be killed between two statements from outside.
  test.each(["before", "after"])("a job that ends %s the shipment ships in the next run", async (when) => {
    const line = /^ +sql\("INSERT OR IGNORE INTO shipments.*\n/m;
    const broken = await startShop((code) =>
      code.replace(line, (insert) => (when === "before" ? `process.exit();` : `${insert}process.exit();`)),
    );
    const id = await buy();
    await command("pay", id);
    await broken.ended;
    expect(shipped(id)).toBe("now");
    await startShop();
    await expect.poll(() => shipped(id), { timeout: 45_000 }).toBe("done");
    expect(query("SELECT * FROM shipments WHERE id = ?", id)).toHaveLength(1);
  });

  test("the error names the field", async () => {
    expect(await runFile("errors.ts", blockWith("catch (error)"))).toMatch(
      /order\.amount.* must be .* no true\n$/s,
    );
  });

  test("the files compile with the tsconfig.json of Getting started", async () => {
    await writeFile(join(folder, "tsconfig.json"), await readTsconfig());
    expect(await compile(folder)).toBe("");
  });
});
