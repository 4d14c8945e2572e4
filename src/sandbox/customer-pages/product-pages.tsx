import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type Gateway, NotPayableError, pageLinks } from "../gateway/gateway.ts";
import type { ProductRecord } from "../gateway/orders/store.ts";
import { visitorsAreRefused } from "../gateway/orders/visitors.ts";
import { createTokenForProduct } from "../gateway/payments/requests.ts";
import { saleOf } from "../gateway/products.ts";
import { originOf } from "../http/origin.ts";
import { answerMissing, answerNotForSale, answerPage, goTo } from "./answers.tsx";
import { CustomerFieldset, fieldsToAsk, readCustomer } from "./forms/entered-fields.tsx";
import { EMPTY_FORM, type FormState, type FormTexts, ProblemSummary, readEntries } from "./forms/fields.tsx";
import { messages } from "./messages.ts";
import { OrderSection, productShown } from "./views/facts.tsx";
import { Layout } from "./views/layout.tsx";

const ConfirmPage = (props: FormTexts & { readonly product: ProductRecord; readonly gateway: Gateway }) => {
  const { product, gateway, form } = props;
  const { id, fields } = product;
  const title = messages.titles.confirmation;
  return (
    <Layout title={title} shop={gateway.settings} isTest={fields["test"] === true}>
      <OrderSection order={productShown(product)} />
      <article>
        <h1>{title}</h1>
        <form method="post" action={pageLinks.confirm("", id, gateway.settings.shopId)} novalidate>
          <ProblemSummary form={form} />
          <CustomerFieldset fields={fieldsToAsk(fields["visible_fields"])} form={form} />
          <button type="submit">{messages.continueToPayment}</button>
        </form>
      </article>
    </Layout>
  );
};

export function createProductPages(gateway: Gateway): Hono {
  const { settings, store } = gateway;
  const pages = new Hono();

  const answerUnsellable = (product: ProductRecord, context: Context) => {
    const sale = saleOf(gateway, product.id);
    if (sale === "open") return undefined;
    return answerNotForSale(context, settings, product, sale);
  };

  const start = (context: Context, product: ProductRecord, customer?: Readonly<Record<string, unknown>>) => {
    const full = visitorsAreRefused(gateway);
    if (full !== undefined) return context.text(`${full}\n`, 429);
    try {
      const { token } = createTokenForProduct(gateway, product.id, originOf(context), customer);
      return goTo(context, pageLinks.checkout("", token));
    } catch (error) {
      if (!(error instanceof NotPayableError)) throw error;
      return answerUnsellable(product, context) ?? answerMissing(context, settings, "product");
    }
  };

  pages.get("/products/:id/pay", (context) => {
    const product = store.products.get(context.req.param("id"));
    if (!product) return answerMissing(context, settings, "product");
    const unsellable = answerUnsellable(product, context);
    if (unsellable) return unsellable;
    // A HEAD request must not create a token.
    return context.req.raw.method === "HEAD" ? context.body(null) : start(context, product);
  });

  const answerForm = (context: Context, product: ProductRecord, form: FormState) => {
    const page = <ConfirmPage product={product} gateway={gateway} form={form} />;
    return answerPage(context, page, { status: form.problems.size > 0 ? 422 : 200, mayBeFramed: false });
  };

  /** Adds a handler for the confirmation of a product that can be bought. */
  const onProduct = (
    method: "get" | "post",
    answer: (context: Context, product: ProductRecord) => Response | Promise<Response>,
  ) =>
    pages[method]("/v2/confirm_order/:id/:shop", (context) => {
      const { id = "", shop: forShop } = context.req.param();
      const product = forShop === settings.shopId ? store.products.get(id) : undefined;
      if (!product) return answerMissing(context, settings, "product");
      return answerUnsellable(product, context) ?? answer(context, product);
    });

  onProduct("get", (context, product) => answerForm(context, product, EMPTY_FORM));

  onProduct("post", async (context, product) => {
    const entries = await readEntries(context);
    const asked = fieldsToAsk(product.fields["visible_fields"]);
    const { customer, problems } = readCustomer(asked, entries, {});
    if (problems.size > 0) return answerForm(context, product, { entries, problems });
    return start(context, product, { ...customer });
  });

  return pages;
}
