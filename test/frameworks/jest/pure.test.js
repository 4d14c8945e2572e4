const { Sandbox } = require("payments-client/sandbox");
const { fromMinorUnits, orderSchema, outcome, parseReturnUrl, PaymentsError } = require("payments-client");
const { Webhooks } = require("payments-client/webhooks");

test("what needs no network works in a page's test", () => {
  expect("TextDecoder" in globalThis).toBe(false);
  expect(fromMinorUnits(3245, "USD")).toBe("32.45");
  expect(parseReturnUrl("/thanks?token=t").token).toBe("t");
  expect(outcome({ uid: "u", type: "payment", status: "successful" })).toBe("paid");
  expect(orderSchema.safeParse({ amount: 1, currency: "EUR", description: "Pass" }).success).toBe(true);
  expect(() => new Webhooks({ shopId: 1, secretKey: "key" })).toThrow(PaymentsError);
  expect(Sandbox).toBeInstanceOf(Function);
  process.stdout.write("ok\n");
});
