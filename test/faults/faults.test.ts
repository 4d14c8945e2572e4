import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PaymentsError } from "../../src/index.ts";
import { SECRETS } from "../transport/calls.ts";
import type { Fault, Section } from "./fault.ts";
import { sections } from "./faults.ts";
import {
  checkoutCall,
  EMAIL,
  observe,
  productCalls,
  refundCall,
  type TestCall,
  trustTestCa,
} from "./observe.ts";
import { readPage } from "./table.ts";

let restoreTrust = () => {};

beforeAll(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  restoreTrust = trustTestCa();
});

afterAll(() => {
  vi.restoreAllMocks();
  restoreTrust();
});

/** The maximum duration of a call without `takes`, in milliseconds: less than the timeout of `observe`. */
const LONGEST = 7_000;

const rowsOf = ({ faults, withAllPosts }: Section) =>
  faults.flatMap((fault) =>
    [...productCalls, ...(withAllPosts ? [checkoutCall, refundCall] : [])].map((call) => ({
      fault,
      call,
      name: fault.name,
      operation: call.operation,
      ...fault.expected[call.method],
    })),
  );

async function check(fault: Fault, call: TestCall): Promise<void> {
  const { gets, code, safeToRetry, requests, attempts } = fault.expected[call.method];
  const [least, most] = fault.takes ?? [0, LONGEST];
  const { error, value, shown, milliseconds, ...seen } = await observe(fault, call);
  expect({ ...seen, code: error?.code, safeToRetry: error?.safeToRetry }).toStrictEqual({
    gets,
    requests,
    attempts,
    code,
    safeToRetry,
  });
  expect(milliseconds).toBeGreaterThanOrEqual(least);
  expect(milliseconds).toBeLessThan(most);
  if (error) {
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error.operation).toBe(call.operation);
    if (fault.retryAfter) expect(error).toMatchObject({ retryAfter: fault.retryAfter });
  } else if (fault.returns && call.method !== "PUT") {
    expect(value).toMatchObject(fault.returns);
  }
  for (const secret of [...SECRETS, EMAIL]) expect(shown).not.toContain(secret);
  expect({}).not.toHaveProperty("polluted");
}

// The clock is global: clock faults run one at a time.
describe.each(sections)("$title", (section) => {
  const title = "$name: $operation gets $gets after $requests requests";
  if (section.faults.some(({ clockJump }) => clockJump)) {
    test.each(rowsOf(section))(title, ({ fault, call }) => check(fault, call));
  } else {
    test.concurrent.each(rowsOf(section))(title, ({ fault, call }) => check(fault, call));
  }
});

test("the documentation's table has the results that are expected here; `npm run faults` writes it", () => {
  const { shown, expected } = readPage();
  expect(shown).toBe(expected);
});
