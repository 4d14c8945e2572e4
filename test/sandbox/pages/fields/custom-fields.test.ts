/** In this folder: the fields that a customer fills in next to the card. */

import { describe, expect, test } from "vitest";
import { CARD, openPages, page, tagOf } from "../open-pages.ts";

const opened = async (custom_fields: object) => {
  const { checkout, get, post, payments } = openPages();
  const token = await checkout({ order: { custom_fields: { ...custom_fields } } });
  const { text } = await get(page(token));
  return {
    text: text.replaceAll(token, ""),
    pay: (fields: object) => post(page(token), { ...CARD, ...fields }),
    stored: async () => (await payments.checkouts.get(token)).order?.custom_fields,
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
    expect(tagOf(text, "custom_field_1")).toMatch(/ required="".*placeholder="R-0000".* data-required=""/);
    expect(text).toMatch(/<output id="custom_field_2"[^>]*>Riverside</);
    expect(text).not.toContain('name="custom_field_2"');
    expect(text).not.toContain("hidden value");
  });

  test.each([
    [{ custom_field_1: "" }, 422],
    [{ custom_field_1: "x".repeat(256) }, 422],
    [{ custom_field_1: "x".repeat(255) }, 303],
    [{ custom_field_1: "R-1", custom_field_2: "Elsewhere", custom_field_3: "changed" }, 303],
  ])("posted as %j get %i, and only visible ones are read", async (fields, expected) => {
    const { pay, stored } = await opened(custom_fields);
    expect((await pay(fields)).status).toBe(expected);
    expect(await stored()).toMatchObject({
      custom_field_1: expected === 303 ? { value: fields.custom_field_1 } : {},
      custom_field_2: { value: "Riverside" },
      custom_field_3: { value: "hidden value" },
    });
  });

  test("that the merchant filled in reach him as the customer changed them", async () => {
    const { text, pay, stored } = await opened({ custom_field_1: { value: "Riverside", visible: true } });
    expect(text).toContain("<small> (");
    await pay({ custom_field_1: "Harbour" });
    expect(await stored()).toMatchObject({ custom_field_1: { value: "Harbour" } });
  });

  test("that are required block the payment until they are filled in, unless they are read_only", async () => {
    for (const [read_only, blocks] of [
      [undefined, true],
      [false, true],
      [true, false],
    ] as const) {
      const custom_field_1 = { label: "Reader", visible: true, required: true, read_only };
      const { text, pay } = await opened({ custom_field_1 });
      expect(tagOf(text, "custom_field_1").includes(' data-required=""')).toBe(blocks);
      expect(text).not.toContain("(optional)");
      expect((await pay({ custom_field_1: "" })).status).toBe(blocks ? 422 : 303);
    }
  });
});
