import { expect, test } from "vitest";
import { installExample } from "../../examples/install-example.ts";
import { runNode } from "../../examples/run.ts";

test("the shop on several servers fulfills each of 100 paid orders once, killed at any moment", async () => {
  const folder = await installExample("scale-out");
  const { code, stdout, stderr } = await runNode(folder, ["test/kill.ts", "100", "1"]);
  console.log(stdout);
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("100 orders");
}, 1_800_000);
