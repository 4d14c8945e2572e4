import { describe, expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "../open-pages.ts";

const orderWith = (custom_fields: object) => ({
  amount: 100,
  currency: "EUR",
  description: "Pass",
  custom_fields: { ...custom_fields },
});

const opened = async (custom_fields: object) => {
  const { checkout, get, post } = openPages();
  const token = await checkout({ order: orderWith(custom_fields) });
  const { text } = await get(page(token));
  return {
    text: text.replaceAll(token, ""),
    pay: (fields: object) => post(page(token), { ...CARD, ...fields }),
  };
};

describe("custom fields", () => {
  const custom_fields = {
    custom_field_1: { label: "Reader", placeholder: "R-0000", visible: true, required: true },
    custom_field_2: { label: "Branch", value: "Riverside", visible: true, read_only: true },
    custom_field_3: { label: "Internal", value: "hidden value" },
  };

  test("are shown when visible, with label, value and placeholder", async () => {
    const { text } = await opened(custom_fields);
    expect(tagOf(text, "custom_field_1")).toMatch(/placeholder="R-0000".* required="" data-required=""/);
    expect(text).toMatch(/<output id="custom_field_2"[^>]*>Riverside</);
    expect(text).not.toContain('name="custom_field_2"');
    expect(text).not.toContain("hidden value");
  });

  test.each([
    [{ custom_field_1: "" }, 422],
    [{ custom_field_1: "x".repeat(256) }, 422],
    [{ custom_field_1: "x".repeat(255) }, 303],
    [{ custom_field_1: "R-1", custom_field_2: "Elsewhere", custom_field_3: "changed" }, 303],
  ])("posted as %j get %i", async (fields, expected) => {
    const { checkout, post, payments } = openPages();
    const token = await checkout({ order: orderWith(custom_fields) });
    expect((await post(page(token), { ...CARD, ...fields })).status).toBe(expected);
    expect((await payments.checkouts.get(token)).order?.custom_fields).toMatchObject({
      custom_field_2: { value: "Riverside" },
      custom_field_3: { value: "hidden value" },
    });
  });

  test("reach the merchant as the customer entered them", async () => {
    const { checkout, post, payments } = openPages();
    const custom_fields = {
      custom_field_1: { label: "Reader", visible: true, required: true },
      custom_field_2: { label: "Branch", value: "Riverside", visible: true },
    };
    const token = await checkout({ order: orderWith(custom_fields) });
    await post(page(token), { ...CARD, custom_field_1: "R-1", custom_field_2: "Harbour" });
    expect((await payments.checkouts.get(token)).order?.custom_fields).toMatchObject({
      custom_field_1: { value: "R-1" },
      custom_field_2: { value: "Harbour" },
    });
  });

  test("that are not visible leave the page as it is without them", async () => {
    const { text } = await opened({});
    for (const visible of [undefined, false]) {
      expect((await opened({ custom_field_1: { label: "Internal", required: true, visible } })).text).toBe(
        text,
      );
    }
  });

  test("that are required block the payment until they are filled in, unless they are read_only", async () => {
    for (const [read_only, blocks] of [
      [undefined, true],
      [false, true],
      [true, false],
    ] as const) {
      const custom_field_1 = { label: "Reader", visible: true, required: true, read_only };
      const { text, pay } = await opened({ custom_field_1 });
      expect(tagOf(text, "custom_field_1").includes(' required="" data-required=""')).toBe(blocks);
      expect(text).not.toContain("(optional)");
      expect((await pay({ custom_field_1: "" })).status).toBe(blocks ? 422 : 303);
    }
  });
});
