import { expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "./open-pages.ts";

const path = (url: string): string => new URL(url).pathname;

test("a payment link starts a payment", async () => {
  const { product, get, post, state, payments } = openPages();
  const { id, pay_url } = await product({ quantity: 1, infinite: undefined });
  const { status, location = "" } = await get(path(pay_url));
  expect([status, location.startsWith("/v2/checkout?token=")]).toStrictEqual([303, true]);
  const { text } = await get(location);
  for (const part of ["Coffee beans", "Pay $32.45"]) expect(text).toContain(part);
  expect(text).toMatch(/<p>Whole beans<\/p>/);
  await post(location, CARD);
  expect((await payments.products.get(id)).quantity).toBe(0);
  expect((await state()).transactions).toHaveLength(1);
});

test.each([
  ["expired", { immortal: false, expired_at: "2020-01-01T00:00:00Z" }, "This offer has ended"],
  ["sold out", { infinite: undefined, quantity: 0 }, "Sold out"],
])(
  "a product that is %s gets a notice with its name and the way back on every page",
  async (_, more, text) => {
    const { product, get, post, state } = openPages();
    const { pay_url, confirm_url } = await product({ ...more, return_url: "https://shop.example/beans" });
    for (const answer of [
      await get(path(pay_url)),
      await get(path(pay_url), { method: "HEAD" }),
      await get(path(confirm_url)),
      await post(path(confirm_url)),
    ]) {
      expect(answer.status).toBe(410);
      if (answer.text === "") continue;
      expect(answer.text).toContain(`<h1>${text}</h1><p>Coffee beans</p>`);
      expect(answer.text).toMatch(/href="https:\/\/shop\.example\/beans"[^>]*>Back to the shop</);
    }
    expect((await state()).checkouts).toHaveLength(0);
  },
);

test("the payment page shows that the product was sold or ended meanwhile", async () => {
  const { product, get, post, sandbox, state, payments } = openPages();
  const [sold, ended] = [await product({ quantity: 1, infinite: undefined }), await product()] as const;
  const { location = "" } = await get(path(sold.pay_url));
  await sandbox.pay(sold.id);
  expect((await get(location)).text).toContain("<h1>Sold out</h1><p>Coffee beans</p>");
  expect((await post(location, CARD)).location).toBe(location);
  expect((await state()).transactions).toHaveLength(1);
  const { location: late = "" } = await get(path(ended.pay_url));
  await payments.products.update(ended.id, { immortal: false, expired_at: "2020-01-01T00:00:00Z" });
  const text = expect.stringMatching(/offer has ended.*Choose another product in the shop/s);
  expect(await get(late)).toMatchObject({ status: 410, text });
});

test("an unknown product, another shop's confirmation page and an unknown token get 404", async () => {
  const { product, get, post } = openPages();
  const { id } = await product();
  for (const [what, answers] of [
    [
      "There is no such product",
      [
        get("/products/prd_none/pay"),
        get(`/v2/confirm_order/${id}/1`),
        post(`/v2/confirm_order/${id}/1`),
        get("/v2/confirm_order/prd_none/4821"),
      ],
    ],
    [
      "There is no such payment page",
      [
        ...["checkout", "challenge", "result"].map((name) => get(page("none", name))),
        get("/v2/checkout"),
        post(page("none"), CARD),
        post(page("none", "checkout/cancel")),
        post(page("none", "challenge"), { answer: "confirm" }),
      ],
    ],
  ] as const) {
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toMatch("text/html");
      expect(answer.text).toContain(what);
    }
  }
});

test("the confirmation page asks for the customer's data, and the payment page does not ask again", async () => {
  const { product, get, post, payments, state } = openPages();
  const { confirm_url } = await product({ visible_fields: ["email", "first_name"] });
  const confirm = path(confirm_url);
  const { text } = await get(confirm);
  expect(text).toContain("Confirm your order");
  const refused = await post(confirm, { email: "nobody", first_name: "Kim" });
  expect(refused.status).toBe(422);
  expect(tagOf(refused.text, "email")).toMatch(/aria-invalid="true".* value="nobody"/);
  expect(tagOf(refused.text, "first_name")).toContain('value="Kim"');
  expect((await state()).checkouts).toHaveLength(0);
  const { location = "" } = await post(confirm, { email: "kim@example.com", first_name: "Kim", phone: "+" });
  expect(tagOf((await get(location)).text, "email")).toBe("");
  const token = new URLSearchParams(location.split("?")[1]).get("token") ?? "";
  expect((await payments.checkouts.get(token)).customer).toMatchObject({
    email: "kim@example.com",
    first_name: "Kim",
    phone: null,
  });
});

test("a token keeps the price that its product had when the link was opened", async () => {
  const { product, get, payments } = openPages();
  const { id, pay_url } = await product();
  const { location = "" } = await get(path(pay_url));
  await payments.products.update(id, { amount: 9900 });
  const { text } = await get(location);
  expect(text).toContain("Pay $32.45");
  expect(text).not.toContain("$99.00");
});
