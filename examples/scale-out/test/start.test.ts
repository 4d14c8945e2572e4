import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../local/free-port.ts";
import { retry } from "./customer.ts";

const CARD = { number: "4200000000000000", expiry: "12/30", cvc: "123", holder: "KIM WEBER" };

test("`npm start` starts a shop in which an order can be paid, and Ctrl+C ends all of it", async () => {
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  const program = spawn(process.execPath, ["local/start.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env["PATH"], PORT: port, SANDBOX_PORT: sandboxPort },
    detached: true,
  });
  let output = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  await retry("Starting", async () => assert.match(output, /^Open http/m));
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
  // While customers are at it, and to all processes of the terminal, as Ctrl+C does.
  const customers = setInterval(
    () => void fetch(`${shop}/buy`, { method: "POST" }).catch(() => undefined),
    20,
  );
  await wait(500);
  const printed = output.length;
  process.kill(-(program.pid ?? 0), "SIGINT");
  const [code] = await once(program, "close");
  clearInterval(customers);
  assert.equal(code, 0);
  assert.doesNotMatch(output.slice(printed), /57P01|administrator command|^ +at /m);
  for (const each of [port, sandboxPort, ...ports]) {
    await retry("Ending it", () => assert.rejects(fetch(`http://localhost:${each}/live`)));
  }
});
