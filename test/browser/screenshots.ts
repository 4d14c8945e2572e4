/** Writes the README's pictures of the payment page and the dashboard, from the build. */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import type { Page } from "playwright-core";
import { openBrowser } from "./open-browser.ts";

const LARGEST = 120_000;
const FOLDER = join(import.meta.dirname, "../../docs/images");

const sandbox = new Sandbox({
  shopId: 4821,
  shopName: "Riverside Reading Room",
  deliver: async () => Response.json({ received: true }),
});
const server = await sandbox.listen();
const payments = new PaymentsClient(server.clientOptions);
const browser = await openBrowser();
await mkdir(FOLDER, { recursive: true });

/** Saves a picture, and says whether it is small enough for a README. */
const save = async (page: Page, name: string): Promise<void> => {
  const path = join(FOLDER, name);
  await page.screenshot({ path });
  const { size } = await stat(path);
  console.log(`docs/images/${name}: ${size} bytes`);
  if (size > LARGEST) process.exitCode = 1;
};

const positions = [
  { name: "Annual pass", quantity: 1, amount: 11000, description: "Reading room, all floors" },
  { name: "Locker", quantity: 2, amount: 2400, description: "By the window" },
  { name: "Loyalty discount", quantity: 1, amount: -500, description: "Five years with us" },
];
const { redirect_url } = await payments.checkouts.create({
  transaction_type: "payment",
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Annual pass for the reading room",
    additional_data: { cart: { positions } },
  },
  payment_method: { types: ["credit_card", "google_pay", "erip"] },
});
const checkout = await browser.newPage({ viewport: { width: 1280, height: 860 } });
await checkout.goto(redirect_url);
await checkout.locator("#number").fill("4200000000000000");
await checkout.locator("#expiry").fill("12/40");
await checkout.locator("#holder").fill("KIM MULLER");
await checkout.locator("#cvc").focus();
await save(checkout, "payment-page.png");

const { token } = await payments.checkouts.create({
  transaction_type: "payment",
  order: { amount: 3245, currency: "EUR", description: "Coffee beans, 1 kg", tracking_id: "order-1008" },
  settings: { notification_url: "http://localhost:3000/notifications" },
});
await sandbox.pay(token);
const dashboard = await browser.newPage({ viewport: { width: 1180, height: 850 } });
// The story of one order.
await dashboard.goto(`${server.url}/sandbox/orders/${token}`);
await dashboard.locator("#live.on").waitFor();
await save(dashboard, "dashboard.png");

await browser.close();
await server.close();
