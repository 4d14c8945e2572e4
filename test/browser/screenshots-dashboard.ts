/** Writes docs/images/dashboard.png, the README's picture of the dashboard, from the build. */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { openBrowser } from "./open-browser.ts";

const LARGEST = 120_000;
const FOLDER = join(import.meta.dirname, "../../docs/images");
const FILE = join(FOLDER, "dashboard.png");

const sandbox = new Sandbox({ shopId: 4821, deliver: async () => Response.json({ received: true }) });
const server = await sandbox.listen();
const payments = new PaymentsClient(server.clientOptions);

await payments.products.create({
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12_900,
  infinite: true,
  immortal: true,
});
for (const [tracking_id, description, amount] of [
  ["order-1007", "Annual pass", 12_900],
  ["order-1008", "Coffee beans, 1 kg", 3_245],
] as const) {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency: "EUR", description, tracking_id },
    settings: { notification_url: "http://localhost:3000/notifications" },
  });
  await sandbox.pay(token);
}

const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1180, height: 850 } });
// The story of one order.
await page.goto(server.url);
await page.getByRole("link", { name: "order-1008" }).click();
await page.locator("#live.on").waitFor();
await mkdir(FOLDER, { recursive: true });
await page.screenshot({ path: FILE });
await browser.close();
await server.close();

const { size } = await stat(FILE);
console.log(`docs/images/dashboard.png: ${size} bytes`);
if (size > LARGEST) process.exitCode = 1;
