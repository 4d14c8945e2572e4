import { expect, test } from "vitest";
import { openSandbox } from "../open-gateway.ts";

test("a number that is not a test card is refused, and not repeated in the error", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const refusal = await sandbox.pay(token, { card: "5555444433332222" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RangeError);
  expect(String(refusal)).not.toContain("5555444433332222");
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
});

test("a token is paid once, also by concurrent payments", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const outcomes = await Promise.allSettled([sandbox.pay(token), sandbox.pay(token), sandbox.pay(token)]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "rejected"]);
  await expect(sandbox.pay(token)).rejects.toMatchObject({
    name: "NotPayableError",
    message: "The payment token cannot be paid, because it is successful",
  });
});

test("paying for an unknown token is refused with the reason", async () => {
  const { sandbox } = openSandbox();
  await expect(sandbox.pay("no such token")).rejects.toThrow("There is no such payment token");
  expect(await sandbox.expire("no such token")).toBe(false);
});
