import { expect, onTestFinished, test } from "vitest";
import { LIBRARY_BILL } from "../library-bill.ts";
import { openSandbox } from "../open-gateway.ts";
import { CARD, openPages, page } from "./open-pages.ts";

const linkIn = (text: string): string | undefined =>
  /<a[^>]* href="(\/sandbox\/orders\/[^"]+)"[^>]*>Open this order on the dashboard<\/a>/.exec(text)?.[1];

test("the pages of an order and of a bill lead the developer to the order on the dashboard", async () => {
  const { checkout, get, post, payments } = openPages();
  const token = await checkout();
  const paid = await checkout();
  await post(page(paid), CARD);
  const { uid } = await payments.bills.create(LIBRARY_BILL);
  for (const [address, order, text] of [
    [page(token), token, "Annual pass"],
    [page(paid, "result"), paid, "Annual pass"],
    [`/process/${uid}`, uid, "Library fee"],
  ] as const) {
    const link = linkIn((await get(address)).text);
    expect([address, link]).toStrictEqual([address, `/sandbox/orders/${order}`]);
    expect(await get(link ?? "")).toMatchObject({ status: 200, text: expect.stringContaining(text) });
  }
});

test("in the widget, the dashboard opens in its own tab, because it is shown in no frame", async () => {
  const { checkout, get } = openPages();
  const { text } = await get(`${page(await checkout())}&widget=1`);
  expect(text).toMatch(/<a[^>]* target="_blank"[^>]*>Open this order on the dashboard/);
});

test("pages that others can open have no link to the dashboard, which links to their public URL", async () => {
  const { sandbox, payments, create } = openSandbox({ secretKey: "private-key-of-kim" });
  const publicUrl = "https://kim.tunnel.example";
  const server = await sandbox.listen({ publicUrl });
  onTestFinished(server.close);
  const token = await create();
  const { uid } = await payments.bills.create(LIBRARY_BILL);
  for (const path of [page(token), `/process/${uid}`]) {
    const shown = async (origin: string, headers = {}) =>
      linkIn(await (await fetch(origin + path, { headers })).text()) !== undefined;
    expect([path, await shown(server.url)]).toStrictEqual([path, false]);
    expect([path, await shown(server.dashboardUrl)]).toStrictEqual([path, true]);
    const proxied = { "x-forwarded-for": "203.0.113.5" };
    expect([path, await shown(server.dashboardUrl, proxied)]).toStrictEqual([path, false]);
  }
  const order = await (await fetch(`${server.dashboardUrl}/sandbox/orders/${token}`)).text();
  expect(order).toContain(`href="${publicUrl}${page(token)}"`);
});
