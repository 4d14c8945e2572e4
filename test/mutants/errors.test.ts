import { expect, test } from "vitest";
import { PaymentsError } from "../../src/index.ts";

test("an error that is of no narrower class has the name of the class that is caught", () => {
  const error = new PaymentsError("No such thing", { code: "configuration", safeToRetry: true });
  expect(error.name).toBe("PaymentsError");
  expect(String(error)).toBe("PaymentsError: No such thing");
});
