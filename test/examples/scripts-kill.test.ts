import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { environmentOf } from "./environment.ts";
import { installShared } from "./install-example.ts";
import { ended, runNode, startNode } from "./run.ts";

const ROWS = 600;
const ROUNDS = 10;

test("killed at any time, it creates every row exactly once", async () => {
  const folder = await installShared("scripts");
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  const rows = Array.from({ length: ROWS }, (_, index) => `Pass ${index},One year,EUR,9.00,unlimited,never`);
  await writeFile(
    join(folder, "products.csv"),
    ["name,description,currency,price,quantity,expired_at", ...rows].join("\n"),
  );
  const { products } = new PaymentsClient(sandbox.clientOptions);
  const count = async () => (await products.list()).length;
  const args = ["import-products.ts", "products.csv", "--settle", "0.2"];

  let unsubscribe = (): void => undefined;
  const seen: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = startNode(folder, args, environmentOf(server));
    const end = ended(child);
    // Not before the first product: a process that only starts has nothing to lose.
    const created = new Promise<void>((resolve) => {
      unsubscribe = sandbox.onChange(resolve);
    });
    await Promise.race([end, created]);
    unsubscribe();
    await sleep(round * 15);
    child.kill("SIGKILL");
    await end;
    seen.push(await count());
  }
  const last = await runNode(folder, args, environmentOf(server));
  await server.close();

  console.log(`killed ${ROUNDS} times, at ${seen.join(", ")} products`);
  expect(last).toMatchObject({ code: 0, stderr: "" });
  const names = (await products.list()).map(({ name }) => name);
  expect(names).toHaveLength(ROWS);
  expect(new Set(names).size).toBe(ROWS);
});
