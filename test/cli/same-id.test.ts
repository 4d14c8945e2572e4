/** Several orders have the same tracking id, as after a second run of README's shop. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Sandbox, SandboxServer } from "../../src/sandbox.ts";
import { NOTIFIED, ORDER, openSandbox } from "../sandbox/open-gateway.ts";
import { runCommand, runInTerminal } from "./start.ts";

let server: SandboxServer;
let sandbox: Sandbox;
let create: ReturnType<typeof openSandbox>["create"];

beforeEach(async () => {
  ({ sandbox, create } = openSandbox({ deliver: async () => new Response("ok") }));
  server = await sandbox.listen();
});
afterEach(() => server.close());

const command = (...args: string[]) => runCommand(...args, "--url", server.url);
const json = async (...args: string[]) => JSON.parse((await command(...args, "--json")).stdout);

const createToken = (): Promise<string> =>
  create({ order: { ...ORDER, tracking_id: "1007" }, settings: NOTIFIED });

const NEWEST = "The newest of 2 orders with the id 1007.";

test("pay, orders and resend take the newest order of an id, with a note", async () => {
  const old = await createToken();
  await sandbox.pay(old);
  const token = await createToken();
  const paid = await command("pay", "1007");
  expect(paid).toMatchObject({ code: 0, stderr: "" });
  expect(paid.stdout).toMatch(
    /^The newest of 2 orders with the id 1007\.\nPaid €129\.00\. The customer also paid .* The shop answered 200\.\n/,
  );
  expect((await command("orders", "1007")).stdout).toMatch(
    /^The newest of 2 orders with the id 1007\.\n1007 /,
  );
  expect((await command("resend", "1007")).stdout).toMatch(
    /^The newest of 2 orders with the id 1007\.\nSent again as it was/,
  );
  expect(sandbox.deliveries.at(-1)?.token).toBe(token);
  for (const args of [
    ["orders", "1007"],
    ["resend", "1007"],
  ])
    expect(await json(...args)).toMatchObject({ note: NEWEST, order: { token } });
  // A token names one order, without a note.
  const named = await json("orders", old);
  expect(named).toMatchObject({ order: { token: old } });
  expect(named).not.toHaveProperty("note");
  const { printed } = await runInTerminal("orders", "1007", "--url", server.url);
  expect(printed.startsWith(`\u001b[33m${NEWEST}`)).toBe(true);
});

test("pay takes the only order that can be paid, resend the only one with a notification", async () => {
  const old = await createToken();
  const paid = await createToken();
  await sandbox.pay(paid);
  expect(await json("resend", "1007")).toMatchObject({ note: NEWEST, order: { token: paid } });
  expect(await json("pay", "1007")).toMatchObject({
    note: "Of 2 orders with the id 1007, the only one that can be paid.",
    order: { token: old, outcome: "Paid twice" },
  });
  await createToken();
  await createToken();
  expect(await json("resend", "1007")).toMatchObject({
    note: "Of 4 orders with the id 1007, the newest one with a notification.",
    order: { token: paid },
  });
});

test("resend refuses orders without a notification", async () => {
  await createToken();
  expect((await command("resend", "1007")).stderr).toBe("payments-client: Order 1007 has no notification.\n");
  await createToken();
  expect((await command("resend", "1007")).stderr).toMatch(
    /^payments-client: None of the 2 orders with the id 1007 has a notification\.\n {2}\d{4}.* {2}Open {2}[\da-f]{64}\n/,
  );
});

test("pay prints the orders of an id if none of them can be paid", async () => {
  const tokens = [await createToken(), await createToken()];
  for (const token of tokens) await sandbox.pay(token);
  const refused = await command("pay", "1007");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  const [first, ...lines] = refused.stderr.trimEnd().split("\n");
  expect(first).toBe("payments-client: None of the 2 orders with the id 1007 can be paid.");
  expect(lines).toStrictEqual(
    tokens
      .toReversed()
      .map((token) =>
        expect.stringMatching(`^ {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d {2}Paid twice {2}${token}$`),
      ),
  );
  expect(sandbox.deliveries).toHaveLength(2);
});
