import { expect, test } from "vitest";
import { returnAddress, type VisitEnding } from "../../../../src/sandbox/customer-pages/return-address.ts";

const ALL = {
  return_url: "https://shop.example/return",
  success_url: "https://shop.example/success",
  decline_url: "https://shop.example/decline",
  fail_url: "https://shop.example/fail",
  cancel_url: "https://shop.example/cancel",
};
const { return_url, ...WITHOUT_RETURN } = ALL;
const { decline_url, ...WITHOUT_DECLINE } = WITHOUT_RETURN;

test.each<[VisitEnding, object, string | undefined]>([
  ["successful", ALL, "/return"],
  ["successful", WITHOUT_RETURN, "/success"],
  ["successful", { fail_url: ALL.fail_url, cancel_url: ALL.cancel_url }, undefined],
  ["failed", ALL, "/return"],
  ["failed", WITHOUT_RETURN, "/decline"],
  ["failed", WITHOUT_DECLINE, undefined],
  ["failed", { success_url: ALL.success_url }, undefined],
  ["pending", ALL, "/return"],
  ["pending", WITHOUT_RETURN, undefined],
  ["error", ALL, "/fail"],
  ["error", { return_url, success_url: ALL.success_url }, "/return"],
  ["error", { decline_url }, undefined],
  ["canceled", ALL, "/cancel"],
  ["canceled", { return_url, fail_url: ALL.fail_url }, "/return"],
  ["canceled", { success_url: ALL.success_url, decline_url }, undefined],
  ["successful", {}, undefined],
  ["successful", { return_url: "", success_url: ALL.success_url }, "/success"],
  ["successful", { return_url: null, success_url: ALL.success_url }, "/success"],
  ["successful", { return_url: "javascript:alert(1)" }, undefined],
  ["successful", { return_url: "data:text/html,paid" }, undefined],
  ["successful", { return_url: "nonsense" }, undefined],
])("after %s with %j the customer goes to %s", (ending, settings, path) => {
  const address = returnAddress({ ...settings }, ending, "t", "u");
  expect(address && new URL(address).pathname).toBe(path);
});

test.each([
  ["https://shop.example/back", "https://shop.example/back?token=t&status=successful&uid=u"],
  ["https://shop.example", "https://shop.example/?token=t&status=successful&uid=u"],
  ["https://shop.example/?", "https://shop.example/?token=t&status=successful&uid=u"],
  ["https://shop.example/?a=1&b", "https://shop.example/?a=1&b&token=t&status=successful&uid=u"],
  [
    "https://shop.example/?q=a%20b+c&q=2",
    "https://shop.example/?q=a%20b+c&q=2&token=t&status=successful&uid=u",
  ],
  [
    "https://shop.example/?token=mine&a=1&status=x&uid=",
    "https://shop.example/?token=mine&a=1&status=x&uid=&token=t&status=successful&uid=u",
  ],
  ["myapp://paid?order=7", "myapp://paid?order=7&token=t&status=successful&uid=u"],
  ["https://shop.example/#cart", "https://shop.example/?token=t&status=successful&uid=u#cart"],
  [
    "https://shop.example/возврат?имя=я",
    "https://shop.example/%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82?%D0%B8%D0%BC%D1%8F=%D1%8F&token=t&status=successful&uid=u",
  ],
])("%s keeps the merchant's parameters", (return_url, expected) => {
  expect(returnAddress({ return_url }, "successful", "t", "u")).toBe(expected);
});

test("the return URL has no uid without a transaction", () => {
  expect(returnAddress(ALL, "canceled", "t", undefined)).toBe(
    "https://shop.example/cancel?token=t&status=incomplete",
  );
});
