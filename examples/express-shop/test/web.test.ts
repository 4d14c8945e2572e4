import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../src/config.ts";
import { money } from "../src/pages/money.ts";
import { html } from "../src/web/html.ts";
import { ENVIRONMENT } from "./open-test-shop.ts";

test("customer input is escaped in HTML", () => {
  const name = `"><script>alert(1)</script>`;
  const { text } = html`<p title="${name}">${[html`<b>${name}</b>`, false, null]}</p>`;
  assert.equal(text.includes("<script"), false);
  assert.match(text, /<b>&quot;&gt;&lt;script/);
});

test("a price is shown with all the decimals that are charged", () => {
  assert.equal(money(12_900, "EUR"), "€129.00");
  assert.equal(money(1250, "JPY"), "¥1,250");
  assert.match(money(1250, "KWD"), /1\.250$/);
  assert.match(money(1250, "HUF"), /12\.50$/);
});

test("a shop behind https takes neither test payments nor the sample password", () => {
  const environment = { ...ENVIRONMENT, PUBLIC_URL: "https://shop.example" };
  assert.equal(readConfig(environment).isTestMode, false);
  assert.throws(() => readConfig({ ...environment, TEST_MODE: "true" }), /Remove TEST_MODE/);
  const sample = { ...environment, ADMIN_PASSWORD: "choose-your-own" };
  assert.throws(() => readConfig(sample), /Change ADMIN_PASSWORD/);
  assert.equal(readConfig({ ...sample, PUBLIC_URL: "http://localhost:3000" }).pollSeconds, 30);
});
