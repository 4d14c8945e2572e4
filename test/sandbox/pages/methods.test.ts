import { expect, test } from "vitest";
import { CHROME, openPages, page } from "./open-pages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
const GALAXY =
  "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The methods on a page, by its radio buttons; a single method has none. */
const offered = (text: string): string[] => {
  const choices = [...text.matchAll(/name="method"[^>]* value="([^"]+)"/g)].map(([, value]) => value ?? "");
  return choices.length === 0 && text.includes('id="number"') ? ["credit_card"] : choices;
};

test.each([
  [{}, FIREFOX, ["credit_card"]],
  [{}, CHROME, ["credit_card", "google_pay"]],
  [{}, IPHONE, ["credit_card", "apple_pay"]],
  [{}, MAC, ["credit_card", "apple_pay"]],
  [{}, GALAXY, ["credit_card", "google_pay", "samsung_pay"]],
  [{ types: [] }, FIREFOX, ["credit_card"]],
  [{ types: ["erip", "credit_card"] }, CHROME, ["erip", "credit_card"]],
  [{ types: ["credit_card", "apple_pay"] }, CHROME, ["credit_card"]],
  [
    { types: ["credit_card", "google_pay"], excluded_types: ["credit_card"] },
    CHROME,
    ["credit_card", "google_pay"],
  ],
  [{ excluded_types: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ excluded_brands: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ types: ["credit_card", "google_pay"], excluded_brands: ["google_pay"] }, CHROME, ["credit_card"]],
  [{ excluded_types: ["samsung_pay"] }, GALAXY, ["credit_card", "google_pay"]],
])("%j in %s offers %j", async (payment_method, browser, expected) => {
  const { checkout, get } = openPages();
  const token = await checkout({ payment_method });
  expect(offered((await get(page(token), { headers: { "user-agent": browser } })).text)).toStrictEqual(
    expected,
  );
});

test("an order that nothing can pay says so, with a way out", async () => {
  const { checkout, get } = openPages();
  const token = await checkout({ payment_method: { excluded_types: ["credit_card", "google_pay"] } });
  const { text } = await get(page(token));
  expect(text).toContain("No payment method is available");
  expect(text).toContain("Cancel");
});

test.each([
  ["google_pay", "successful", "successful"],
  ["google_pay", "failed", "failed"],
  ["erip", "successful", "successful"],
  ["erip", "pending", "pending"],
])("%s asks for its outcome in a step of its own: %s", async (method, outcome, status) => {
  const { checkout, get, post, status: statusOf } = openPages();
  const token = await checkout({ payment_method: { types: ["credit_card", "google_pay", "erip"] } });
  const step = await post(page(token), { method, number: "4111111111111111" });
  expect([step.status, await statusOf(token)]).toStrictEqual([200, "incomplete"]);
  expect(step.text).toContain("In this sandbox, you decide");
  expect(step.text.replaceAll(token, "")).not.toContain("4111");
  expect((await post(page(token), { method, outcome })).location).toBe(page(token, "result"));
  expect(await statusOf(token)).toBe(status);
  if (status === "pending") {
    expect((await get(page(token))).location).toBe(page(token, "result"));
    expect((await get(page(token, "result"))).text).toContain("Payment is being processed");
  }
});

test("a wallet cannot be left pending, and a method that is not offered cannot be used", async () => {
  const { checkout, post, status } = openPages();
  const token = await checkout();
  expect((await post(page(token), { method: "google_pay", outcome: "pending" })).text).toContain(
    "you decide",
  );
  for (const method of ["erip", "apple_pay", "", "__proto__"]) {
    expect((await post(page(token), { method, outcome: "successful" })).status).toBe(422);
  }
  expect(await status(token)).toBe("incomplete");
});

test("an alternative method shows what the merchant sent for it", async () => {
  const { checkout, get } = openPages();
  const erip = { service_no: "99999999", account_number: "A-1007" };
  const { text } = await get(page(await checkout({ payment_method: { types: ["erip"], erip } })));
  expect(text).toMatch(/Service number<\/dt><dd dir="auto">99999999/);
  expect(text).toMatch(/Account number<\/dt><dd dir="auto">A-1007/);
  expect(text).not.toContain("Card number");
});

test("a brand that is excluded is refused, as a saved card too", async () => {
  const { checkout, get, post, savedCard } = openPages();
  const token = await checkout({
    payment_method: { excluded_brands: ["visa"], credit_card: { token: await savedCard() } },
    settings: { auto_pay: true },
  });
  const { status, text } = await get(page(token));
  expect([status, text.includes("Visa ending in")]).toStrictEqual([200, false]);
  const fields = {
    method: "credit_card",
    number: "4200000000000000",
    holder: "K",
    expiry: "12/40",
    cvc: "123",
  };
  expect((await post(page(token), fields)).text).toContain("This brand is not accepted");
});

test.each(["valueOf", "hasOwnProperty", "__proto__", "constructor"])(
  "a method of the name %s is one like any other",
  async (method) => {
    const { checkout, get } = openPages();
    const token = await checkout({ payment_method: { types: ["credit_card", method] } });
    const { status, text } = await get(page(token));
    expect(status).toBe(200);
    expect(offered(text)).toStrictEqual(["credit_card", method]);
  },
);
