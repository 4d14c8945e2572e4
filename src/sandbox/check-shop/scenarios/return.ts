import type { Gateway } from "../gateway.ts";
import type { Scenario } from "../scenario.ts";
import { Skipped } from "../scenario-result.ts";
import { NOT_FULFILLED, RETURN_URL, TOKEN } from "./guides.ts";

/** Opens pages of the shop as the customer's browser would. @throws Skipped */
const openAll = async (gateway: Gateway, urls: readonly URL[], settings: string): Promise<void> => {
  const opened = await Promise.all(urls.map((url) => gateway.openPage(url)));
  if (!opened.includes(true)) throw new Skipped(`the token has no ${settings} that could be opened`);
};

export const RETURN: readonly Scenario[] = [
  {
    name: "cancelled",
    description:
      "The customer went back by cancel_url without paying, then opened the payment page again and paid.",
    expected:
      "The order is not fulfilled by going back. It is fulfilled once by the payment, or the payment is refunded.",
    advice: `Take a payment of an order that its customer had cancelled, or refund it: the token could still be paid. ${TOKEN}`,
    run: async (trial) => {
      const { gateway, merchant } = trial;
      const order = await trial.order();
      await openAll(gateway, gateway.addressesOf(order.token, ["cancel_url"]), "settings.cancel_url");
      await trial.expectFulfilments(order, 0);
      const { uid } = await gateway.pay(order.token);
      const isSettled = async () =>
        (await merchant.fulfilments(order.id)) > 0 || gateway.followUpsOf(uid).length > 0;
      await merchant.until(isSettled);
      if (gateway.followUpsOf(uid).length > 0) return "The payment was refunded.";
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "forged return address",
    description:
      "Without a payment, the return addresses were opened with status=successful, the token and a uid.",
    expected: NOT_FULFILLED,
    advice: `Ask checkouts.get when a customer returns: anyone can write the address. ${RETURN_URL}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const urls = gateway.addressesOf(order.token, ["return_url", "success_url"]);
      for (const url of urls) {
        url.searchParams.set("token", order.token);
        url.searchParams.set("status", "successful");
        url.searchParams.set("uid", crypto.randomUUID());
      }
      await openAll(gateway, urls, "settings.return_url or success_url");
      return trial.expectFulfilments(order, 0);
    },
  },
];
