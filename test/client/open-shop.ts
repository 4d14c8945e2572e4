import { PaymentsClient, type Transaction } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";

const LOST = new TypeError("fetch failed: the connection was closed");

/** What becomes of a POST. A status is the answer to what the gateway has processed. */
type Fault = "lost response" | "lost request" | "sent twice" | number | undefined;

/** A shop with a paid order, and a client whose next POST can fail. */
export async function openShop({ idempotencyKeys = false, speed = 1 } = {}) {
  const sandbox = new Sandbox({ speed });
  const { fetch, ...options } = sandbox.clientOptions;
  let fault: Fault;
  const posts: string[] = [];
  const payments = new PaymentsClient({
    ...options,
    idempotencyKeys,
    fetch: async (url, init) => {
      if (init.method !== "POST") return fetch(url, init);
      posts.push(url);
      const current = fault;
      fault = undefined;
      if (current === "lost request") throw LOST;
      if (current === "sent twice") await fetch(url, init);
      const response = await fetch(url, init);
      if (current === "lost response") throw LOST;
      if (typeof current !== "number") return response;
      return Response.json({ errors: { base: ["It is in progress"] } }, { status: current });
    },
  });
  const pay = async (type: "payment" | "authorization" = "payment"): Promise<Transaction> => {
    const order = { amount: 10_000, currency: "EUR", description: "Pass", tracking_id: "order-1" };
    const { token } = await payments.checkouts.create({ transaction_type: type, order });
    posts.length = 0;
    return sandbox.pay(token, { saveCard: true });
  };
  return { sandbox, payments, pay, posts, failNextPost: (next: Fault) => (fault = next) };
}
