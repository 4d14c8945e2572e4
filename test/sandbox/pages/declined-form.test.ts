import { expect, test } from "vitest";
import { DECLINED, openPages, page, tagOf } from "./open-pages.ts";

test("after a decline the form has what was typed, but not the declined card", async () => {
  const { checkout, get, post, sandbox } = openPages();
  const settings = { agreement_toggle: {}, customer_fields: { visible: ["email" as const] } };
  const token = await checkout({ settings, attempts: 2 });
  const typed = { ...DECLINED, holder: "ROBIN NOVAK", email: "kim@example.com", agreement: "on", cvc: "739" };
  await post(page(token), typed);
  const { text } = await get(page(token));
  for (const [id, value] of [
    ["holder", "ROBIN NOVAK"],
    ["email", "kim@example.com"],
  ] as const)
    expect(tagOf(text, id)).toContain(`value="${value}"`);
  expect(tagOf(text, "agreement")).toContain("checked");
  for (const id of ["number", "expiry", "cvc"]) expect(tagOf(text, id)).not.toMatch(/ value="[^"]/);
  expect(JSON.stringify(await sandbox.state())).not.toContain(DECLINED.number);
});

test("in any language of the order, the page is in English", async () => {
  const { checkout, get } = openPages();
  const { text } = await get(page(await checkout({ settings: { language: "de-AT" } })));
  expect(text).toContain('<html lang="en">');
});
