import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { installExample } from "./install-example.ts";
import { typeErrors } from "./run.ts";

let folder = "";

beforeAll(async () => {
  folder = await installExample("scale-out");
});

test("the shop on several servers type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("its own tests pass: sales, refunds, outages, deployments, and kills during 100 orders", async () => {
  const { stdout } = await promisify(execFile)("npm", ["test"], { cwd: folder });
  expect(stdout).toMatch(/ pass [1-9]\d*\n.* fail 0\n/);
  console.log(stdout.split("\n").find((line) => line.includes("orders,")));
}, 1_800_000);
