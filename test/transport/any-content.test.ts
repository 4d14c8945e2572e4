import { expect, test, vi } from "vitest";
import {
  type CallErrorEvent,
  InvalidRequestError,
  UnexpectedResponseError,
  ValidationError,
} from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newCheckout, rejection } from "./calls.ts";

const MANY = 130_000;

const receipt = { order: { additional_data: { receipt_text: Array.from({ length: MANY }, () => 1) } } };

test("a token with 130 000 wrong values is returned, with 1 000 drifted fields", async () => {
  const checkout = { token: "t", redirect_url: "https://checkout.example/t", ...receipt };
  await using gateway = await startGateway({ status: 201, body: { checkout } });
  const onDrift = vi.fn();
  expect(await gateway.client({ hooks: { onDrift } }).checkouts.create(newCheckout)).toStrictEqual(checkout);
  expect(onDrift.mock.calls[0]?.[0].issues).toHaveLength(1_000);
});

test("a 201 without token and with 130 000 wrong values is an error of the SDK, told to onError", async () => {
  await using gateway = await startGateway({ status: 201, body: { checkout: receipt } });
  const told: CallErrorEvent[] = [];
  const client = gateway.client({ hooks: { onError: (event) => void told.push(event) } });
  const error = await rejection(client.checkouts.create(newCheckout), UnexpectedResponseError);
  expect(told).toMatchObject([{ error, attempts: 1 }]);
  expect(error.safeToRetry).toBe(false);
});

test("a request with 130 000 wrong cart positions is refused with 1 000 problems, in 2 000 characters", async () => {
  await using gateway = await startGateway({ status: 201 });
  const positions = Array.from({ length: MANY }, () => ({ amount: 1.5 }));
  const order = { ...newCheckout.order, additional_data: { cart: { positions } } };
  const { checkouts } = gateway.client();
  const call: Promise<unknown> = Reflect.apply(checkouts.create, checkouts, [{ ...newCheckout, order }]);
  const error = await rejection(call, InvalidRequestError);
  expect(error.message).toHaveLength(2_000);
  expect(error.issues).toHaveLength(1_000);
  const last = ["checkout", "order", "additional_data", "cart", "positions", "249", "description"];
  expect(error.issues[999]?.path).toStrictEqual(last);
  expect(gateway.requests).toHaveLength(0);
});

test("a request with 200 000 custom fields of other names is refused with 1 000 problems", async () => {
  await using gateway = await startGateway({ status: 201 });
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`field_${n}`, {}]));
  const order = { ...newCheckout.order, custom_fields: fields };
  const call = gateway.client().checkouts.create({ ...newCheckout, order });
  expect((await rejection(call, InvalidRequestError)).issues).toHaveLength(1_000);
});

test.each([
  ["a million messages", `{"errors":{"a":["m"${',"m"'.repeat(1_000_000)}]}}`],
  ["a million numbers", `{"errors":[1${",1".repeat(1_000_000)}]}`],
  ["200 000 levels", `{"errors":${"[".repeat(200_000)}"x"${"]".repeat(200_000)}}`],
])("an error body of %s keeps the error class", async (_, body) => {
  await using gateway = await startGateway({ status: 422, body });
  const error = await rejection(gateway.client().products.list(), ValidationError);
  expect(error.issues.length).toBeLessThanOrEqual(1_000);
});
