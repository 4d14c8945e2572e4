import { PaymentsClient } from "../../../src/index.ts";
import type { Deliver, Sandbox } from "../../../src/sandbox.ts";
import { LIBRARY_BILL } from "../library-bill.ts";

const NAMES = ["Kim Muller", "Aleś Kavaloŭ", "Maria-Magdalena Oberhauser-Schmidt", "Jo Li", "Zoë Ångström"];

const GOODS = [
  "Annual pass for the reading room",
  "Coffee beans, 1 kg",
  "Donaudampfschifffahrtsgesellschaftskapitänsmütze, dark blue, with an anchor",
  "Locker by the window",
  "Workshop “Bookbinding for beginners”, two evenings",
];

const CURRENCIES = ["EUR", "USD", "BYN"] as const;

/** Each with the card of a customer; undefined for one that does not pay. */
const CARDS = [
  "4200000000000000",
  "5204240000015029",
  "4005550000000019",
  undefined,
  "4000000000009995",
  "378282246310005",
  "9112300000000000",
  "4012000000001014",
  "6759649826438453",
];

/** A shop that answers as its `notification_url` says: `/500` with this status, `/down` and `/slow` not at all. */
export const shopByPath: Deliver = async (request) => {
  const { pathname } = new URL(request.url);
  const failure = (message: string, code: string) =>
    Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(message), { code }) });
  if (pathname === "/down") throw failure("connect ECONNREFUSED 127.0.0.1:3000", "ECONNREFUSED");
  if (pathname === "/typo") throw failure("getaddrinfo ENOTFOUND shop.exmaple", "ENOTFOUND");
  if (pathname === "/slow")
    throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
  const status = Number(pathname.slice(1)) || 200;
  const body = status === 200 ? '{"received":true}' : "<h1>Internal Server Error</h1>";
  return new Response(body, { status });
};

const PATHS = ["notify", "notify", "notify", "500", "notify", "slow", "notify", "401", "typo", "down"];

/** What the orders need of a sandbox, from the source or from the build. */
type Seeded = Pick<Sandbox, "clientOptions" | "deliverTo" | "expire" | "pay">;

/** Makes 60 orders of all kinds, as a shop that is being written does in a day. */
export async function makeSixtyOrders(sandbox: Seeded): Promise<void> {
  sandbox.deliverTo(shopByPath);
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const product = { currency: "EUR", amount: 12_900, infinite: true, immortal: true };
  await payments.products.create({ ...product, name: "Annual pass", description: "A year of everything" });
  for (let number = 1; number <= 60; number += 1) {
    const name = NAMES[number % NAMES.length] ?? "";
    const [first_name, last_name] = name.split(" ");
    const isErip = number % 7 === 0;
    const { token } = await payments.checkouts.create({
      transaction_type: number % 11 === 0 ? "authorization" : "payment",
      attempts: number % 5 === 0 ? 3 : 1,
      order: {
        amount: 100 + number * 1_731,
        currency: isErip ? "BYN" : (CURRENCIES[number % CURRENCIES.length] ?? "EUR"),
        description: GOODS[number % GOODS.length] ?? "",
        tracking_id: `order-${1000 + number}`,
      },
      customer: {
        first_name,
        last_name,
        email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@example.com`,
      },
      settings: {
        ...(number % 13 !== 0 && {
          notification_url: `https://shop.example/${PATHS[number % PATHS.length]}`,
        }),
        language: number % 4 === 0 ? "ru" : "en",
      },
      ...(isErip && {
        payment_method: { types: ["erip"], erip: { service_no: "99999999", account_number: String(number) } },
      }),
    });
    const card = CARDS[number % CARDS.length];
    if (isErip) await sandbox.pay(token, { method: "erip" });
    else if (number % 17 === 0) await sandbox.pay(token, { method: "google_pay" });
    else if (card !== undefined) {
      const { uid, status } = await sandbox.pay(token, { card });
      const about = { parent_uid: uid, amount: 1_000 };
      if (status === "successful" && number % 6 === 0)
        await payments.transactions.refund({ ...about, reason: "Broken" }).catch(() => undefined);
    }
    if (number % 19 === 0) await sandbox.expire(token);
  }
  await payments.checkouts.get("no-such-token").catch(() => undefined);
  await payments.bills.create(LIBRARY_BILL);
  await payments.bills.create({ ...LIBRARY_BILL, order_id: "100700000013", permanent: true });
}
