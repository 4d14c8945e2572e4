import { Copy } from "./parts.tsx";

const CLIENT = `import { PaymentsClient } from "payments-client";

const payments = new PaymentsClient(); // reads the environment lines above
`;

const FIRST_PRODUCT = `${CLIENT}const product = await payments.products.create({
  name: "Annual pass",
  description: "A year of everything",
  currency: "EUR",
  amount: 12900, // 129.00
  infinite: true,
  immortal: true,
});
console.log(product.pay_url);
`;

const FIRST_TOKEN = `${CLIENT}const checkout = await payments.checkouts.create({
  transaction_type: "payment",
  order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1" },
  settings: { notification_url: "http://localhost:3000/notifications" },
});
console.log(checkout.redirect_url);
`;

const Steps = ({ title, code, what }: { title: string; code: string; what: string }) => (
  <div class="code">
    <h3>{title}</h3>
    <Copy what={what} text={code} />
    <pre>
      <code>{code}</code>
    </pre>
  </div>
);

export const FirstProduct = () => (
  <Steps
    title="No product yet. Create the first one:"
    code={FIRST_PRODUCT}
    what="code of the first product"
  />
);

export const FirstToken = () => (
  <Steps
    title="No payment token yet. Create the first one:"
    code={FIRST_TOKEN}
    what="code of the first token"
  />
);
