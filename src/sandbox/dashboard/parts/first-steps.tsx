import { Copy } from "./parts.tsx";

const FIRST_TOKEN = `import { PaymentsClient } from "payments-client";

const payments = new PaymentsClient(); // reads the lines of the page Environment
const checkout = await payments.checkouts.create({
  transaction_type: "payment",
  order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1" },
  settings: { notification_url: "http://localhost:3000/notifications" },
});
console.log(checkout.redirect_url);
`;

/** How to make the first order. */
export const FirstToken = () => (
  <div class="code">
    <h2>No order yet. Create the first one:</h2>
    <Copy what="code of the first order" text={FIRST_TOKEN} />
    <pre>
      <code>{FIRST_TOKEN}</code>
    </pre>
  </div>
);
