/** Writes the README's picture of the payment page, from the build. */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { openBrowser } from "./open-browser.ts";

const FOLDER = join(import.meta.dirname, "../../docs/images");

const positions = [
  { name: "Annual pass", quantity: 1, amount: 11000, description: "Reading room, all floors" },
  { name: "Locker", quantity: 2, amount: 2400, description: "By the window" },
  { name: "Loyalty discount", quantity: 1, amount: -500, description: "Five years with us" },
];

const server = await new Sandbox({ shopName: "Riverside Reading Room" }).listen();
const browser = await openBrowser();
const payments = new PaymentsClient(server.clientOptions);
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
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1 });
await page.goto(redirect_url);
await page.locator("#number").fill("4200000000000000");
await page.locator("#expiry").fill("12/40");
await page.locator("#holder").fill("KIM MULLER");
await page.locator("#cvc").focus();
const path = join(FOLDER, "payment-page.png");
await mkdir(FOLDER, { recursive: true });
await page.screenshot({ path });
console.log(`${path}: ${(await stat(path)).size} bytes`);
await browser.close();
await server.close();
