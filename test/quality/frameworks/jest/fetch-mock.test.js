const { NotFoundError, PaymentsClient } = require("payments-client");

const address = "https://gateway.example";
const options = {
  shopId: 1,
  secretKey: "secret",
  baseUrl: address,
  checkoutUrl: address,
  gatewayUrl: address,
};

test.each(["jest-fetch-mock-3", "jest-fetch-mock-4"])("answers of %s are read", async (name) => {
  const fetchMock = require(name);
  fetchMock.enableMocks();
  const payments = new PaymentsClient({ ...options, maxRetries: 0 });
  fetchMock.mockResponse(JSON.stringify({ transaction: { uid: "u-1", status: "successful" } }));
  const refund = payments.transactions.refund({ parent_uid: "u", amount: 1, reason: "Returned" });
  expect(await refund).toEqual({ uid: "u-1", status: "successful" });
  fetchMock.mockResponse("{}", { status: 404 });
  await expect(payments.products.get("prd_1")).rejects.toThrow(NotFoundError);
});

afterAll(() => process.stdout.write("ok\n"));
