import type { KeptProduct } from "../../gateway/records.ts";
import { CustomerFieldset } from "../forms/customer-fieldset.tsx";
import { ProblemSummary } from "../forms/fields.tsx";
import type { FormState } from "../forms/form.ts";
import { Layout } from "./layout.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { fieldsToAsk } from "../forms/shown-fields.ts";
import { productShown } from "../checkout-session.ts";
import type { Words } from "../i18n/messages.ts";

interface Props {
  readonly product: KeptProduct;
  readonly shopId: string;
  readonly words: Words;
  readonly form: FormState;
}

/** The confirmation of an order: the product, and the customer's data that it asks for. */
export const ConfirmPage = ({ product, shopId, words, form }: Props) => {
  const { id, fields } = product;
  const title = words.titles.confirmation;
  return (
    <Layout title={title} words={words} shopId={shopId} isTest={fields["test"] === true} width="wide">
      <OrderSummary order={productShown(product, words)} words={words} />
      <section class="panel">
        <h1>{title}</h1>
        <form method="post" action={`/v2/confirm_order/${id}/${encodeURIComponent(shopId)}`} novalidate>
          <ProblemSummary form={form} words={words} />
          <CustomerFieldset fields={fieldsToAsk(fields["visible_fields"])} form={form} words={words} />
          <button type="submit" class="primary" data-processing={words.processing}>
            {words.continueToPayment}
          </button>
        </form>
      </section>
    </Layout>
  );
};
