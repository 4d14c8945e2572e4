/** Ten thousand calls with URLs in several scripts: V8 optimizes what checks them, and must accept them still. */
import assert from "node:assert/strict";
import { PaymentsClient, parseReturnUrl } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const URLS = [
  ["https://bücher.example/danke", "https://xn--bcher-kva.example/danke"],
  [
    "https://магазин.example/спасибо",
    "https://xn--80aairftm.example/%D1%81%D0%BF%D0%B0%D1%81%D0%B8%D0%B1%D0%BE",
  ],
  ["https://例え.example/?品=本", "https://xn--r8jz45g.example/?%E5%93%81=%E6%9C%AC"],
  ["https://مثال.example/", "https://xn--mgbh0fb.example/"],
  ["https://straße.example/über uns", "https://xn--strae-oqa.example/%C3%BCber%20uns"],
  ["https://shop.example/paid", "https://shop.example/paid"],
];

let sent;
const sandbox = new Sandbox();
const payments = new PaymentsClient({
  ...sandbox.clientOptions,
  fetch: async (_url, { body }) => {
    sent = JSON.parse(body).checkout.settings;
    return Response.json({ checkout: { token: "t", redirect_url: "https://gateway.example/" } });
  },
});
const order = { amount: 3245, currency: "EUR", description: "Pass" };
for (let call = 0; call < 10_000; call += 1) {
  const [url, written] = URLS[call % URLS.length];
  const settings = { return_url: url, notification_url: url };
  await payments.checkouts.create({ transaction_type: "payment", order, settings });
  assert.deepEqual(sent, { return_url: written, notification_url: written });
  assert.equal(parseReturnUrl(`${url}${url.includes("?") ? "&" : "?"}token=${call}`).token, String(call));
}
console.log("ok, 10000 calls");
