import { sendOnce } from "payments-client";
import { claimRefund, listOpenRefunds, type Refund, saveRefund } from "../refunds.ts";
import type { Shop } from "../shop.ts";

async function sendRefund({ db, payments }: Shop, { id, paymentUid, amount, reason }: Refund): Promise<void> {
  const sent = await sendOnce(
    payments,
    "refund",
    { parent_uid: paymentUid, amount, reason },
    { key: id, claim: (milliseconds) => claimRefund(db, id, milliseconds) },
  );
  const message = "reason" in sent ? sent.reason : "";
  console.log(`Refund ${id}: ${sent.is} ${message}`);
  saveRefund(db, id, sent.is === "pending" || sent.is === "unknown" ? "open" : sent.is, message);
}

/** Sends each open refund once, from one process or several. The next run sends again what has no result. */
export async function sendRefunds(shop: Shop): Promise<void> {
  for (const refund of listOpenRefunds(shop.db)) {
    try {
      await sendRefund(shop, refund);
    } catch (error) {
      console.error(`Refund ${refund.id}:`, error);
    }
  }
}
