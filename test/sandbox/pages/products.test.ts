import { expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "./open-pages.ts";
import { stateOf } from "./state-of.ts";

const path = (url: string): string => new URL(url).pathname;

test("a payment link starts a payment", async () => {
  const { product, get, post, sandbox, payments } = openPages();
  const { id, pay_url } = await product({ quantity: 1, infinite: undefined });
  const { status, location = "" } = await get(path(pay_url));
  expect([status, location.startsWith("/v2/checkout?token=")]).toStrictEqual([303, true]);
  const { text } = await get(location);
  for (const part of ["Coffee beans", "Whole beans", "Pay $32.45"]) expect(text).toContain(part);
  await post(location, CARD);
  expect((await payments.products.get(id)).quantity).toBe(0);
  expect((await stateOf(sandbox)).transactions).toHaveLength(1);
});

test.each([
  ["expired", { immortal: false, expired_at: "2020-01-01T00:00:00Z" }, "This offer has ended"],
  ["sold out", { infinite: undefined, quantity: 0 }, "Sold out"],
])("a product that is %s gets a notice on every page", async (_, more, text) => {
  const { product, get, post, sandbox } = openPages();
  const { pay_url, confirm_url } = await product(more);
  for (const answer of [
    await get(path(pay_url)),
    await get(path(pay_url), { method: "HEAD" }),
    await get(path(confirm_url)),
    await post(path(confirm_url)),
  ]) {
    expect(answer.status).toBe(410);
    if (answer.text !== "") expect(answer.text).toContain(text);
  }
  expect((await stateOf(sandbox)).checkouts).toHaveLength(0);
});

test("the payment page shows that the product was sold meanwhile", async () => {
  const { product, get, post, sandbox } = openPages();
  const { id, pay_url } = await product({ quantity: 1, infinite: undefined });
  const { location = "" } = await get(path(pay_url));
  await sandbox.pay(id);
  expect((await get(location)).text).toContain("Sold out");
  expect((await post(location, CARD)).location).toBe(location);
  expect((await stateOf(sandbox)).transactions).toHaveLength(1);
});

test("an unknown product, another shop's confirmation page and an unknown token get 404", async () => {
  const { product, get, post } = openPages();
  const { id } = await product();
  for (const answer of [
    await get("/products/prd_none/pay"),
    await get(`/v2/confirm_order/${id}/1`),
    await post(`/v2/confirm_order/${id}/1`),
    await get("/v2/confirm_order/prd_none/4821"),
    ...(await Promise.all(["checkout", "challenge", "result"].map((name) => get(page("none", name))))),
    await get("/v2/checkout"),
    await post(page("none"), CARD),
    await post(page("none", "checkout/cancel")),
    await post(page("none", "challenge"), { answer: "confirm" }),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toMatch("text/html");
  }
});

test("HEAD for a payment link creates no token", async () => {
  const { product, get, sandbox } = openPages();
  expect((await get(path((await product()).pay_url), { method: "HEAD" })).status).toBe(200);
  expect((await stateOf(sandbox)).checkouts).toHaveLength(0);
});

test("the confirmation page asks for the customer's data, and the payment page does not ask again", async () => {
  const { product, get, post, payments, sandbox } = openPages();
  const { confirm_url } = await product({ visible_fields: ["email", "first_name"], language: "ru" });
  const confirm = path(confirm_url);
  const { text } = await get(confirm);
  expect(text).toContain("Подтвердите заказ");
  expect(tagOf(text, "email")).toContain('autocomplete="email"');
  const refused = await post(confirm, { email: "nobody", first_name: "Kim" });
  expect(refused.status).toBe(422);
  expect(tagOf(refused.text, "email")).toMatch(/value="nobody".* aria-invalid="true"/);
  expect(tagOf(refused.text, "first_name")).toContain('value="Kim"');
  expect((await stateOf(sandbox)).checkouts).toHaveLength(0);
  const { location = "" } = await post(confirm, {
    email: "kim@example.com",
    first_name: "Kim",
    phone: "+49",
  });
  expect(tagOf((await get(location)).text, "email")).toBe("");
  const token = new URLSearchParams(location.split("?")[1]).get("token") ?? "";
  expect((await payments.checkouts.get(token)).customer).toMatchObject({
    email: "kim@example.com",
    first_name: "Kim",
    phone: null,
  });
});

test("a payment link asks for the product's visible fields on the payment page", async () => {
  const { product, get, post } = openPages();
  const { location = "" } = await get(path((await product({ visible_fields: ["phone"] })).pay_url));
  expect(tagOf((await get(location)).text, "phone")).toContain("required");
  expect((await post(location, CARD)).text).toContain("Enter your phone number");
});

test.each([
  { what: "limited", before: { infinite: true }, change: { infinite: false, quantity: 5 }, stock: 5 },
  { what: "no other", before: { infinite: false, quantity: 5 }, change: { name: "Beans" }, stock: 5 },
])("a failed payment puts its item back into a product that became $what meanwhile", async (given) => {
  const { get, post, payments, product } = openPages();
  const { id, pay_url } = await product(given.before);
  const { location = "" } = await get(pay_url);
  const { location: challenge = "" } = await post(location, { ...CARD, number: "4012000000001097" });
  expect(challenge).toContain("/v2/challenge");
  await payments.products.update(id, given.change);
  await post(challenge, { answer: "decline" });
  expect((await payments.products.get(id)).quantity).toBe(given.stock);
});
