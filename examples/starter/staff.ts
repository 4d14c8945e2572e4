/** What your staff see: orders, payments in manual review, and refunds. */
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { html } from "hono/html";
import { fromMinorUnits, toMinorUnits } from "payments-client";
import { type Row, sql } from "./database.ts";
import { job } from "./job.ts";
import { refunded, sendRefund, storeRefund } from "./shop.ts";

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
const refundForm = ({ uid, left, currency }: Row) => html`<form method="post" action="/staff/refunds">
  <input type="hidden" name="id" value="refund-${crypto.randomUUID()}"><input type="hidden" name="uid" value="${uid}">
  <input type="hidden" name="currency" value="${currency}">
  <input name="amount" size="8" value="${money(left, currency)}"><button>Refund</button></form>`;

const table = (title: string, rows: Row[], cells: (row: Row) => unknown[]) => html`<h2>${title}</h2>
  <table cellpadding="6">${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</table>${rows.length === 0 && "None"}`;

staff.get("/", async (c) => {
  const reviews = await sql(
    `SELECT *, amount - ${refunded("reviews.uid")} AS left FROM reviews WHERE done = 0`,
  );
  const orders =
    await sql(`SELECT *, paid_by AS uid, amount - ${refunded("orders.paid_by")} AS left FROM orders
    ORDER BY rowid DESC LIMIT 100`);
  const refunds = await sql("SELECT * FROM refunds ORDER BY result IS NOT NULL, rowid DESC LIMIT 100");
  return c.html(html`<h1>Staff</h1>
    <form method="post" action="/staff/job"><button>Ask the gateway now</button></form>
    ${table("Payments to review", reviews, (row) => [
      `${row.message} Order ${row.order_id}, payment ${row.uid}, ${money(row.amount, row.currency)} ${row.currency}`,
      row.reason !== "charged_back" && Number(row.left) > 0 && refundForm(row),
      html`<form method="post" action="/staff/done"><button name="key" value="${row.key}">Done</button></form>`,
    ])}
    ${table("Orders", orders, (row) => [
      html`<a href="/orders/${row.id}">${row.id}</a>`,
      `${money(row.amount, row.currency)} ${row.currency}`,
      row.uid ? `paid${row.shipping ? ", shipped" : ""}` : row.closed ? "canceled" : "open",
      Number(row.left) > 0 && row.uid && refundForm(row),
    ])}
    ${table("Refunds", refunds, (row) => [
      `Payment ${row.uid}`,
      `${money(row.amount, row.currency)} ${row.currency}`,
      row.result ?? "open",
      row.message,
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
  const { key } = await c.req.parseBody();
  await sql("UPDATE reviews SET done = 1 WHERE key = ?", String(key));
  return c.redirect("/staff", 303);
});

staff.post("/job", async (c) => {
  await job();
  return c.redirect("/staff", 303);
});
