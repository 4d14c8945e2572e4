import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../local/postgres.ts";
import { Program } from "../local/processes.ts";
import { retry } from "./customer.ts";

const CARD = { number: "4200000000000000", expiry: "12/30", cvc: "123", holder: "KIM WEBER" };

test("`npm start` starts a shop in which an order can be paid, and Ctrl+C ends all of it", async () => {
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const program = new Program("../local/start", { PORT: port, SANDBOX_PORT: sandboxPort });
  await program.printed("Open http");
  const shop = `http://localhost:${port}`;
  const bought = await fetch(`${shop}/buy`, { method: "POST", redirect: "manual" });
  const page = new URL(bought.headers.get("location") ?? "");
  const body = new URLSearchParams({ method: "credit_card", ...CARD });
  const headers = { origin: page.origin };
  const paid = await fetch(page, { method: "POST", redirect: "manual", headers, body });
  assert.equal(paid.status, 303);
  await retry("Fulfilling the order", async () => {
    const status = await (await fetch(shop)).text();
    assert.match(status, /<td>true<\/td><td>[\da-f]{16}<\/td><td>paid<\/td>/);
  });
  const ports = [...(await (await fetch(shop)).text()).matchAll(/<td>(\d{4,5})<\/td><td>{/g)].map(
    ([, found]) => found,
  );
  assert.equal(ports.length, 4);
  // Of its own handler or of PostgreSQL's, whichever is faster; an uncaught error would be 1.
  const code = await program.end("SIGINT");
  assert.ok(code === 0 || code === 130, `${code}`);
  for (const each of [port, sandboxPort, ...ports]) {
    await retry("Ending it", () => assert.rejects(fetch(`http://localhost:${each}/live`)));
  }
});
