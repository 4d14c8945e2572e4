/** A process at the port of the local gateway may answer anything. Its texts must not change the terminal. */
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../support/listen.ts";
import { runCommand } from "./start.ts";

const EVIL = "\u001b]0;title\u0007\u001b[2J\u009b2J\r\nFAKE LINE\u202e\u2028\u0000";
const text = (name: string): string => name + EVIL;

const time = text("2026-01-01T00:00:00Z");
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text(name)]));

const order = {
  ...texts(
    "token",
    "uid",
    "trackingId",
    "id",
    "name",
    "description",
    "customer",
    "method",
    "kind",
    "outcome",
  ),
  createdAt: time,
  tone: "good",
  money: {
    amount: 100,
    currency: text("currency"),
    held: 0,
    taken: 100,
    voided: 0,
    refunded: 0,
    chargedBack: 0,
    kept: 100,
  },
  notification: { ...texts("state", "reason", "text"), tone: "bad" },
  says: [{ tone: "bad", text: [text("says"), { at: time }, texts("text", "to")] }],
  next: [
    { action: "refund", label: text("label"), params: { uid: text("uid"), [text("name")]: text("value") } },
  ],
  transactions: [
    { ...texts("uid", "type", "name", "state"), tone: "good", amount: 1, parent: null, left: 1 },
  ],
  events: [{ ...texts("id", "title", "text"), at: time, tone: "bad" }],
  others: [{ ...texts("token", "outcome"), tone: "bad" }],
};
const answer = {
  message: text("message"),
  note: text("note"),
  isForgeryAccepted: true,
  order,
  orders: [order],
};

test.each([200, 409, 404])("no control character of an answer %d is printed", async (status) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await using gateway = await listen(server);
  for (const command of [["orders"], ["orders", "x"], ["pay", "x"], ["resend", "x"]])
    for (const format of [[], ["--json"]]) {
      const { stdout, stderr } = await runCommand(...command, ...format, "--url", gateway.url);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
      expect(stdout + stderr, command.join(" ")).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
      expect(stdout + stderr, command.join(" ")).not.toMatch(/^FAKE LINE/m);
      if (status === 200 && format.length > 0)
        expect(JSON.stringify(JSON.parse(stdout))).toContain("FAKE LINE");
    }
});
