import { readTestCard } from "../gateway/cards/card-request.ts";
import { newCard } from "../gateway/cards/saved-card.ts";
import { findSavedCard } from "../gateway/cards/test-cards.ts";
import { section, textOf } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { toCreditCard } from "../gateway/transactions/transactions.ts";
import { type Handler, noObject, readObject } from "./handler.ts";
import { refuse } from "./transaction-handlers.ts";

/** Makes a token of a test card, or changes the holder and expiry of a saved one. Only other clients call it. */
export const creditCardHandler =
  ({ store, clock, emitChange }: Shop): Handler =>
  async (context) => {
    const body = await readObject(context);
    if (!body) return noObject(context);
    const given = section(body["request"]);
    const saved = store.cards.get(textOf(given["token"]) ?? "");
    const { input, problems } = readTestCard(given, clock.now(), saved && findSavedCard(saved));
    if (!input)
      return refuse(
        context,
        problems.map(({ path, messages }) => ({ path: path.slice(1), messages })),
      );
    const card = saved ? { ...newCard(input), token: saved.token } : newCard(input);
    store.cards.set(card.token, card);
    emitChange();
    return context.json(toCreditCard({ ...input, cardToken: card.token }), saved ? 200 : 201);
  };
