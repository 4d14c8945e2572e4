/** What customers see. */
import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { sql } from "./database.ts";
import { checkOrder, findOrder, left, notify, type Order, payments } from "./shop.ts";
import { staff } from "./staff.ts";

const { SHOP_URL = "http://localhost:3000" } = process.env;

export const app = new Hono();
app.onError((error, c) => {
  if (error instanceof HTTPException) return error.getResponse(); // no password, or the form of another site
  console.error(error);
  return c.text("This does not work at the moment. Please try again in a minute.", 503);
});
app.post("/notify", ({ req }) => notify(req.raw)); // checks the signature
// With the default, no-referrer, browsers would send the forms without their origin, which csrf checks.
app.use(secureHeaders({ referrerPolicy: "same-origin" }));
app.use("/staff/*", csrf({ origin: new URL(SHOP_URL).origin })); // refuses the forms of other sites
app.route("/staff", staff);

app.get("/", async (c) => {
  const products = await sql("SELECT * FROM products");
  return c.html(
    html`<h1>Shop</h1>${products.map(
      ({ id, name, price }) => html`<form method="post" action="/buy/${id}">
        <button>Buy ${name}, ${(Number(price) / 100).toFixed(2)} EUR</button></form>`,
    )}`,
  );
});

app.post("/buy/:product", async (c) => {
  const id = crypto.randomUUID(); // also the key to the page of the order, so nobody may guess it
  const expiresAt = Date.now() + 15 * 60_000;
  // The price comes from the database. An open or paid order reserves a ticket.
  await sql(
    `INSERT INTO orders (id, product, amount, currency, expires_at)
     SELECT ?, id, price, 'EUR', ? FROM products WHERE id = ? AND stock >
       (SELECT count(*) FROM orders WHERE product = products.id AND closed = 0)`,
    ...[id, expiresAt, c.req.param("product")],
  );
  const order = await findOrder(id);
  if (!order) return c.text("Sold out", 409);
  const created = payments.checkouts.create({
    transaction_type: "payment",
    attempts: 3,
    order: {
      amount: order.amount, // minor units
      currency: order.currency,
      description: "Ticket",
      tracking_id: id,
      expired_at: new Date(expiresAt),
    },
    settings: { notification_url: `${SHOP_URL}/notify`, return_url: `${SHOP_URL}/orders/${id}` },
  });
  const { token, redirect_url } = await created.catch(async (error) => {
    await sql("UPDATE orders SET closed = 1 WHERE id = ?", id); // nobody has its token
    throw error;
  });
  await sql("UPDATE orders SET token = ?, pay_url = ? WHERE id = ?", token, redirect_url, id);
  return c.redirect(redirect_url, 303);
});

async function stateOf(id: string, { paidBy, closed, token, payUrl }: Order) {
  if (paidBy) {
    const [back] = await sql(`SELECT 1 FROM orders WHERE id = ? AND ${left("paid_by")} = 0`, id);
    return closed || back
      ? html`<p>Canceled or refunded. Our staff will contact you.`
      : html`<p>Paid. Thank you!`;
  }
  const reviews = await sql("SELECT 1 FROM reviews WHERE order_id = ? AND done = 0", id);
  if (reviews.length > 0) return html`<p>We have your payment. Our staff will contact you.`;
  if (!token) return html`<p>Not paid.`; // it cannot be paid any more
  if (closed) return html`<p>Canceled. If you paid, our staff will contact you.`;
  return html`<meta http-equiv="refresh" content="5"><p>We are waiting for your payment.
    <p><a href="${payUrl}">Payment page</a>
    <form method="post" action="/orders/${id}/cancel"><button>Cancel the order</button></form>`;
}

app.get("/orders/:id", async (c) => {
  const id = c.req.param("id");
  // Anyone can open this page, so ask the gateway. If it does not answer, the state stays.
  await checkOrder(id).catch((error) => console.error(`${id}: ${error.message}`));
  const order = await findOrder(id);
  return order ? c.html(html`<h1>Your order</h1>${await stateOf(id, order)}`) : c.notFound();
});

app.post("/orders/:id/cancel", async (c) => {
  await sql("UPDATE orders SET closed = 1 WHERE id = ? AND paid_by IS NULL", c.req.param("id"));
  return c.redirect(`/orders/${c.req.param("id")}`, 303);
});
