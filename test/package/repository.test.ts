import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import lock from "../../package-lock.json" with { type: "json" };

interface Job {
  readonly environment?: string;
  readonly steps?: readonly { readonly run?: string }[];
}

test("the package is published only by a job that waits for an approval", () => {
  const folder = new URL("../../.github/workflows/", import.meta.url);
  const jobs = readdirSync(folder).flatMap((file) =>
    Object.values<Job>(parse(readFileSync(new URL(file, folder), "utf8")).jobs),
  );
  const publishing = jobs.filter(({ steps }) => steps?.some(({ run }) => run?.includes("npm publish")));
  expect(publishing.map(({ environment }) => environment)).toStrictEqual(["npm"]);
});

test("the lock file says what each package contains, also those of other platforms", () => {
  const installed = Object.entries<object>(lock.packages).filter(([path]) => path !== "");
  expect(installed.filter(([, entry]) => !("integrity" in entry)).map(([path]) => path)).toStrictEqual([]);
});

test("npm 10 and npm 11 write the lock file alike", async () => {
  // npm 10 removes `libc`.
  const common = JSON.stringify(lock, (key, value) => (key === "libc" ? undefined : value), 2);
  const fix = "Run npx vitest run test/package/repository.test.ts --update";
  await expect(`${common}\n`, fix).toMatchFileSnapshot("../../package-lock.json");
});
