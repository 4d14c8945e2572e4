import { expect, test } from "vitest";
import { makeSixtyOrders } from "../browser/sixty-orders.ts";
import { openDashboard, settings } from "./open-dashboard.ts";

/** A dashboard with 60 orders, and what its log shows. */
async function openSixty() {
  const opened = await openDashboard();
  await makeSixtyOrders(opened.sandbox);
  const log = async (show = "") => {
    const html = await opened.get(`/sandbox/log?show=${show}`);
    const allOf = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, found = ""]) => found);
    return {
      times: allOf(/<time datetime="([^"]*)">[^<]*<\/time><\/span><\/summary>/g),
      states: new Set(allOf(/<span class="state[^"]*">([^<]*)<\/span><\/span><\/span>/g)),
      failed: Number(/id="filter-failed".*?<span class="count">(\d+)/.exec(html)?.[1]),
      toSendAgain: allOf(/action="\/sandbox\/api\/notify-again"><input [^>]* value="(\w+)"/g),
    };
  };
  return { ...opened, log };
}

test("the log has calls and notifications by time, and is filtered by what was answered", async () => {
  const { log } = await openSixty();
  const { times } = await log();
  expect(times.length).toBeGreaterThan(20);
  expect(times).toStrictEqual(times.toSorted().toReversed());
  expect((await log("answered-200")).states).toStrictEqual(new Set(["200"]));
  const failed = ["401", "500", "timeout", "name not found", "nothing listens"];
  expect(Array.from((await log("failed")).states)).toEqual(expect.arrayContaining(failed));
  expect((await log("refused")).states).toStrictEqual(new Set(["404"]));
});

test("a failed notification is sent again from the log", async () => {
  const { sandbox, log, post } = await openSixty();
  const { failed, toSendAgain } = await log("failed");
  expect(failed).toBeGreaterThan(20);
  sandbox.deliverTo(async () => new Response("ok"));
  await post("notify-again", { notification: toSendAgain[0] });
  expect((await log("failed")).failed).toBe(failed - 1);
});

test("what a loaded state has not delivered is not posted, and can be sent again", async () => {
  const first = await openDashboard({ deliver: async () => new Response("", { status: 500 }) });
  const token = await first.createToken("order-1", { settings });
  await first.sandbox.pay(token);
  const { verdict, sandbox } = await openDashboard({ state: await first.sandbox.state() });
  expect(await verdict(token)).toMatch(/The notification will not be repeated\..*Send again/s);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 1, status: 500 }]);
});

test("an address that the guard of a public gateway refused is shown as refused, with the reason", async () => {
  const opened = await openDashboard({ deliver: undefined, secretKey: "key-of-kim" });
  const server = await opened.sandbox.listen({ publicUrl: "https://kim.tunnel.example" });
  const token = await opened.createToken("order-1", {
    settings: { notification_url: "http://10.0.0.7/notify" },
  });
  await opened.sandbox.pay(token);
  await server.close();
  const verdict = await opened.verdict(token);
  expect(verdict).toContain("The local gateway did not post it: refused: 10.0.0.7 is in a private network");
  expect(verdict).not.toContain("Nothing listens");
  expect(await opened.rows()).toMatchObject([{ Notification: "Not delivered: refused by the sandbox" }]);
  const log = await opened.get("/sandbox/log?show=notifications");
  expect(log).toMatch(/<span class="state \w+">refused by the sandbox</);
});
