import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { toHttpUrl } from "../../shared/parse-url.ts";
import { textOf } from "../gateway/input/section.ts";
import type { ProductRecord } from "../gateway/orders/store.ts";
import type { Sale } from "../gateway/products.ts";
import { messages } from "./messages.ts";
import { Layout, type LayoutProps, type ShopShown } from "./views/layout.tsx";
import { widgetMessage } from "./views/widget-message.ts";

/**
 * Returns the Content-Security-Policy of a page. Chromium applies `form-action` to redirects after a form. So no form is
 * answered with a redirect to the merchant, and `leave` shows a page instead.
 */
const contentSecurityPolicy = (mayBeFramed: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayBeFramed ? "*" : "'self'"}`,
  ].join("; ");

interface PageOptions {
  readonly status?: 200 | 404 | 410 | 422;
  /** Whether a merchant's page may show the page in a frame, as the widget does. Default: true. */
  readonly mayBeFramed?: boolean;
}

export const answerPage = (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, mayBeFramed = true }: PageOptions = {},
): Response | Promise<Response> => {
  context.header("content-security-policy", contentSecurityPolicy(mayBeFramed));
  return context.html(html`<!DOCTYPE html>${page}`, status);
};

export const goTo = (context: Context, address: string): Response => context.redirect(address, 303);

interface NoticeProps extends LayoutProps {
  readonly text: string;
  /** Where the shop is, if that is known. */
  readonly back?: string | undefined;
}

const NoticePage = ({ text, back, children, ...props }: NoticeProps) => (
  <Layout {...props}>
    <article>
      <h1>{props.title}</h1>
      {children}
      <p>{text}</p>
      {back !== undefined && (
        <a class="button" href={back} data-return="pressed">
          {messages.backToShop}
        </a>
      )}
    </article>
  </Layout>
);

/** Reports an error to the widget if the page is in its frame. */
const inWidget = ({ req }: Context) =>
  req.query("widget") === "1" && {
    isWidget: true,
    widgetMessage: widgetMessage(req.query("token") ?? "", "error", undefined),
  };

/** Answers with the name of a product that cannot be bought, and the way back to the shop. */
export const answerNotForSale = (
  context: Context,
  shop: ShopShown,
  { fields }: ProductRecord,
  sale: Exclude<Sale, "open">,
) => {
  const title = sale === "expired" ? messages.offerEnded : messages.soldOut;
  const back = (toHttpUrl(fields["return_url"]) ?? toHttpUrl(shop.shopUrl))?.href;
  const page = (
    <NoticePage shop={shop} title={title} text={messages.notTaken} back={back} {...inWidget(context)}>
      <p>{textOf(fields["name"])}</p>
      {back === undefined && <p>{messages.chooseAgain}</p>}
    </NoticePage>
  );
  return answerPage(context, page, { status: 410 });
};

/** Answers with the page of an unknown product or token. */
export const answerMissing = (context: Context, shop: ShopShown, what: "product" | "token") => {
  const notice = {
    title: `There is no such ${what === "product" ? "product" : "payment page"}`,
    text: "Check the address, or ask the shop for a new link.",
  };
  const page = <NoticePage shop={shop} {...notice} {...inWidget(context)} />;
  return answerPage(context, page, { status: 404 });
};

/** Answers with the first page of a widget without a token. Its script creates the token. */
export const answerStart = (context: Context, shop: ShopShown) => {
  const title = messages.results.processing;
  return answerPage(context, <NoticePage shop={shop} title={title} text="" isWidget />);
};
