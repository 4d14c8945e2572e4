/** What your staff see: orders, payments in manual review, and refunds. */
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { html } from "hono/html";
import { fromMinorUnits, toMinorUnits } from "payments-client";
import { type Row, sql } from "./database.ts";
import { job } from "./job.ts";
import { left, sendRefund, storeRefund } from "./shop.ts";

const { STAFF_NAME = "staff", STAFF_PASSWORD } = process.env;
if (!STAFF_PASSWORD) throw new Error("Set STAFF_PASSWORD in .env");

export const staff = new Hono();
staff.use(basicAuth({ username: STAFF_NAME, password: STAFF_PASSWORD }));

function money(amount: unknown, currency: unknown) {
  try {
    return fromMinorUnits(Number(amount), String(currency));
  } catch {
    return String(amount); // the currency of a payment in review may be wrong
  }
}

/** Each form has its own id, so that a form that is sent twice makes one refund. */
const refundForm = (uid: unknown, left: unknown, currency: unknown) => html`
  <form method="post" action="/staff/refunds">
  <input type="hidden" name="id" value="refund-${crypto.randomUUID()}"><input type="hidden" name="uid" value="${uid}">
  <input type="hidden" name="currency" value="${currency}">
  <input name="amount" size="8" value="${money(left, currency)}"><button>Refund</button></form>`;

const table = (title: string, rows: Row[], cells: (row: Row) => unknown[]) => html`<h2>${title}</h2>
  <table cellpadding="6">${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</table>${rows.length === 0 && "None"}`;

staff.get("/", async (c) => {
  const { find = "" } = c.req.query();
  const reviews =
    await sql(`SELECT *, ${left("reviews.uid")} AS left, EXISTS (SELECT 1 FROM orders WHERE paid_by = parent
    AND closed = 0 AND coalesce(shipping, 'now') = 'now') AS waits FROM reviews WHERE done = 0`);
  const found = `SELECT *, ${left("orders.paid_by")} AS left FROM orders WHERE ? IN ('', id, paid_by)`;
  const orders = await sql(`${found} ORDER BY rowid DESC LIMIT 100`, find.trim());
  const refunds = await sql("SELECT * FROM refunds ORDER BY result IS NOT NULL, rowid DESC LIMIT 100");
  return c.html(html`<h1>Staff</h1>
    <form method="post" action="/staff/job"><button>Ask the gateway now</button></form>
    ${table(
      "Payments to review",
      reviews,
      ({ key, order_id, uid, amount, currency, message, left, waits }) => [
        `${message} Order ${order_id}, payment ${uid}, ${money(amount, currency)} ${currency}`,
        Number(left) > 0 && refundForm(uid, left, currency),
        html`<form method="post" action="/staff/done"><input type="hidden" name="key" value="${key}">${
          waits
            ? html`<button>Ship the order</button><button name="close" value="yes">Do not ship</button>`
            : html`<button>Done</button>`
        }</form>`,
      ],
    )}
    <form><input name="find" size="36" value="${find}"><button>Find an order by its id or payment</button></form>
    ${table("Orders", orders, ({ id, amount, currency, paid_by, shipping, closed, left }) => [
      html`<a href="/orders/${id}">${id}</a>`,
      `${money(amount, currency)} ${currency}`,
      closed ? "canceled" : paid_by ? `paid${shipping === "done" ? ", shipped" : ""}` : "open",
      Number(left) > 0 && paid_by && refundForm(paid_by, left, currency),
    ])}
    ${table("Refunds", refunds, ({ uid, amount, currency, result, message }) => [
      `Payment ${uid}`,
      `${money(amount, currency)} ${currency}`,
      result ?? "open",
      message,
    ])}`);
});

staff.post("/refunds", async (c) => {
  const { id, uid, amount, currency } = await c.req.parseBody();
  try {
    const minor = toMinorUnits(String(amount), String(currency));
    await sendRefund(await storeRefund(String(id), String(uid), minor));
  } catch (error) {
    return c.text(error instanceof Error ? error.message : "Failed", 409);
  }
  return c.redirect("/staff", 303);
});

staff.post("/done", async (c) => {
  const { key, close } = await c.req.parseBody();
  const order = "coalesce(shipping, 'now') = 'now' AND paid_by = (SELECT parent FROM reviews WHERE key = ?)";
  if (close) await sql(`UPDATE orders SET closed = 1 WHERE ${order}`, String(key));
  await sql("UPDATE reviews SET done = 1 WHERE key = ?", String(key));
  return c.redirect("/staff", 303);
});

staff.post("/job", async (c) => {
  await job();
  return c.redirect("/staff", 303);
});
