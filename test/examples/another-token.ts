import type { PaymentsClient } from "payments-client";

/** Another token of the same order, as a customer with two open pages has it. */
export async function anotherToken(payments: PaymentsClient, token: string): Promise<string> {
  const { order, settings, test } = await payments.checkouts.get(token);
  const { amount, currency, tracking_id } = { ...order };
  const other = await payments.checkouts.create({
    transaction_type: "payment",
    test: test === true,
    order: {
      ...{ amount: amount ?? 0, currency: currency ?? "", tracking_id, description: "Another window" },
      additional_data: { contract: ["recurring"] },
    },
    settings: { notification_url: String(settings?.["notification_url"]) },
  });
  return other.token;
}
