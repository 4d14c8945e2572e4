import { PaymentsClient, type ProductCreateParams } from "../../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../../src/sandbox.ts";
import { endlessProduct } from "../../models/params.ts";
import { freshState } from "../../support/fresh-state.ts";
import { press } from "../../support/press.ts";
import { textOf } from "../text-of.ts";

export const ORIGIN = "http://127.0.0.1:4747";

const named = { name: "Annual pass", description: "A year of everything" };
export const product: ProductCreateParams = { ...endlessProduct, ...named, amount: 12900 };

/** Parameters of a token: the shop's address, and methods besides the card. */
export const settings = { notification_url: "https://shop.example/notify" };
export const erip = {
  payment_method: { types: ["erip", "credit_card", "google_pay"], erip: { service_no: "101" } },
};

/** A sandbox and its dashboard, over HTTP. */
export async function openDashboard(options: SandboxOptions = {}) {
  const sandbox = new Sandbox({
    shopId: 4821,
    state: freshState,
    deliver: async () => new Response("ok"),
    ...options,
  });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const visit = (path: string, headers = {}) => sandbox.fetch(new Request(`${ORIGIN}${path}`, { headers }));
  /** The HTML of a page. */
  const get = async (path = "/") => (await visit(path)).text();
  /** Runs an action, as the script does. */
  const post = (action: string, params: object = {}, wait?: number) =>
    press(ORIGIN, action, params, sandbox.fetch, wait);
  /** The rows of a page's table, each as its cells' texts by column. With a filter, an id does not open its order. */
  const rows = async (path = "/"): Promise<Record<string, string>[]> =>
    [
      ...(await get(path.includes("show=") ? path : path.replace("?", "?show=all&"))).matchAll(
        /<tr id="[^"]*">([\s\S]*?)<\/tr>/g,
      ),
    ].map(([, row = ""]) =>
      Object.fromEntries(
        [...row.matchAll(/<td data-label="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)].map(([, name, html]) => [
          name ?? "",
          textOf(html ?? ""),
        ]),
      ),
    );
  /** The HTML of an order's page. */
  const story = (token: string) => get(`/sandbox/orders/${encodeURIComponent(token)}`);
  /** What happened to an order: each event's title and text. */
  const events = async (token: string): Promise<[title: string, text: string][]> =>
    [...(await story(token)).matchAll(/<li id="[^"]*" class="event[^"]*">([\s\S]*?)(?=<li id=|<\/ol>)/g)].map(
      ([, html = ""]) => [
        textOf(/<h3>(.*?)<\/h3>/s.exec(html)?.[1] ?? ""),
        textOf(/<p class="event-text">(.*?)<\/p>/s.exec(html)?.[1] ?? ""),
      ],
    );
  /** The sentence on top of an order's page, with the names of its buttons. */
  const verdict = async (token: string): Promise<string> => {
    const html =
      /<div id="verdict"[^>]*>((?:<div[^>]*>.*?<\/div>)*)<\/div>/s.exec(await story(token))?.[1] ?? "";
    return textOf(html.replaceAll(/<label.*?<\/label>/gs, "")).replaceAll(/ (?=[.,])/g, "");
  };
  /** What an action said. */
  const said = async (answer: Response): Promise<string> => Object(await answer.json()).message;
  const createToken = async (trackingId = "order-1007", more = {}): Promise<string> => {
    const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: trackingId };
    const { token } = await payments.checkouts.create({ transaction_type: "payment", order, ...more });
    return token;
  };
  return { sandbox, payments, visit, get, post, rows, story, events, verdict, said, createToken };
}
