import type { Context } from "hono";
import type { Sale } from "../gateway/products.ts";
import { answerPage } from "./answer.ts";
import { type Messages, messagesFor } from "./i18n/messages.ts";
import type { ShopShown } from "./views/layout.tsx";
import { NoticePage } from "./views/notice-page.tsx";

/** Says that a product cannot be bought. */
export const answerNotForSale = (
  context: Context,
  shop: ShopShown,
  sale: Exclude<Sale, "open">,
  messages: Messages,
) => {
  const { expired, expiredText, soldOut, soldOutText } = messages.notices;
  const notice =
    sale === "expired" ? { title: expired, text: expiredText } : { title: soldOut, text: soldOutText };
  return answerPage(context, <NoticePage messages={messages} shop={shop} {...notice} />, {
    status: 410,
    mayBeFramed: true,
  });
};

/** Says that there is no such product or token. In English: its language is unknown. */
export const answerMissing = (context: Context, shop: ShopShown, what: "product" | "token") => {
  const messages = messagesFor(undefined);
  const { noProduct, missing, missingText: text } = messages.notices;
  const title = what === "product" ? noProduct : missing;
  return answerPage(context, <NoticePage messages={messages} shop={shop} title={title} text={text} />, {
    status: 404,
    mayBeFramed: true,
  });
};
