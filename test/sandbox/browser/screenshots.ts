/** Writes the pictures of the pages, the dashboard and the terminal for README and docs, from the build. */
import { execFile } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import type { Page } from "playwright-core";
import { LIBRARY_BILL } from "../library-bill.ts";
import { openBrowser } from "./open-browser.ts";
import { makeSixtyOrders, shopByPath } from "./sixty-orders.ts";
import { terminalPicture } from "./terminal-picture.ts";

const LARGEST = 180_000;
/** Pixels, of a phone, a tablet and a laptop. */
const WIDTHS = [390, 768, 1280];
const HEIGHT = 900;
const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "docs/images");

const sandbox = new Sandbox({ shopId: 4821, shopName: "Riverside Reading Room", deliver: shopByPath });
const server = await sandbox.listen();
const payments = new PaymentsClient(server.clientOptions);
const browser = await openBrowser();
await mkdir(join(FOLDER, "widths"), { recursive: true });

/** Saves a picture, and fails if it is too large for a README, which does not show those in `widths`. */
const save = async (page: Page, name: string): Promise<void> => {
  const path = join(FOLDER, name);
  await page.screenshot({ path });
  const { size } = await stat(path);
  console.log(`docs/images/${name}: ${size} bytes`);
  if (size > LARGEST && !name.startsWith("widths/")) process.exitCode = 1;
};

/** Saves a page at each width. The package has the pictures that docs show, and not those in `widths`. */
const saveAll = async (
  name: string,
  address: string,
  {
    isShown = false,
    prepare = async () => undefined,
  }: { isShown?: boolean; prepare?: (page: Page) => Promise<void> } = {},
): Promise<void> => {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: HEIGHT } });
    await page.goto(address);
    await prepare(page);
    await save(page, width === 1280 && isShown ? `${name}.png` : `widths/${name}-${width}.png`);
    await page.close();
  }
};

await makeSixtyOrders(sandbox);
const { token } = await payments.checkouts.create({
  transaction_type: "payment",
  order: { amount: 3245, currency: "EUR", description: "Coffee beans, 1 kg", tracking_id: "order-1061" },
  customer: { first_name: "Kim", last_name: "Muller" },
  settings: { notification_url: "https://shop.example/500" },
});
await sandbox.pay(token);

const positions = [
  { name: "Annual pass", quantity: 1, amount: 11000, description: "Reading room, all floors" },
  { name: "Locker", quantity: 2, amount: 2400, description: "By the window" },
  { name: "Loyalty discount", quantity: 1, amount: -500, description: "Five years with us" },
];
const cart = await payments.checkouts.create({
  transaction_type: "payment",
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Annual pass for the reading room",
    additional_data: { cart: { positions } },
  },
  payment_method: { types: ["credit_card", "google_pay", "erip"] },
});
const fillCard = async (page: Page): Promise<void> => {
  await page.locator(".test-cards > button").click();
  await page.mouse.move(0, 0);
  await page.locator("#cvc").focus();
};
await saveAll("cart", cart.redirect_url, { prepare: fillCard });

/** A gateway without options, and the order of README.md. */
const first = await new Sandbox().listen();
const { redirect_url } = await new PaymentsClient(first.clientOptions).checkouts.create({
  transaction_type: "payment",
  order: { amount: 3245, currency: "USD", description: "Annual pass", tracking_id: "1007" },
});
await saveAll("payment-page", redirect_url, { isShown: true, prepare: fillCard });
await first.close();

const bill = await payments.bills.create({
  ...LIBRARY_BILL,
  order_id: "100700000021",
  expired_at: new Date(Date.now() + 86_400_000),
});
await saveAll("bill", `${server.url}/process/${bill.uid}`);

const prepare = (page: Page) => page.locator("#live.on").waitFor();
await saveAll("dashboard", `${server.url}/sandbox/orders/${token}`, { isShown: true, prepare });
await saveAll("orders", server.url, { prepare });
await saveAll("calls", `${server.url}/sandbox/log`, { prepare });

const commands = [
  ["orders", "--search", "order-101"],
  ["orders", "order-1061"],
  ["resend", "order-1061", "--as", "wrong_signature"],
];
const transcript: string[] = [];
for (const args of commands) {
  const cli = join(ROOT, "dist/cli/payments-client.js");
  const typed = [process.execPath, cli, ...args, "--url", server.url].join(" ");
  const { stdout } = await promisify(execFile)("script", ["-qec", `stty cols 80; ${typed}`, "/dev/null"], {
    env: { ...process.env, npm_config_user_agent: "npm/11.0.0", TERM: "xterm" },
  }).catch((error) => error);
  const printed = stdout.replaceAll(` --port ${new URL(server.url).port}`, "");
  transcript.push(`$ npx payments-client ${args.join(" ")}\n${printed}`);
}
await writeFile(join(FOLDER, "terminal.svg"), terminalPicture(transcript.join("\n")));

await browser.close();
await server.close();
