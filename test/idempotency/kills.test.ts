import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { METHODS } from "./call.ts";
import { answered, openGateway, paramsOf, type Trouble } from "./gateway.ts";

const WORKER = join(import.meta.dirname, "worker.ts");

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, ".tmp-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** When the process is killed. */
const MOMENTS = ["before the gateway has the call", "between call and answer", "after the answer"] as const;

const killing =
  (moment: (typeof MOMENTS)[number], kill: () => void): Trouble =>
  async (process, response) => {
    if (moment === "before the gateway has the call") return kill();
    if (moment === "after the answer") {
      await answered(process, response);
      return kill();
    }
    await process();
    kill();
  };

// Only between call and answer is money at stake for every method; `lost-answers.test.ts` has the others.
const cases = [
  ...MOMENTS.map((moment) => ({ method: "pay", moment }) as const),
  ...METHODS.filter((method) => method !== "pay").map(
    (method) => ({ method, moment: "between call and answer" }) as const,
  ),
];

test.each(cases)(
  "$method: a process killed $moment, then started again with the stored key, makes one transaction",
  async ({ method, moment }) => {
    await using gateway = await openGateway();
    const params = await paramsOf(gateway, method);
    const file = join(folder, `${method} ${moment}.json`);
    await writeFile(
      file,
      JSON.stringify({ method, params, key: `own-${method}-${MOMENTS.indexOf(moment)}` }),
    );
    const run = async (kills = false): Promise<number | null> => {
      const child = spawn(process.execPath, [WORKER, file], { env: gateway.env, stdio: "inherit" });
      if (kills) gateway.troubles.push(killing(moment, () => child.kill("SIGKILL")));
      const [code] = await once(child, "close");
      return code;
    };

    // After the response, the process may end before the signal reaches it.
    expect(moment === "after the answer" ? [null, 0] : [null]).toContain(await run(true));
    expect(await run()).toBe(0);
    expect(await run()).toBe(0);

    const made = await gateway.payments.transactions.findByTrackingId(params.tracking_id);
    expect(made).toMatchObject([{ status: "successful", amount: 4000 }]);
    expect(JSON.parse(await readFile(file, "utf8")).uid).toBe(made[0]?.uid);
  },
);
