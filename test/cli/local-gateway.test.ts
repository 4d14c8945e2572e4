import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { ACTIONS } from "../../src/sandbox/actions/actions.ts";
import type { Sandbox, SandboxServer } from "../../src/sandbox.ts";
import { expectPayment, Webhooks } from "../../src/webhooks.ts";
import { endlessProduct } from "../models/params.ts";
import { NOTIFIED, ORDER, openSandbox } from "../sandbox/open-gateway.ts";
import { npx, runAs, runCommand, runInTerminal, useFolder } from "./start.ts";

const SECRET = "s3cret-key-of-the-shop";

let server: SandboxServer;
let sandbox: Sandbox;
let create: ReturnType<typeof openSandbox>["create"];
let received: string[];
const inFolder = useFolder();

/** A shop that says of each notification whether it is for its order. */
async function openShop() {
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  sandbox.deliverTo(async (request) => {
    try {
      const notification = await webhooks.verify({ body: await request.text(), headers: request.headers });
      expectPayment(notification, { amount: 12_900, currency: "EUR", trackingId: "order-1007" });
      received.push("right");
    } catch {
      received.push("wrong");
    }
    return new Response("ok");
  });
}

beforeEach(async () => {
  received = [];
  ({ sandbox, create } = openSandbox({ secretKey: SECRET }));
  await openShop();
  server = await sandbox.listen();
});
afterEach(() => server.close());

const command = (...args: string[]) => runCommand(...args, "--url", server.url);

const createToken = (trackingId = "order-1007"): Promise<string> =>
  create({
    order: { ...ORDER, tracking_id: trackingId },
    settings: NOTIFIED,
    payment_method: { types: ["credit_card", "erip"], erip: { service_no: "1" } },
  });

test("pay pays a token as a customer would, and waits for the shop's answer", async () => {
  const token = await createToken();
  const paid = await command("pay", token);
  expect(paid).toMatchObject({ code: 0, stderr: "" });
  expect(paid.stdout).toMatch(
    /^Paid €129\.00\. The shop answered 200\.\n\d{4}-\d\d-\d\d \d\d:\d\d {2}order-1007 {2}€129\.00 {2}Paid {2}delivered\n$/,
  );
  expect(received).toStrictEqual(["right"]);
  const again = await command("pay", "order-1007");
  expect(again).toStrictEqual({
    code: 1,
    stdout: "",
    stderr: "payments-client: Order order-1007 is already paid.\n",
  });
});

test("pay takes another card or method, and prints JSON for scripts", async () => {
  await createToken("declined-1");
  const declined = await command("pay", "declined-1", "--card", "4000000000009995", "--json");
  expect(JSON.parse(declined.stdout)).toMatchObject({
    message:
      "€129.00 is not paid: declined (Insufficient funds). No attempts are left. The shop answered 200.",
    order: { trackingId: "declined-1", outcome: "Declined", money: { amount: 12_900, currency: "EUR" } },
  });
  await createToken("pending-1");
  expect((await command("pay", "pending-1", "--method", "erip")).stdout).toContain(
    "is pending until the customer pays it. The shop answered 200.",
  );
  expect((await command("orders", "pending-1")).stdout).toMatch(
    /Next:\n {2}\S.*payments-client pay pending-1\b/,
  );
  expect((await command("pay", "pending-1")).stdout).toContain("Paid €129.00. The shop answered 200.");
  expect((await command("pay", await createToken("wrong-1"), "--card", "1234")).stderr).toMatch(
    /^payments-client: --card must be the number of a test card, such as 4200000000000000, .*declined\.\n$/,
  );
  const both = await command("pay", "pending-1", "--method", "erip", "--card", "4200000000000000");
  expect(both).toMatchObject({ code: 1, stderr: "payments-client: Use --card or --method, but not both.\n" });
});

test("act runs any action of the control API, with its parameters as options", async () => {
  const { uid } = await sandbox.pay(await createToken());
  const refund = ["act", "follow-up", "--uid", uid, "--type", "refund", "--amount", "28.60"];
  expect((await command(...refund)).stdout).toMatch(
    /^Refunded €28\.60\. €100\.40 is kept\. The shop answered 200\.\n.*order-1007 {2}€129\.00 {2}Part refunded /,
  );
  await createToken("order-1008");
  const expired = await command("act", "expire", "--order", "order-1008", "--json");
  expect(JSON.parse(expired.stdout)).toMatchObject({
    message: expect.stringMatching(/the payment token expired\. /),
  });
  for (const [args, message] of [
    [["expire"], "--order is missing. It must be text."],
    [["expire", "--order", "1", "--ordr", "2"], "There is no parameter ordr. Did you mean order?"],
    [["expires"], "There is no action expires. Did you mean expire? `npx payments-client act --help` lists"],
    [[], "Name one action, such as `npx payments-client act expire --order 1007`"],
  ] as const) {
    const { code, stderr } = await command("act", ...args);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining(message)]);
  }
});

test("eight characters of a token or a uid are enough, and an order is named by its product or its id", async () => {
  const token = await createToken();
  expect((await command("pay", token.slice(0, 8))).stdout).toMatch(/^Paid .*\n.*order-1007 /);
  const { uid } = await sandbox.pay(await createToken("order-1008"));
  const refunded = await command("act", "refund", "--uid", uid.slice(0, 8), "--amount", "1.00");
  expect(refunded.stdout).toMatch(/^Refunded .*\n.*order-1008 .*Part refunded/);
  for (const [short, message] of [
    [token.slice(0, 7), "There is no order, token or product"],
    [`${token.slice(0, 7)}g`, "There is no order, token or product"],
  ] as const)
    expect((await command("pay", short)).stderr).toContain(message);
  const unknown = (await command("act", "refund", "--uid", "00000000")).stderr;
  expect(unknown).toContain(
    "There is no transaction 00000000. `npx payments-client orders ID` prints the uids",
  );
  const payments = new PaymentsClient(server.clientOptions);
  const { id } = await payments.products.create({ ...endlessProduct, name: "Ticket" });
  const ticket = await sandbox.pay(id);
  const { order } = JSON.parse((await command("orders", ticket.uid, "--json")).stdout);
  expect(order).toMatchObject({ name: "Ticket", trackingId: id, id: order.token });
  // In a pipe, each id is whole. On a terminal, it is one that a command takes.
  expect((await command("orders")).stdout).toContain(` ${order.token} Ticket `);
  const { lines } = await runInTerminal("orders", "--url", server.url);
  expect(lines[1]).toContain(` ${order.token.slice(0, 8)} Ticket `);
});

test("orders ID prints the uids of a hold and of its captures, and the commands that are possible", async () => {
  const order = { ...ORDER, tracking_id: "hold-1" };
  const { uid } = await sandbox.pay(await create({ transaction_type: "authorization", order }));
  const { transaction } = await sandbox.act("capture", { uid, amount: 5000 });
  const { stdout } = await command("orders", "hold-1");
  const capture = transaction?.uid ?? "";
  for (const text of [`${uid}  €129.00  Authorized`, `${capture}  €50.00  Captured`])
    expect(stdout).toContain(text);
  const at = ` --port ${new URL(server.url).port}`;
  const next = stdout.slice(stdout.indexOf("Next:")).split("\n\n", 1)[0]?.split("\n").slice(1);
  expect(next).toStrictEqual(
    [
      `act capture --uid ${uid.slice(0, 8)}`,
      `act void --uid ${uid.slice(0, 8)}`,
      `act refund --uid ${capture.slice(0, 8)}`,
      `act chargeback --uid ${capture.slice(0, 8)}`,
    ].map((text) => `  npx payments-client ${text}${at}`),
  );
  // Each of them works as printed.
  for (const line of next?.toReversed() ?? []) {
    const [action = "", option = "", id = ""] = line.split(" act ")[1]?.split(" ") ?? [];
    expect(await command("act", action, option, id, "--amount", "1.00")).toMatchObject({
      code: 0,
      stderr: "",
    });
  }
});

test("act lists its actions, which are those of the control API", async () => {
  const { stdout } = await command("act", "--help");
  const listed = stdout
    .split("\n\n")[1]
    ?.split("\n")
    .map((line) => line.trim().split(" ")[0]);
  expect([...(listed ?? []), "follow-up"].toSorted()).toStrictEqual(Object.keys(ACTIONS).toSorted());
  const { stderr } = await command("act", "refund");
  expect(stderr).toBe(
    "payments-client: --uid is missing. It must be the uid of a transaction, which `npx payments-client orders ID` prints.\n",
  );
});

test("orders lists them, finds by a search, and tells what happened to one", async () => {
  await sandbox.pay(await createToken());
  await createToken("order-1008");
  const list = (await command("orders")).stdout.split("\n");
  expect(list).toStrictEqual([
    "Time              Order        Amount  Outcome  Notification",
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}order-1008 +€129\.00 +Open +nothing to deliver$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}order-1007 +€129\.00 +Paid +delivered$/),
    "2 orders",
    "",
  ]);
  expect((await command("orders", "--search", "1008", "--json")).stdout).not.toContain("order-1007");
  const listed = async (...args: string[]) => JSON.parse((await command("orders", "--json", ...args)).stdout);
  expect(await listed()).toMatchObject({ orders: [{ kind: "open" }, { kind: "paid", outcome: "Paid" }] });
  expect(await listed("--show", "paid")).toMatchObject({ orders: [{ trackingId: "order-1007" }] });
  expect((await listed("--limit", "1")).orders).toHaveLength(1);
  const story = (await command("orders", "order-1007")).stdout;
  for (const text of [
    "order-1007  €129.00  Paid  delivered\n  description   Annual pass\n  method        Visa …0000\n  token         ",
    "Paid €129.00.\nThe shop answered 200 to the notification (paid).",
    "  The API call that made the token: Answered 201",
    "  Attempt 1: Visa …0000",
    "  Notification: paid",
  ])
    expect(story).toContain(text);
  const file = await command("orders", "order-1007", "--json");
  expect(JSON.parse(file.stdout)).toMatchObject({
    order: { trackingId: "order-1007" },
    calls: [{ operation: "checkouts.create", status: 201 }],
  });
  expect(file.stdout).not.toContain(SECRET);
  const missing = async (...args: string[]) => (await command(...args)).stderr;
  const hint = `\`npx payments-client orders --port ${new URL(server.url).port}\` lists them.\n`;
  for (const [name, what] of [
    ["orders", "order"],
    ["pay", "order, token or product"],
    ["resend", "notification or order"],
  ] as const)
    expect(await missing(name, "nope")).toBe(`payments-client: There is no ${what} nope. ${hint}`);
  const { error } = JSON.parse((await command("pay", "nope", "--json")).stdout);
  expect(error.code).toBe("not_found");
});

test("orders of a gateway without orders says how to create the first one", async () => {
  expect(await command("orders")).toMatchObject({
    code: 0,
    stdout: `0 orders\nCreate one on the dashboard, ${server.url}/, or run the shop in the README.\n`,
  });
  expect(JSON.parse((await command("orders", "--json")).stdout)).toStrictEqual({ orders: [] });
  await createToken();
  expect((await command("orders", "--search", "no-such-order")).stdout).toBe("0 orders\n");
});

test("resend sends a notification again as it was, changed, or with a body from a file", async () => {
  await sandbox.pay(await createToken());
  expect((await command("resend", "order-1007")).stdout).toMatch(
    /^Sent again as it was \(paid\)\. The shop answered 200\.\n.*order-1007/,
  );
  const wrong = await command("resend", sandbox.deliveries[0]?.id ?? "", "--as", "wrong_amount");
  expect(wrong).toMatchObject({ code: 0, stderr: "" });
  expect(wrong.stdout).toContain(
    "Sent again with another amount: amount €0.01, before €129.00 (also changed: payment.amount). The shop answered 200. Check that the shop uses none of the changed values, or keeps the payment for manual review.\n",
  );
  const file = inFolder("body.json");
  await writeFile(file, (sandbox.deliveries[0]?.body ?? "").replaceAll("12900", "4200"));
  expect((await command("resend", "order-1007", "--body", file)).stdout).toContain(
    "with an edited body: amount €42.00",
  );
  expect(received).toStrictEqual(["right", "right", "wrong", "wrong"]);
  expect(await command("resend", "order-1007", "--as", "stolen")).toMatchObject({
    code: 1,
    stderr: "payments-client: --as must be one of wrong_amount, wrong_signature.\n",
  });
});

test("resend says in red that a shop accepts a wrong signature, and exits with 1; a shop that refuses it is right", async () => {
  sandbox.deliverTo(async () => new Response("ok"));
  await sandbox.pay(await createToken("A1"));
  const accepted = await command("resend", "A1", "--as", "wrong_signature");
  expect(accepted).toMatchObject({ code: 1, stderr: "" });
  expect(accepted.stdout).toContain(
    `The shop answered 200. Your shop accepted a notification with a wrong signature.\nRead ${server.url}/sandbox/environment#verify\n`,
  );
  expect(accepted.stdout).toMatch(/A1 {2}€129\.00 {2}Paid {2}accepted a forgery\n$/);
  const terminal = await runInTerminal("resend", "A1", "--as", "wrong_signature", "--url", server.url);
  expect(terminal.printed).toContain("\u001b[31mSent again with another signature");
  expect(terminal.printed).toContain("\u001b[31maccepted a forgery\u001b[39m");
  const json = await command("resend", "A1", "--as", "wrong_signature", "--json");
  expect([json.code, JSON.parse(json.stdout)]).toStrictEqual([
    1,
    expect.objectContaining({ isForgeryAccepted: true, guide: `${server.url}/sandbox/environment#verify` }),
  ]);
  expect((await command("orders", "A1")).stdout).toMatch(
    /^Your shop accepted a notification with a wrong signature, .* Read Verify notifications on the dashboard\.$/m,
  );
  sandbox.deliverTo(async () => new Response("", { status: 401 }));
  const refused = await command("resend", "A1", "--as", "wrong_signature");
  expect(refused).toMatchObject({ code: 0, stderr: "" });
  expect(refused.stdout).toContain("The shop answered 401. That is right, because it refused the forgery.");
  expect(refused.stdout).toMatch(/Paid {2}delivered\n$/);
});

test("each command finds the gateway by PAYMENTS_CHECKOUT_URL, --port or --url, and never asks a real one", async () => {
  await sandbox.pay(await createToken());
  await createToken("open-1");
  const { port } = new URL(server.url);
  const found = async (args: string[], checkoutUrl?: string) => {
    const env = { ...npx(), ...(checkoutUrl && { PAYMENTS_CHECKOUT_URL: checkoutUrl }) };
    const { stdout, stderr } = await runAs({ args, env });
    return stdout + stderr;
  };
  expect(await found(["pay", "open-1"], server.url)).toContain("open-1");
  for (const command of [["orders"], ["resend", "order-1007"]]) {
    expect(await found([...command, "--port", port])).toContain("order-1007");
    expect(await found([...command, "--url", server.url])).toContain("order-1007");
    expect(await found(command, server.url)).toContain("order-1007");
    for (const real of ["https://checkout.gateway.example", "not a URL"])
      expect(await found(command, real)).toContain(
        "PAYMENTS_CHECKOUT_URL is not the address of a local gateway. Use --port PORT or --url URL",
      );
    expect(await found([...command, "--port", port], "https://checkout.gateway.example")).toContain(
      "order-1007",
    );
  }
});

test("a public sandbox answers a command at the address of its environment, not at the one for others", async () => {
  const open = await sandbox.listen({ publicUrl: "https://kim.tunnel.example" });
  await createToken();
  expect((await runCommand("orders", "--url", open.clientOptions.checkoutUrl)).stdout).toContain(
    "order-1007",
  );
  expect(await runCommand("orders", "--url", open.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("prints the dashboard's own address when it starts"),
  });
  await open.close();
});

test("without a local gateway, each command says how to start one or where to look", async () => {
  const { url } = server;
  await server.close();
  for (const args of [["pay", "token"], ["orders"], ["resend", "token"]]) {
    const { code, stderr } = await runCommand(...args, "--url", url);
    expect([args, code, stderr]).toStrictEqual([
      args,
      1,
      `payments-client: No local gateway answers at ${url} (ECONNREFUSED). Start one with \`npx payments-client sandbox\`, or use --port PORT.\n`,
    ]);
  }
  server = await sandbox.listen();
});
