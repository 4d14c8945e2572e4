import { expect, test } from "vitest";
import { makeSixtyOrders } from "../browser/sixty-orders.ts";
import { openDashboard, settings } from "./open-dashboard.ts";

test("the log has calls by time, and is filtered by what was answered", async () => {
  const { get, sandbox } = await openDashboard();
  await makeSixtyOrders(sandbox);
  const show = async (filter = "") => {
    const html = await get(`/sandbox/log?show=${filter}`);
    const allOf = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, found = ""]) => found);
    return {
      times: allOf(/<time datetime="([^"]*)">[^<]*<\/time>/g),
      states: new Set(allOf(/<span class="state[^"]*">([^<]*)<\/span>/g)),
    };
  };
  const { times } = await show();
  expect(times.length).toBeGreaterThan(20);
  expect(times).toStrictEqual(times.toSorted().toReversed());
  expect((await show("refused")).states).toStrictEqual(new Set(["404"]));
});

test("what a loaded state has not delivered is not posted, and can be sent again", async () => {
  const first = await openDashboard({ deliver: async () => new Response("", { status: 500 }) });
  const token = await first.createToken("order-1", { settings });
  await first.sandbox.pay(token);
  expect(await first.story(token)).toContain("next attempt");
  const { verdict, sandbox, story } = await openDashboard({ state: await first.sandbox.state() });
  expect(await story(token)).not.toContain("next attempt");
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
  expect(await opened.rows()).toMatchObject([
    { Notification: "Not delivered: refused by the local gateway" },
  ]);
});
