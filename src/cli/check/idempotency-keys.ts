import { randomUUID } from "node:crypto";
import { PaymentsError } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, note, ok } from "./finding.ts";
import type { Hosts } from "./hosts.ts";
import { testOrder } from "./test-token.ts";

const NAME = "idempotency keys";

/** Makes two test payments with one key and a test card's token. A gateway that honors keys makes only one payment. */
export async function checkKeys({ gateway, products }: Hosts, token: string): Promise<Checked> {
  if (gateway === undefined) return failed(NAME, "were not tried", `Correct ${VARIABLES.gatewayUrl} first.`);
  const key = randomUUID();
  const order = testOrder(products);
  const pay = () =>
    gateway.transactions.pay(
      { ...order, test: true, duplicate_check: false, credit_card: { token } },
      { idempotencyKey: key },
    );
  try {
    const first = await pay();
    if (first.test !== true) {
      return failed(
        NAME,
        "were not tried: the payment is a live one",
        "Use the token of a test card. Refund it.",
      );
    }
    const second = await pay();
    return first.uid === second.uid
      ? ok(NAME, "are honored, because two calls made one test payment. idempotencyKeys: true is safe")
      : note(NAME, "are not honored, because two calls made two test payments. Leave idempotencyKeys false");
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    return failed(NAME, error.message, "Use a test card's token, saved with contract.");
  }
}
