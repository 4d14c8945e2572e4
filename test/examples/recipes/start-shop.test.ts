import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startShop } from "../../../examples/recipes/start-shop.ts";
import { freePort } from "../../support/free-port.ts";
import { listen } from "../../support/listen.ts";

test("a shop in a process of its own is paid without a browser, and notified at its port", async () => {
  const port = await freePort();
  vi.stubEnv("PORT", String(port));
  const shop = `http://127.0.0.1:${port}`;
  const program = join(import.meta.dirname, "shop-process.ts");
  const { sandbox, stop } = await startShop(shop, process.execPath, [program]);
  onTestFinished(stop);
  const { headers } = await fetch(`${shop}/order`, { method: "POST", redirect: "manual" });
  const token = new URL(headers.get("location") ?? "").searchParams.get("token");
  await sandbox.pay(token ?? "");
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
  expect(await (await fetch(shop)).text()).toBe("paid");
}, 20_000);

test("a shop that ends before it answers is an error, however it ended", async () => {
  // No other test can answer at a port that is taken.
  await using silent = await listen(createServer((socket) => socket.destroy()));
  const { url } = silent;
  for (const end of ["process.exit()", "process.kill(process.pid, 'SIGKILL')"]) {
    await expect(startShop(url, process.execPath, ["--eval", end])).rejects.toThrow(
      `before it answered at ${url}`,
    );
  }
}, 20_000);
