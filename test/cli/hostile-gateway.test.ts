/** A process at the port of the local gateway may answer anything. Its texts must not change the terminal. */
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../support/listen.ts";
import { runCommand } from "./start.ts";

const EVIL = "\u001b]0;title\u0007\u001b[2J\u009b2J\r\nFAKE LINE\u202e\u2028\u0000";
const text = (name: string): string => name + EVIL;

const order = {
  ...Object.fromEntries(
    [
      "token",
      "uid",
      "trackingId",
      "description",
      "currency",
      "method",
      "status",
      "outcome",
      "shop",
      "reason",
    ].map((field) => [field, text(field)]),
  ),
  amount: 100,
  outcomeTone: "good",
  shopTone: "bad",
  createdAt: text("2026-01-01T00:00:00Z"),
};
const answer = {
  message: text("message"),
  note: text("note"),
  isForgeryAccepted: true,
  order,
  orders: [order],
  // It may have several lines.
  says: text("says").replace("\n", ""),
  tone: "good",
  commands: [text("pay x")],
  events: [{ at: text("2026-01-01T00:00:00Z"), title: text("title"), tone: "bad", text: text("text") }],
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
