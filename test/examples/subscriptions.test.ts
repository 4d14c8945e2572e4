import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { answered, openGateway } from "../idempotency/gateway.ts";
import { installExample } from "./install-example.ts";
import { runNode, typeErrors } from "./run.ts";

let folder = "";

beforeAll(async () => {
  folder = await installExample("subscriptions");
});

test("the job type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the job's own tests pass", async () => {
  const { stdout, code } = await runNode(folder, ["--test", "--test-isolation=none", "test/*.test.ts"]);
  expect(stdout).toMatch(/ pass [1-9]\d*\n.* fail 0\n/);
  expect(code).toBe(0);
});

test("the job does not start with test payments that count as paid behind https", async () => {
  const live = { RETURN_URL: "https://shop.example/account", TEST_MODE: "true", DATABASE: ":memory:" };
  const { code, stderr } = await runNode(folder, ["src/main.ts"], live);
  expect(code).toBe(1);
  expect(stderr).toContain("Error: Remove TEST_MODE: behind an https RETURN_URL, test payments must not");
});

const CUSTOMERS = 4;

test("a job that is killed at every charge charges each subscription once", async () => {
  await using gateway = await openGateway();
  const { payments, sandbox } = gateway;
  const file = join(folder, "kills.sqlite");
  const { openDatabase } = await import(join(folder, "src/database.ts"));
  const { subscribe } = await import(join(folder, "src/subscriptions.ts"));
  const db: DatabaseSync = openDatabase(file);
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const order = { amount: 990, currency: "EUR", description: "First month" };
    const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
    const { credit_card } = await sandbox.pay(token, { saveCard: true });
    const startedAt = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
    const cardToken = credit_card?.token ?? "";
    subscribe(db, {
      id: `member-${customer}`,
      cardToken,
      amount: 990,
      currency: "EUR",
      description: "Month",
      startedAt,
    });
  }
  const run = async (): Promise<number | null> => {
    const env = {
      ...gateway.env,
      DATABASE: file,
      RETURN_URL: "https://shop.example/account",
      IDEMPOTENCY_KEYS: "true",
    };
    const child = spawn(process.execPath, ["src/main.ts"], { cwd: folder, env, stdio: "inherit" });
    kill = () => child.kill("SIGKILL");
    const [code] = await once(child, "close");
    return code;
  };
  let kill = () => {};

  // Killed before the gateway has the first charge, after it processed it, and when it had answered the second.
  gateway.troubles.push(
    () => void kill(),
    async (process) => {
      await process();
      kill();
    },
    answered,
    async (process, response) => {
      await answered(process, response);
      kill();
    },
  );
  for (let runs = 0; runs < 6; runs += 1) await run();

  const charges = db.prepare("SELECT key, status, uid FROM charges ORDER BY rowid").all();
  expect(charges.map(({ status }) => status)).toStrictEqual(Array.from({ length: CUSTOMERS }, () => "paid"));
  for (const { key, uid } of charges) {
    const made = await payments.transactions.findByTrackingId(String(key));
    expect(made.map((payment) => payment.uid)).toStrictEqual([uid]);
  }
  db.close();
});
