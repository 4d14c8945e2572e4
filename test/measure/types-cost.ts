/** Prints the additional compile time and memory of a project that imports the package, and fails above the budget. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const RUNS = 7;
/** The maximum on a busy machine. */
const MAX_RUNS = 35;
const BUDGET = { milliseconds: 300, megabytes: 100 };

/** A merchant's project that uses what it imports. */
const PROJECTS = {
  empty: "export {};",
  importing: `
    import * as client from "payments-client";
    import * as sandbox from "payments-client/sandbox";
    import * as webhooks from "payments-client/webhooks";
    const payments = new client.PaymentsClient(new sandbox.Sandbox().clientOptions);
    export const product = payments.products.create({
      name: "Pass", description: "One year", currency: "EUR", amount: 12900, infinite: true, immortal: true,
    });
    export const checkout = payments.checkouts.create({
      transaction_type: "payment",
      order: { amount: 12900, currency: "EUR", description: "Pass" },
    });
    export const params = client.checkoutCreateParamsSchema.safeParse({});
    export const notify = new webhooks.Webhooks({ shopId: 1, secretKey: "s" }).handler({
      paid: ({ summary, expect }) => expect({ amount: 1, currency: "EUR", trackingId: String(summary.trackingId) }),
    });
  `,
};

/** The options that `tsc --init` writes. */
const OPTIONS = {
  module: "nodenext",
  target: "esnext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

interface Cost {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** The cheapest of several runs: other programs on the machine only add to it. */
const least = (costs: readonly Cost[]): Cost => ({
  milliseconds: Math.min(...costs.map(({ milliseconds }) => milliseconds)),
  megabytes: Math.min(...costs.map(({ megabytes }) => megabytes)),
});

const print = (what: string, { milliseconds, megabytes }: Cost): void => {
  console.log(`${what}: ${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(1)} MB`);
};

const makeProject = (folder: string, source: string): void => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/payments-client"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, files: ["shop.ts"] }),
  );
  writeFileSync(join(folder, "shop.ts"), source);
};

const check = (folder: string): Cost => {
  const output = execFileSync(process.execPath, [TSC, "--extendedDiagnostics", "-p", folder], {
    encoding: "utf8",
  });
  const read = (name: string): number => Number(new RegExp(`^${name}: +([\\d.]+)`, "m").exec(output)?.[1]);
  return { milliseconds: read("Total time") * 1000, megabytes: read("Memory used") / 1000 };
};

const parent = mkdtempSync(join(tmpdir(), "payments-client-types-"));
try {
  for (const [name, source] of Object.entries(PROJECTS)) makeProject(join(parent, name), source);
  const empty: Cost[] = [];
  const importing: Cost[] = [];
  const difference = (): Cost => ({
    milliseconds: least(importing).milliseconds - least(empty).milliseconds,
    megabytes: least(importing).megabytes - least(empty).megabytes,
  });
  const isCheap = (): boolean =>
    difference().milliseconds <= BUDGET.milliseconds && difference().megabytes <= BUDGET.megabytes;
  while (empty.length < RUNS || (empty.length < MAX_RUNS && !isCheap())) {
    empty.push(check(join(parent, "empty")));
    importing.push(check(join(parent, "importing")));
  }
  console.log(`tsc --extendedDiagnostics, the least of ${empty.length} runs of each, alternating`);
  print("an empty project", least(empty));
  print("a project that imports all of payments-client", least(importing));
  print("difference", difference());
  print("budget of the difference", BUDGET);
  process.exitCode = isCheap() ? 0 : 1;
} finally {
  rmSync(parent, { recursive: true, force: true });
}
