import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
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
  await retry("Starting", async () => assert.match(output, /^The order is /m));
  const [page = "", order = ""] = [/^Pay .*: (\S+)$/m, /^The order is (\S+),/m].map(
    (line) => line.exec(output)?.[1],
  );
  const body = new URLSearchParams({ method: "credit_card", ...CARD });
  const headers = { origin: new URL(page).origin };
  const paid = await fetch(page, { method: "POST", redirect: "manual", headers, body });
  assert.equal(paid.status, 303);
  await retry("Fulfilling the order", async () => {
    const { code } = Object(await (await fetch(order)).json());
    assert.match(code, /^[\da-f]{16}$/);
  });
  const printed = output.length;
  // To all processes of the terminal, as Ctrl+C does.
  process.kill(-(program.pid ?? 0), "SIGINT");
  const [code] = await once(program, "close");
  assert.equal(code, 0);
  assert.doesNotMatch(output.slice(printed), /57P01|administrator command|^ +at /m);
  const processes = output.matchAll(/"port":(\d+)/g);
  for (const each of [port, sandboxPort, ...Array.from(processes, ([, found]) => found)])
    await retry("Ending it", () => assert.rejects(fetch(`http://localhost:${each}/live`)));
});
