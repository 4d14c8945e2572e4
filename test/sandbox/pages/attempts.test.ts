/** In this folder: the pages on which customers pay, as HTML and without a browser. */

import { expect, test } from "vitest";
import { CARD, CHALLENGED, DECLINED, openPages, page } from "./open-pages.ts";

test("a declined customer has as many attempts as attempts allows", async () => {
  const { checkout, get, post, state, status } = openPages();
  const token = await checkout({ attempts: 3 });
  for (const left of [2, 1, 0]) {
    expect((await post(page(token), DECLINED)).location).toBe(page(token, "result"));
    const { text } = await get(page(token, "result"));
    expect(text).toContain("Payment declined");
    expect(text.includes(`href="${page(token)}"`)).toBe(left > 0);
    expect(text.includes(`Attempts left: ${left}`)).toBe(left > 0);
    const form = await get(page(token));
    expect(form.status).toBe(left > 0 ? 200 : 303);
    expect(form.text.includes(`Attempts left: ${left}`)).toBe(left > 0);
    expect(await status(token)).toBe("failed");
  }
  expect((await post(page(token), CARD)).location).toBe(page(token));
  expect((await state()).transactions).toHaveLength(3);
  expect(await status(token)).toBe("failed");
});

test.each([
  ["confirm", "successful"],
  ["decline", "failed"],
  ["", "failed"],
  ["yes", "failed"],
  ["CONFIRM", "failed"],
])("a 3-D Secure challenge answered with %j is %s", async (answer, status) => {
  const { checkout, get, post, status: statusOf } = openPages();
  const token = await checkout();
  await post(page(token), CHALLENGED);
  expect((await get(page(token))).location).toBe(page(token, "challenge"));
  expect((await get(page(token, "challenge"))).text).toContain("Confirm the payment");
  expect((await post(page(token, "challenge"), { answer })).location).toBe(page(token, "result"));
  expect(await statusOf(token)).toBe(status);
  expect((await post(page(token, "challenge"), { answer: "confirm" })).location).toBe(page(token));
  expect(await statusOf(token)).toBe(status);
});

test("an answer without an open challenge changes nothing", async () => {
  const { checkout, post, sandbox } = openPages();
  const open = await checkout({ attempts: 2 });
  await post(page(open), DECLINED);
  const before = JSON.stringify(await sandbox.state());
  expect((await post(page(open, "challenge"), { answer: "confirm" })).location).toBe(page(open));
  expect(JSON.stringify(await sandbox.state())).toBe(before);
});

test("only with iframe the challenge opens in a frame, whose form navigates the parent page", async () => {
  const { checkout, get, post } = openPages();
  for (const iframe of [undefined, false, true]) {
    const token = await checkout({ iframe });
    await post(page(token), CHALLENGED);
    const { text } = await get(page(token, "challenge"));
    expect(text.includes(`<iframe`)).toBe(iframe === true);
    expect(text.includes(`src="/v2/challenge?token=${token}&amp;frame=1"`)).toBe(iframe === true);
    expect((await get(`${page(token, "challenge")}&frame=1`)).text).toContain('target="_parent"');
  }
});
