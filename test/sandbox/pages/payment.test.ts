import { describe, expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "./open-pages.ts";
import { stateOf } from "./state-of.ts";

const RETURN = "https://shop.example/back";

describe("a card", () => {
  const OUTCOMES = [
    ["4200 0000 0000 0000", "result", "successful"],
    ["4005550000000019", "result", "failed"],
    ["4012000000001097", "challenge", "incomplete"],
    ["4012-0000-0000-1006", "result", "successful"],
    ["4012000000001022", "result", "failed"],
  ] as const;
  test.each(OUTCOMES)("%s leads to the %s: %s", async (number, next, status) => {
    const { checkout, post, status: statusOf } = openPages();
    const token = await checkout();
    const { status: answered, location } = await post(page(token), { ...CARD, number });
    expect([answered, location]).toStrictEqual([303, page(token, next)]);
    expect(await statusOf(token)).toBe(status);
  });

  const REFUSED = [
    ["number", "", /Enter the card number/],
    ["number", "4111 1111 1111 1111", /Only test cards are accepted/],
    ["number", "hello", /Only test cards are accepted/],
    ["holder", "", /Enter the name on the card/],
    ["holder", "4200000000000000", /Enter the name on the card/],
    ["expiry", "", /Enter the expiry date as MM\/YY/],
    ["expiry", "13/40", /Enter the expiry date as MM\/YY/],
    ["expiry", "01/20", /This card has expired/],
    ["cvc", "12", /Enter the security code/],
    ["cvc", "12345", /Enter the security code/],
  ] as const;
  test.each(REFUSED)("is refused with the %s %j, and the field is named", async (field, value, text) => {
    const { checkout, post, payments } = openPages();
    const token = await checkout();
    const answer = await post(page(token), { ...CARD, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(text);
    expect(answer.text).toMatch(new RegExp(`<input id="${field}"[^>]* aria-invalid="true"`));
    expect((await payments.checkouts.get(token)).gateway_response).toBeNull();
  });

  test("is neither echoed nor stored if it is not a test card", async () => {
    const { checkout, post, sandbox } = openPages();
    const token = await checkout();
    const real = { ...CARD, number: "4111 1111 1111 1111", cvc: "987" };
    const answer = await post(page(token), real);
    // A random token may have any three digits in it.
    const text = answer.text.replaceAll(token, "");
    const kept = JSON.stringify(await sandbox.state());
    for (const secret of ["4111", "987", "1111 1111"]) {
      expect(text).not.toContain(secret);
      expect(
        kept.replaceAll(/"(token|privateKey|publicKey|createdAt|updatedAt)":"[^"]*"/g, ""),
      ).not.toContain(secret);
    }
    expect(text).toContain('value="KIM MULLER"');
    expect(text).toContain('value="12/40"');
    expect(tagOf(text, "number")).not.toContain("value=");
  });

  test("is shown again, without its code, while another field is invalid", async () => {
    const { checkout, post } = openPages();
    const customer_fields = { visible: ["email" as const] };
    const token = await checkout({ settings: { customer_fields } });
    const { status, text } = await post(page(token), { ...CARD, cvc: "9876", email: "" });
    expect(status).toBe(422);
    const values = { number: "4200 0000 0000 0000", expiry: "12/40", holder: "KIM MULLER" };
    for (const [name, value] of Object.entries(values)) {
      expect(tagOf(text, name)).toContain(`value="${value}"`);
    }
    expect(tagOf(text, "cvc")).not.toContain("value=");
    expect(text.replaceAll(token, "")).not.toContain("9876");
  });

  test.each(["12/40", "12/2040", "1240", "12 / 40", "12 / 2040", "1/40"])(
    "accepts the expiry date %s",
    async (expiry) => {
      const { checkout, post } = openPages();
      expect((await post(page(await checkout()), { ...CARD, expiry })).status).toBe(303);
    },
  );
});

test("two concurrent payments create one transaction", async () => {
  const { checkout, post, sandbox } = openPages();
  const token = await checkout({ settings: { return_url: RETURN } });
  const answers = await Promise.all([1, 2, 3].map(() => post(page(token), CARD)));
  expect(answers.map(({ status }) => status)).toStrictEqual([303, 303, 303]);
  expect((await stateOf(sandbox)).transactions).toHaveLength(1);
});

test.each([
  ["confirm", "successful"],
  ["decline", "failed"],
  ["", "failed"],
])("a 3-D Secure challenge answered with %j is %s", async (answer, status) => {
  const { checkout, get, post, status: statusOf } = openPages();
  const token = await checkout();
  await post(page(token), { ...CARD, number: "4012000000001097" });
  expect((await get(page(token))).location).toBe(page(token, "challenge"));
  expect((await get(page(token, "challenge"))).text).toContain("Confirm the payment");
  expect((await post(page(token, "challenge"), { answer })).location).toBe(page(token, "result"));
  expect(await statusOf(token)).toBe(status);
  expect((await post(page(token, "challenge"), { answer: "confirm" })).location).toBe(page(token));
  expect(await statusOf(token)).toBe(status);
});

test("with iframe the challenge opens in a frame, whose form navigates the parent page", async () => {
  const { checkout, get, post } = openPages();
  const token = await checkout({ iframe: true });
  await post(page(token), { ...CARD, number: "4012000000001097" });
  const { text } = await get(page(token, "challenge"));
  expect(text).toContain(`src="/v2/challenge?token=${token}&amp;frame=1"`);
  expect((await get(`${page(token, "challenge")}&frame=1`)).text).toContain('target="_parent"');
});

describe("auto_return", () => {
  const returning = (auto_return: string, more = {}) => ({
    ...more,
    settings: { return_url: RETURN, auto_return },
  });

  test("0 returns at once, without the result page, which a receipt's link still shows", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout(returning("0"));
    const { refresh } = await post(page(token), CARD);
    expect(refresh).toMatch(`0; url=${RETURN}?token=${token}&status=successful&uid=`);
    expect((await get(page(token, "result"))).refresh).toBeUndefined();
  });

  test("0 returns at once also who opens an ended token again, 3 after the result", async () => {
    for (const auto_return of ["0", "3"]) {
      const { checkout, get, post, sandbox } = openPages();
      const [paid, expired] = [
        await checkout(returning(auto_return)),
        await checkout(returning(auto_return)),
      ];
      await sandbox.pay(paid);
      await sandbox.expire(expired);
      for (const [token, status, shown] of [
        [paid, "successful", page(paid, "result")],
        [expired, "error", undefined],
      ] as const) {
        const back = `${RETURN}?token=${token}&status=${status}`;
        const opened = await get(page(token));
        const byForm = await post("/v2/checkout", { token });
        if (auto_return === "0") {
          expect(opened.location).toMatch(back);
          expect(byForm.refresh).toMatch(`0; url=${back}`);
        } else {
          expect(opened.location).toBe(shown);
          expect((await get(page(token, "result"))).refresh).toMatch(`3; url=${back}`);
        }
      }
    }
  });

  test("0 shows a pending payment that is opened again, with how to pay it", async () => {
    const { checkout, get, sandbox } = openPages();
    const token = await checkout(returning("0", { payment_method: { types: ["erip"] } }));
    await sandbox.pay(token, { method: "erip" });
    expect((await get(page(token))).location).toBe(page(token, "result"));
  });

  test("does not redirect a customer who can try again", async () => {
    const { checkout, post, get } = openPages();
    const token = await checkout(returning("0", { attempts: 2 }));
    const declined = { ...CARD, number: "4005550000000019" };
    expect((await post(page(token), declined)).location).toBe(page(token, "result"));
    const { refresh, text } = await get(page(token, "result"));
    expect(refresh).toBeUndefined();
    expect(text).toContain("Try again");
    expect((await post(page(token), declined)).refresh).toMatch("status=failed");
  });

  test("keeps the customer on the result page if there is no address", async () => {
    const { checkout, post, get } = openPages();
    const token = await checkout({ settings: { auto_return: "0" } });
    expect((await post(page(token), CARD)).location).toBe(page(token, "result"));
    expect((await get(page(token, "result"))).refresh).toBeUndefined();
  });
});

describe("auto_pay", () => {
  const auto = (token: string, more = {}) => ({
    payment_method: { credit_card: { token } },
    settings: { auto_pay: true, success_url: `${RETURN}/success`, decline_url: `${RETURN}/decline` },
    ...more,
  });

  test("pays on opening, once, and redirects by outcome", async () => {
    const { checkout, get, savedCard, sandbox } = openPages();
    const token = await checkout(auto(await savedCard()));
    expect((await get(page(token), { method: "HEAD" })).status).toBe(200);
    const [first, second] = await Promise.all([get(page(token)), get(page(token))]);
    expect(first.location).toMatch(`${RETURN}/success?token=${token}&status=successful`);
    expect(second.location).toBe(page(token, "result"));
    expect((await get(page(token))).location).toBe(page(token, "result"));
    expect((await stateOf(sandbox)).transactions).toHaveLength(2);
  });

  test("with attempts left does not pay again on a reload", async () => {
    const { checkout, get, savedCard, sandbox } = openPages();
    const order = {
      amount: 100,
      currency: "EUR",
      description: "x",
      additional_data: { recipient: { expected_bank_code: "51" } },
    };
    const token = await checkout(auto(await savedCard(), { attempts: 3, test: true, order }));
    expect((await get(page(token))).location).toMatch("/decline?");
    expect((await get(page(token))).status).toBe(200);
    expect((await stateOf(sandbox)).transactions).toHaveLength(2);
  });

  test("is a charge of the saved card, and declined where later charges are", async () => {
    for (const [number, status, to] of [
      ["4200000000000000", "successful", "success"],
      ["4000000000000341", "failed", "decline"],
    ] as const) {
      const { checkout, get, savedCard, sandbox } = openPages();
      const card = await savedCard(number);
      const contract = { additional_data: { contract: ["recurring" as const] } };
      const order = { amount: 100, currency: "EUR", description: "x", ...contract };
      const { location } = await get(page(await checkout(auto(card, { order }))));
      expect(location).toMatch(`${RETURN}/${to}?`);
      const { transactions, cards } = await stateOf(sandbox);
      expect(transactions.at(-1)?.transaction).toMatchObject({
        status,
        recurring_type: "recurring",
        credit_card: { token: card },
      });
      expect(cards).toHaveLength(1);
    }
  });

  test("with an unknown card opens the payment page", async () => {
    const { checkout, get } = openPages();
    const token = await checkout(auto("unknown"));
    expect((await get(page(token))).text).toContain("Card number");
  });
});

test("a saved card pays with its code alone, or another card is used", async () => {
  const { checkout, get, post, savedCard } = openPages();
  const payment_method = { credit_card: { token: await savedCard() } };
  const [first, second, third] = [
    await checkout({ payment_method }),
    await checkout({ payment_method }),
    await checkout({ payment_method, settings: { another_card_toggle: { display: false } } }),
  ] as const;
  expect((await get(page(first))).text).toMatch("Visa ending in 0000");
  expect((await post(page(first), { method: "credit_card" })).text).toContain('id="saved_cvc-problem"');
  expect((await post(page(first), { method: "credit_card", saved_cvc: "123" })).status).toBe(303);
  expect((await post(page(second), { ...CARD, another_card: "on" })).status).toBe(303);
  expect((await get(page(third))).text).not.toContain("Card number");
  expect((await post(page(third), { ...CARD, another_card: "on" })).status).toBe(422);
});

test("the save-card toggle saves the card", async () => {
  const { checkout, post, sandbox } = openPages();
  await post(page(await checkout()), CARD);
  expect((await stateOf(sandbox)).cards).toHaveLength(0);
  await post(page(await checkout()), { ...CARD, save_card: "on" });
  expect((await stateOf(sandbox)).cards).toHaveLength(1);
});

test("a payout asks for no code, a tokenization shows no amount of 0", async () => {
  const { checkout, get, post } = openPages();
  const payout = await checkout({ transaction_type: "payout" });
  const { text } = await get(page(payout));
  expect(text).toContain("Receive €129.00");
  expect(text).not.toContain("Security code");
  const { cvc, ...withoutCode } = CARD;
  expect((await post(page(payout), withoutCode)).status).toBe(303);
  const tokenization = await checkout({
    transaction_type: "tokenization",
    order: { amount: 0, currency: "EUR", description: "Save a card" },
  });
  expect((await get(page(tokenization))).text).not.toContain("€");
  expect((await post(page(tokenization), CARD)).status).toBe(303);
});

test("a declined payout says that no money was sent", async () => {
  const { checkout, get, post } = openPages();
  const payout = await checkout({ transaction_type: "payout" });
  await post(page(payout), { ...CARD, number: "4005550000000019" });
  const { text } = await get(`/v2/result?token=${payout}`);
  expect(text).toContain("Payout declined");
  expect(text).toContain("No money was sent.");
});

test("a customer cannot complete a payout that waits for its verification", async () => {
  const asked = Promise.withResolvers<Response>();
  const { checkout, get, post } = openPages({ deliver: () => asked.promise });
  const token = await checkout({
    transaction_type: "payout",
    settings: { verification_url: "https://shop.example/verify" },
  });
  const paying = post(page(token), CARD);
  await expect.poll(async () => (await get(page(token))).location).toBe(page(token, "result"));
  const waiting = await get(page(token, "result"));
  expect(waiting.refresh).toBe("2");
  expect((await post(page(token, "challenge"), { answer: "confirm" })).location).toBe(page(token));
  asked.resolve(Response.json({ code: 1 }));
  expect((await paying).location).toBe(page(token, "result"));
  expect((await get(page(token, "result"))).text).toContain("Payout declined");
});
