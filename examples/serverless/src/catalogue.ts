import type { Order } from "./orders.ts";

/** An article, with its price in minor units. Prices never come from the browser. */
interface Article {
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
}

const CATALOGUE: ReadonlyMap<string, Article> = new Map([
  ["annual-pass", { description: "Annual pass", amount: 12900, currency: "EUR" }],
  ["monthly-pass", { description: "Monthly pass", amount: 1490, currency: "EUR" }],
]);

export const findArticle = (name: string | null): Article | undefined => CATALOGUE.get(name ?? "");

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title>${body}</html>`;

/** A form for each article. It holds the id of its order: sent twice, by a double click, it is one order. */
export const cataloguePage = (): string => {
  const forms = Array.from(CATALOGUE, ([name, { description }]) => {
    const action = `/checkout?article=${name}&amp;order=${crypto.randomUUID()}`;
    return `<form method="post" action="${action}"><button>${description}</button></form>`;
  });
  return page("Passes", forms.join(""));
};

export const orderPage = ({ description, paidBy }: Order): string =>
  page(description, `<p>${paidBy === null ? "We are waiting for your payment." : "Paid. Thank you!"}</p>`);
