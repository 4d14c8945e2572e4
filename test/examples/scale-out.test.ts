import { afterAll, describe, expect, test } from "vitest";
import { SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { installExample } from "./install-example.ts";
import { OwnTests, ownTestNames } from "./own-tests.ts";
import { typeErrors } from "./run.ts";

/** A test may wait for the files before it. */
const TIMEOUT = SEARCH_TIMEOUT + 300_000;

const folder = await installExample("scale-out");
const own = new OwnTests(folder);

afterAll(() => own.end());

for (const [file, names] of ownTestNames("scale-out")) {
  describe(file, () => {
    for (const name of names) test(name, (context) => own.passed(file, name, context), TIMEOUT);
  });
}

test(
  "the shop on several servers type checks, and its own tests end without another failure",
  async () => {
    expect(await typeErrors(folder)).toBe("");
    expect(await own.ended()).toBe(0);
  },
  TIMEOUT,
);
