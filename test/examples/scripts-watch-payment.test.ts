import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { afterAll, expect, test } from "vitest";
import { environmentOf } from "./environment.ts";
import { installShared } from "./install-example.ts";
import { type Ended, ended, runNode, startNode } from "./run.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient(sandbox.clientOptions);

const [folder, server] = await Promise.all([installShared("scripts"), sandbox.listen()]);
afterAll(() => server.close());

const newToken = async (test = false): Promise<string> => {
  const order = { amount: 3245, currency: "USD", description: "Annual pass" };
  return (await payments.checkouts.create({ transaction_type: "payment", test, order })).token;
};

/** Watches a token, and calls `then` once watching has started. */
async function watch(token: string, then: (kill: () => void) => unknown, ...more: string[]): Promise<Ended> {
  const args = ["watch-payment.ts", token, "--interval", "0.1", ...more];
  const child = startNode(folder, args, environmentOf(server));
  const end = ended(child);
  await once(child.stdout ?? child, "data");
  await then(() => child.kill("SIGINT"));
  return end;
}

test("a paid token prints its status and exits with 0", async () => {
  const token = await newToken();
  const { code, stdout, stderr } = await watch(token, () => sandbox.pay(token));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^\d{4}-.*Z {2}waiting for a status that is final$/);
  expect(lines[1]).toMatch(/Z {2}successful, Transaction is successful\., payment, 32\.45 USD$/);
});

test("a declined card, an expired token and a test payment have their own exit codes", async () => {
  const [declined, late, test] = await Promise.all([newToken(), newToken(), newToken(true)]);
  const ends = [
    await watch(declined, () => sandbox.pay(declined, { card: "4005550000000019" })),
    await watch(late, () => sandbox.expire(late)),
    await watch(test, () => sandbox.pay(test)),
    await watch(test, () => undefined, "--test"),
  ];
  expect(ends.map(({ code }) => code)).toEqual([6, 3, 5, 0]);
});

test("an authorization exits with 5, a contradictory status with 4", async () => {
  const { exitCodeOf } = await import(pathToFileURL(join(folder, "src/outcome.ts")).href);
  const order = { amount: 3245, currency: "USD", description: "Annual pass" };
  const { token } = await payments.checkouts.create({ transaction_type: "authorization", order });
  await sandbox.pay(token);
  const status = await payments.checkouts.get(token);
  expect(exitCodeOf(status, false)).toBe(5);
  expect(exitCodeOf({ ...status, transaction_type: "payment", finished: false }, false)).toBe(4);
});

test("wrong arguments exit with 2 and print the usage", async () => {
  for (const more of [
    [],
    ["b"],
    ["--intervall", "2"],
    ...["0", "31", ""].map((text) => ["--interval", text]),
  ]) {
    const args = more.length === 0 ? [] : ["a", ...more];
    const { code, stderr } = await runNode(folder, ["watch-payment.ts", ...args], environmentOf(server));
    expect(code, args.join(" ")).toBe(2);
    expect(stderr).toContain("node watch-payment.ts TOKEN [options]");
  }
});

test("a script that fails by itself does not look like a failed payment", async () => {
  const env = { ...environmentOf(server), PAYMENTS_SECRET_KEY: "" };
  const { code, stderr } = await runNode(folder, ["watch-payment.ts", await newToken()], env);
  expect(stderr).toContain("PAYMENTS_SECRET_KEY");
  expect(code).toBe(1);
  const { EXIT } = await import(pathToFileURL(join(folder, "src/outcome.ts")).href);
  expect(Object.values(EXIT)).not.toContain(1);
});

test("the exit code tells the result although the output was closed", async () => {
  const token = await newToken();
  const child = startNode(folder, ["watch-payment.ts", token, "--interval", "0.1"], environmentOf(server));
  const end = ended(child);
  child.stdout?.destroy();
  await sandbox.pay(token);
  expect(await end).toMatchObject({ code: 0, stderr: "" });
});

test("Ctrl+C exits with 130", async () => {
  const { code, stderr } = await watch(await newToken(), (kill) => kill());
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
});

test("an unknown token exits with 4", async () => {
  const { code, stderr } = await runNode(folder, ["watch-payment.ts", "nope"], environmentOf(server));
  expect(code).toBe(4);
  expect(stderr).toContain("Record not found");
});

test("polling continues while the gateway is unavailable", async () => {
  const token = await newToken();
  const { code, stdout } = await watch(token, async () => {
    sandbox.failNext({ status: 503, times: 3 });
    await sandbox.pay(token);
  });
  expect(code).toBe(0);
  expect(stdout).toContain("no answer: ");
});
