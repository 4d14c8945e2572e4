/** A shop that marks orders on the page that the customer returns to. */
import { createServer } from "node:http";
import { PaymentsError, parseReturnUrl } from "payments-client";
import { handlePayment, toNodeListener } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { listen } from "../../support/listen.ts";
import { openMemoryShop } from "../../support/memory-shop.ts";

async function openShop() {
  const opened = await openMemoryShop();
  const { sandbox, payments, webhooks, orders, shop, addOrder, startPayment, functions } = opened;
  /** The page of an order. The token in its address may be of another customer's order. */
  const page = async (url: string): Promise<string> => {
    const id = new URL(url, "http://shop").pathname.split("/").at(-1) ?? "";
    const { token } = parseReturnUrl(url);
    if (token === undefined) return orders.get(id)?.paidBy ? "paid" : "not paid";
    const { is, order } = await handlePayment(shop, await payments.checkouts.get(token));
    return order?.id === id ? is : "not your payment";
  };
  const notify = toNodeListener(webhooks.handler(shop));
  const server = createServer(async (request, response) => {
    if (request.method === "POST") return notify(request, response);
    try {
      response.end(await page(request.url ?? ""));
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      response.writeHead(503).end("please try again");
    }
  });
  const listening = await listen(server);
  sandbox.deliverTo(fetch);
  const place = async () => {
    const order = addOrder();
    return { orderId: order.id, token: await startPayment(order, listening.url) };
  };
  return { ...opened, ...listening, place, functions: { ...functions, placeOrder: place } };
}

test("the return page", SEARCHING, async () => {
  await using opened = await openShop();
  await passCheckShop(opened.functions);
});

test("a return with the token of another customer's order shows nothing of it, but marks that order", async () => {
  await using opened = await openShop();
  const { sandbox, orders, place, url } = opened;
  sandbox.deliverTo(async () => new Response(null, { status: 503 })); // no notification arrives
  const [mine, other] = [await place(), await place()];
  const { uid } = await sandbox.pay(other.token);
  const show = async (query: string) => (await fetch(`${url}/orders/${mine.orderId}${query}`)).text();
  expect(await show(`?token=${other.token}&status=successful`)).toBe("not your payment");
  expect(await show("?token=made-up&status=successful")).toBe("please try again");
  expect(await show(`?token=${mine.token}&status=successful`)).toBe("pending");
  expect(orders.get(mine.orderId)?.paidBy).toBeNull();
  expect(orders.get(other.orderId)?.paidBy).toBe(uid);
});
