import type { Gateway } from "../../gateway/gateway.ts";
import { pageLinks } from "../../gateway/page-links.ts";
import type { ProductRecord } from "../../gateway/records/records.ts";
import { fieldsToAsk } from "../entries/customer-entry.ts";
import type { FormState } from "../entries/form.ts";
import { CustomerFieldset } from "../forms/customer-fieldset.tsx";
import { ProblemSummary } from "../forms/fields.tsx";
import type { Messages } from "../i18n.ts";
import { productShown } from "../order/order.ts";
import { OrderSummary } from "../order/order-summary.tsx";
import { Layout } from "./layout.tsx";

interface Props {
  readonly product: ProductRecord;
  readonly shop: Gateway;
  readonly messages: Messages;
  readonly form: FormState;
}

/** The confirmation of an order: the product, and the customer's data that it asks for. */
export const ConfirmPage = ({ product, shop, messages, form }: Props) => {
  const { id, fields } = product;
  const title = messages.titles.confirmation;
  return (
    <Layout
      title={title}
      messages={messages}
      shop={shop.settings}
      isTest={fields["test"] === true}
      addressIn={(language) => `?language=${language}`}
    >
      <OrderSummary order={productShown(product, messages)} messages={messages} />
      <section class="panel">
        <h1>{title}</h1>
        <form
          method="post"
          action={`${pageLinks.confirm("", id, shop.settings.shopId)}?language=${messages.language}`}
          novalidate
        >
          <ProblemSummary form={form} messages={messages} />
          <CustomerFieldset fields={fieldsToAsk(fields["visible_fields"])} form={form} messages={messages} />
          <button type="submit" class="primary">
            {messages.continueToPayment}
          </button>
        </form>
      </section>
    </Layout>
  );
};
