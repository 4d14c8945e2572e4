import { afterEach, describe, expect, test, vi } from "vitest";
import { CARD, openPages, page, type TokenParams, tagOf } from "../open-pages.ts";
import { stateOf } from "../state-of.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("the expiry date", () => {
  const payOn = async (now: string, expiry: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const { checkout, post, payments } = openPages();
    const token = await checkout();
    const { status, text } = await post(page(token), { ...CARD, expiry });
    return { status, text, paid: (await payments.checkouts.get(token)).status };
  };

  test.each([
    ["2031-06-15T12:00:00Z", "05/31"],
    ["2031-06-15T12:00:00Z", "12/30"],
    ["2031-06-15T12:00:00Z", "07/30"],
    ["2031-01-01T00:00:00Z", "12/30"],
    ["2031-07-01T00:00:00Z", "06/31"],
    ["2031-06-15T12:00:00Z", "1120"],
    ["2031-06-15T12:00:00Z", "12/2029"],
  ])("on %s a card until %s has expired, and is not charged", async (now, expiry) => {
    const { status, text, paid } = await payOn(now, expiry);
    expect([status, paid]).toStrictEqual([422, "incomplete"]);
    expect(text).toContain("This card has expired");
    expect(tagOf(text, "expiry")).toContain('aria-invalid="true"');
  });

  test.each([
    ["2031-06-15T12:00:00Z", "06/31"],
    ["2031-06-30T23:59:59Z", "06/31"],
    ["2031-06-15T12:00:00Z", "01/32"],
    ["2031-12-31T23:59:59Z", "12/31"],
  ])("on %s a card until %s can be paid with", async (now, expiry) => {
    expect(await payOn(now, expiry)).toMatchObject({ status: 303, paid: "successful" });
  });

  test("reaches the merchant as month and year", async () => {
    const { checkout, post, sandbox } = openPages();
    await post(page(await checkout()), { ...CARD, expiry: "7/41" });
    expect((await stateOf(sandbox)).transactions).toMatchObject([
      { transaction: { credit_card: { exp_month: 7, exp_year: 2041, holder: "KIM MULLER" } } },
    ]);
  });
});

describe("the security code", () => {
  test.each([
    ["123", 303, 422],
    ["1234", 422, 303],
    ["12345", 422, 422],
    ["12", 422, 422],
    ["12a", 422, 422],
    ["", 422, 422],
  ])("%j is answered with %i for Visa, with %i for American Express", async (code, visa, amex) => {
    const { checkout, post, savedCard } = openPages();
    for (const [number, expected, digits] of [
      ["4200 0000 0000 0000", visa, 3],
      ["3782 822463 10005", amex, 4],
    ] as const) {
      const entered = await post(page(await checkout()), { ...CARD, number, cvc: code });
      expect([number, entered.status]).toStrictEqual([number, expected]);
      if (expected === 422) expect(entered.text).toContain(`Enter the ${digits}-digit security code`);
      const credit_card = { token: await savedCard(number) };
      const again = page(await checkout({ payment_method: { credit_card } }));
      const saved = await post(again, { method: "credit_card", saved_cvc: code });
      expect([number, saved.status]).toStrictEqual([number, expected]);
    }
  });

  test("its hint says how many digits the accepted cards have", async () => {
    const { checkout, get, savedCard } = openPages();
    const hints = async (payment_method: NonNullable<TokenParams["payment_method"]>) => {
      const { text } = await get(page(await checkout({ payment_method })));
      return [...text.matchAll(/id="(?:saved_)?cvc-hint"[^>]*>([^<]*)</g)].map(([, hint]) => hint);
    };
    expect(await hints({})).toStrictEqual(["3 digits (Amex: 4)"]);
    expect(await hints({ excluded_brands: ["amex"] })).toStrictEqual(["3 digits"]);
    const token = await savedCard("378282246310005");
    expect(await hints({ credit_card: { token } })).toStrictEqual(["4 digits", "3 digits (Amex: 4)"]);
  });

  test("a form with any problem is shown without it, and asks for it again", async () => {
    const { checkout, post, savedCard } = openPages();
    const settings = { customer_fields: { visible: ["email" as const] }, agreement_toggle: {} };
    const credit_card = { token: await savedCard() };
    const good = { ...CARD, email: "kim@example.com", agreement: "on", saved_cvc: "123" };
    const { agreement: _, ...notAgreed } = good;
    for (const [token, name] of [
      [await checkout({ settings }), "cvc"],
      [await checkout({ settings, payment_method: { credit_card } }), "saved_cvc"],
    ] as const) {
      for (const [problem, fields] of [
        ["Enter an email address such as name@example.com", { ...good, email: "nonsense" }],
        ["Accept the agreement to continue", notAgreed],
      ] as const) {
        const { status, text } = await post(page(token), fields);
        expect(status).toBe(422);
        const [summary = ""] = /<div class="summary"[\s\S]*?<\/div>/.exec(text) ?? [];
        for (const named of [problem, `<a href="#${name}" dir="auto">Enter the 3-digit security code</a>`])
          expect(summary).toContain(named);
        expect(tagOf(text, name)).toContain('aria-invalid="true"');
      }
      expect((await post(page(token), good)).status).toBe(303);
    }
  });

  test("is not asked for again where it is not needed", async () => {
    const { checkout, post } = openPages();
    const payout = await checkout({ transaction_type: "payout" });
    expect((await post(page(payout), { ...CARD, holder: "" })).text).not.toContain("security code</a>");
    const settings = { customer_fields: { visible: ["email" as const] } };
    const token = await checkout({ settings, payment_method: { types: ["credit_card", "erip"] } });
    const { text } = await post(page(token), { method: "erip", email: "nonsense" });
    expect(text).not.toContain("security code</a>");
  });
});

describe("card data is in no later page", () => {
  const SECRETS = { number: "4200 0000 0000 0000", cvc: "7391", saved_cvc: "8462" };
  /** Random tokens and uids may have any digits in them. */
  const shownIn = (text: string, token: string) =>
    text.replaceAll(token, "").replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");

  test("not in the step of another method", async () => {
    const { checkout, post } = openPages();
    const token = await checkout({ payment_method: { types: ["credit_card", "google_pay", "erip"] } });
    for (const method of ["google_pay", "erip"]) {
      const { status, text } = await post(page(token), { ...CARD, ...SECRETS, method, outcome: "later" });
      expect(status).toBe(200);
      const shown = shownIn(text, token);
      for (const secret of ["4200", "0000 0000", "7391", "8462"]) expect(shown).not.toContain(secret);
      expect(shown).toContain(`<input type="hidden" name="method" value="${method}"`);
      expect(shown).not.toContain('value="later"');
    }
  });

  test("not in the form that is shown again, except a test card's number", async () => {
    const { checkout, post, savedCard } = openPages();
    const payment_method = { credit_card: { token: await savedCard() } };
    const token = await checkout({ payment_method });
    for (const another of [{}, { another_card: "on" }]) {
      const { cvc, ...rest } = SECRETS;
      const answer = await post(page(token), {
        ...CARD,
        ...rest,
        cvc,
        expiry: "x",
        holder: "",
        saved_cvc: "84625",
        ...another,
      });
      expect(answer.status).toBe(422);
      const fields = ["cvc", "saved_cvc"].map((id) => tagOf(answer.text, id));
      for (const field of fields) {
        expect(field).not.toBe("");
        expect(field).not.toContain("value=");
      }
      expect(shownIn(answer.text, token)).not.toMatch(/7391|84625/);
    }
  });

  test("not on the challenge and the result", async () => {
    const { checkout, get, post } = openPages();
    const token = await checkout();
    await post(page(token), { ...CARD, cvc: "739", number: "4012 0000 0000 1097" });
    const challenge = await get(page(token, "challenge"));
    expect(challenge.text).toContain("Visa ending in 1097");
    await post(page(token, "challenge"), { answer: "confirm" });
    for (const { text } of [challenge, await get(page(token, "result"))]) {
      expect(shownIn(text, token)).not.toMatch(/4012|\b739\b/);
    }
  });

  test("a saved card is shown by its last four digits", async () => {
    const { checkout, get, savedCard } = openPages();
    const token = await checkout({
      payment_method: { credit_card: { token: await savedCard("4012000000001006") } },
      settings: { another_card_toggle: { display: false } },
    });
    const { text } = await get(page(token));
    expect(text).toContain("Visa ending in 1006<");
    expect(shownIn(text, token)).not.toMatch(/4012|\d1006/);
  });
});

test("a cardholder's name that is read_only but was not sent can be entered", async () => {
  const { checkout, get, post, sandbox } = openPages();
  const token = await checkout({ settings: { credit_card_fields: { read_only: ["holder"] } } });
  expect(tagOf((await get(page(token))).text, "holder")).not.toContain("readonly");
  await post(page(token), CARD);
  expect((await stateOf(sandbox)).transactions).toMatchObject([
    { transaction: { credit_card: { holder: "KIM MULLER" } } },
  ]);
});

test("a cardholder's name that was sent without read_only can be changed", async () => {
  for (const read_only of [undefined, []]) {
    const { checkout, get, post, sandbox } = openPages();
    const token = await checkout({ settings: { credit_card_fields: { holder: "ROBIN NOVAK", read_only } } });
    const field = tagOf((await get(page(token))).text, "holder");
    expect(field).toContain('value="ROBIN NOVAK"');
    expect(field).not.toContain("readonly");
    await post(page(token), CARD);
    expect((await stateOf(sandbox)).transactions).toMatchObject([
      { transaction: { credit_card: { holder: "KIM MULLER" } } },
    ]);
  }
});

test("an authorization asks for a card like a payment", async () => {
  const { checkout, get, post } = openPages();
  const [payment, authorization] = [
    await checkout(),
    await checkout({ transaction_type: "authorization" }),
  ] as const;
  const { text } = await get(page(authorization));
  expect(text.replaceAll(authorization, "")).toBe((await get(page(payment))).text.replaceAll(payment, ""));
  expect((await post(page(authorization), CARD)).status).toBe(303);
});

test("posted files and lists are ignored", async () => {
  const { checkout, get, status } = openPages();
  const postForm = async (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const token = await checkout();
    const { status: answered } = await get(page(token), { method: "POST", body });
    return [answered, await status(token)];
  };
  const file = new File(["KIM MULLER"], "holder.txt");
  expect(await postForm({ ...CARD, photo: file, "list[]": "x" })).toStrictEqual([303, "successful"]);
  expect(await postForm({ ...CARD, holder: file })).toStrictEqual([422, "incomplete"]);
});

test("cards of an excluded brand, in any letter case, are neither listed nor accepted", async () => {
  const { checkout, get, post, status } = openPages();
  const token = await checkout({ payment_method: { excluded_brands: ["VISA"] } });
  // A random token may have these digits in it.
  expect((await get(page(token))).text).not.toContain("4200 0000");
  expect((await post(page(token), CARD)).status).toBe(422);
  expect(await status(token)).toBe("incomplete");
  expect((await get(page(await checkout()))).text).toContain("4200 0000 0000 0000");
});

test("a post without the agreement unchecks it, whatever it was by default", async () => {
  const { checkout, get, post } = openPages();
  const token = await checkout({ settings: { agreement_toggle: { value: true } } });
  expect(tagOf((await get(page(token))).text, "agreement")).toContain("checked");
  expect(tagOf((await post(page(token), CARD)).text, "agreement")).not.toContain("checked");
  const open = await checkout({ settings: { agreement_toggle: {} } });
  const { text } = await get(page(open));
  expect(tagOf(text, "agreement")).not.toContain("checked");
  expect(text).not.toContain("undefined");
});
