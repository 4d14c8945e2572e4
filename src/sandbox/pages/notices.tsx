import type { Context } from "hono";
import type { Sale } from "../gateway/products.ts";
import { answerPage } from "./answer.ts";
import { NoticePage } from "./views/notice-page.tsx";
import { type Words, wordsOf } from "./i18n/messages.ts";

/** Says that a product cannot be bought. */
export const answerNotForSale = (
  context: Context,
  shopId: string,
  sale: Exclude<Sale, "open">,
  words: Words,
) => {
  const { expired, expiredText, soldOut, soldOutText } = words.notices;
  const notice =
    sale === "expired" ? { title: expired, text: expiredText } : { title: soldOut, text: soldOutText };
  return answerPage(context, <NoticePage words={words} shopId={shopId} {...notice} />, {
    status: 410,
    mayBeFramed: true,
  });
};

/** Says that there is no such product or token. Nobody knows in which language it was meant. */
export const answerMissing = (context: Context, shopId: string, what: "product" | "token") => {
  const words = wordsOf(undefined);
  const { noProduct, missing, missingText: text } = words.notices;
  const title = what === "product" ? noProduct : missing;
  return answerPage(context, <NoticePage words={words} shopId={shopId} title={title} text={text} />, {
    status: 404,
    mayBeFramed: true,
  });
};
