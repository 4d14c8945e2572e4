import { expect, test } from "vitest";
import { InvalidRequestError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newCheckout, rejection } from "../transport/calls.ts";

/** What `decimal.js` and its like look like, without their `toJSON`. */
class Decimal {
  readonly digits = [19, 99];
  toFixed(): string {
    return "19.99";
  }
}

const INTEGER = "must be an integer in minor units: 32.45 is written 3245";
const EXACTLY = 'toMinorUnits("32.45", "EUR") converts a price exactly';

test.each<[unknown, string]>([
  [19.99 * 100, `${INTEGER} (it is 1998.9999999999998; ${EXACTLY})`],
  [Number.NaN, `${INTEGER} (it is NaN: a calculation failed; ${EXACTLY})`],
  [-Infinity, `${INTEGER} (it is -Infinity: a calculation failed; ${EXACTLY})`],
  [
    new Decimal(),
    `${INTEGER} (it is an object; toMinorUnits(String(decimal), "EUR") converts a decimal exactly)`,
  ],
  [
    2 ** 53,
    `${INTEGER} (it is 9007199254740992, not exact above 9007199254740991; toMinorUnits refuses it too)`,
  ],
  [
    2n ** 53n,
    `${INTEGER} (it is 9007199254740992, not exact above 9007199254740991; toMinorUnits refuses it too)`,
  ],
  ["32.45", `${INTEGER} (it is "32.45"; ${EXACTLY})`],
  ["4200 0000 0000 0000", `${INTEGER} (it is another text; ${EXACTLY})`],
  ["Kim", `${INTEGER} (it is another text; ${EXACTLY})`],
  [true, `${INTEGER} (it is true; ${EXACTLY})`],
  [-5, "must be 0 or more (it is -5)"],
  ["", "is required"],
])("an amount of %o is refused in words of its own", async (amount, message) => {
  await using gateway = await startGateway({ status: 201 });
  const order = Object.assign({ ...newCheckout.order }, { amount });
  const error = await rejection(
    gateway.client().checkouts.create({ ...newCheckout, order }),
    InvalidRequestError,
  );
  expect(error.issues).toMatchObject([{ path: ["checkout", "order", "amount"], messages: [message] }]);
});
