import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { environmentLines } from "../src/sandbox/environment-lines.ts";
import { Sandbox } from "../src/sandbox.ts";
import { freePort } from "./support/free-port.ts";

const root = join(import.meta.dirname, "..");
const processes: ChildProcess[] = [];
// Inside the package, so that it resolves its own name.
const folder = await mkdtemp(join(root, "test", ".tmp-first-payment-"));

afterAll(async () => {
  for (const child of processes) child.kill();
  await rm(folder, { recursive: true, force: true });
});

test("the README's first shop is paid and prints what its notification says", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, code = ""] = /Save this shop as `shop\.mjs`:\n\n```ts\n(.*?)```/s.exec(readme) ?? [];
  const port = await freePort();
  await writeFile(join(folder, "shop.mjs"), code.replaceAll("3000", String(port)));

  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  const publicKey = await sandbox.publicKey();
  await writeFile(join(folder, ".env"), environmentLines({ ...server.clientOptions, publicKey }).join("\n"));
  const child = spawn(process.execPath, ["--env-file=.env", "shop.mjs"], { cwd: folder });
  processes.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });

  await expect.poll(() => printed, { timeout: 15_000 }).toMatch(/^Pay here: http\S+token=\w+\n$/);
  const token = new URL(printed.replace("Pay here: ", "").trim()).searchParams.get("token") ?? "";
  await sandbox.pay(token, { card: "4200000000000000" });
  await expect.poll(() => printed).toMatch(/\nOrder 1007 is paid\n$/);
  // As the README's third terminal does.
  const [delivery] = sandbox.deliveries;
  sandbox.disturbNext({ notification: "wrong_amount" });
  await sandbox.redeliver(delivery?.id ?? "");
  await server.close();
});
