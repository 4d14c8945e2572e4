/** The shop of README.md, with its handler and its return page, as a reader pastes it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createToken, openGateway, passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { freePort } from "../../support/free-port.ts";

const ROOT = join(import.meta.dirname, "../../..");
const README = await readFile(join(ROOT, "README.md"), "utf8");

/** The only block of code that contains a text. */
function blockWith(text: string): string {
  const blocks = Array.from(README.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => code);
  const found = blocks.filter((code) => code.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? "";
}

/** Calls into the process of the shop: its maps, and the job that README.md describes in a sentence. */
const DRIVER = `
import { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import "./app.ts";
import { orders, shop, toReview } from "./notify.ts";
const payments = new PaymentsClient();
const tokens = new Set<string>();
const calls = {
  place: (id: string) => void orders.set(id, { id, amount: 12900, currency: "EUR", paidBy: null }),
  watch: (token: string) => void tokens.add(token),
  paid: (id: string) => (orders.get(id)?.paidBy ? 1 : 0),
  inReview: (id: string) => [...toReview.values()].filter((text) => text.includes(id)).length,
  job: async () => {
    for (const token of tokens) {
      const status = await payments.checkouts.get(token).catch(() => undefined);
      if (status && (await handlePayment(shop, status)).isFinal) tokens.delete(token);
    }
  },
};
process.on("message", async ({ name, argument }: { name: keyof typeof calls; argument: string }) =>
  process.send?.({ result: await calls[name](argument) }),
);
process.send?.("ready");
`;

test("the shop of README.md", SEARCHING, async () => {
  const { sandbox, payments } = await openGateway();
  const server = await sandbox.listen();
  const port = await freePort();
  // Inside the package, so that it can import itself and Express by name.
  const folder = await mkdtemp(join(ROOT, "test/.tmp-readme-shop-"));
  await writeFile(join(folder, "notify.ts"), blockWith("export const notify = new Webhooks()"));
  await writeFile(join(folder, "app.ts"), blockWith("express()").replaceAll("3000", String(port)));
  await writeFile(join(folder, "driver.ts"), DRIVER);
  const { shopId, secretKey, baseUrl, checkoutUrl } = server.clientOptions;
  const child = fork(join(folder, "driver.ts"), {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_CHECKOUT_URL: checkoutUrl,
      PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    },
  });
  onTestFinished(async () => {
    child.kill();
    await Promise.all([server.close(), rm(folder, { recursive: true, force: true })]);
  });
  await once(child, "message");
  let last: Promise<unknown> = Promise.resolve();
  /** One call after the other, so that each gets its own result. */
  const call = (name: string, argument = ""): Promise<number> => {
    const answer = last.then(async () => {
      child.send({ name, argument });
      return Number(Object((await once(child, "message"))[0]).result);
    });
    last = answer;
    return answer;
  };
  await passCheckShop({
    sandbox,
    placeOrder: async () => {
      const id = crypto.randomUUID();
      await call("place", id);
      const token = await createToken(
        payments,
        { id, amount: 12_900, currency: "EUR" },
        `http://localhost:${port}`,
      );
      await call("watch", token);
      return { orderId: id, token };
    },
    fulfillments: (id) => call("paid", id),
    inReview: (id) => call("inReview", id),
    reconcile: () => call("job"),
  });
});
