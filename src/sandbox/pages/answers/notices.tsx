import type { Context } from "hono";
import type { Sale } from "../../gateway/products.ts";
import { type Messages, messagesFor } from "../i18n.ts";
import { widgetMessage } from "../return/widget-message.ts";
import type { ShopShown } from "../views/layout.tsx";
import { NoticePage } from "../views/notice-page.tsx";
import { answerPage } from "./answer.ts";

/** In the widget's frame, a notice reports an error to the widget. */
const inWidget = ({ req }: Context) =>
  req.query("widget") === "1" && {
    isWidget: true,
    widgetMessage: widgetMessage(req.query("token") ?? "", "error", undefined),
  };

/** The page of a product that cannot be bought. */
export const answerNotForSale = (
  context: Context,
  shop: ShopShown,
  sale: Exclude<Sale, "open">,
  messages: Messages,
) => {
  const { expired, expiredText, soldOut, soldOutText } = messages.notices;
  const notice =
    sale === "expired" ? { title: expired, text: expiredText } : { title: soldOut, text: soldOutText };
  const page = <NoticePage messages={messages} shop={shop} {...notice} {...inWidget(context)} />;
  return answerPage(context, page, { status: 410, mayBeFramed: true });
};

/** The page of an unknown product or token. In English, since its language is unknown. */
export const answerMissing = (context: Context, shop: ShopShown, what: "product" | "token") => {
  const messages = messagesFor(undefined);
  const { noProduct, missing, missingText: text } = messages.notices;
  const title = what === "product" ? noProduct : missing;
  const page = (
    <NoticePage messages={messages} shop={shop} title={title} text={text} {...inWidget(context)} />
  );
  return answerPage(context, page, { status: 404, mayBeFramed: true });
};

/** The first page in the widget's frame if the merchant gave no token: its script creates one. */
export const answerStart = (context: Context, shop: ShopShown) => {
  const messages = messagesFor(undefined);
  const title = messages.results.processing;
  const page = <NoticePage messages={messages} shop={shop} title={title} text="" isWidget />;
  return answerPage(context, page, { mayBeFramed: true });
};
