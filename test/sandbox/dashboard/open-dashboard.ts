import { PaymentsClient, type ProductCreateParams } from "../../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../../src/sandbox/index.ts";
import { textOf } from "../text-of.ts";

export const ORIGIN = "http://127.0.0.1:4747";

export const product: ProductCreateParams = {
  name: "Annual pass",
  description: "A year of everything",
  currency: "EUR",
  amount: 12900,
  infinite: true,
  immortal: true,
};

/** Generating a key pair takes long, so all tests share one. */
const fresh = new Sandbox().state();

/** A sandbox and its dashboard, over HTTP. */
export async function openDashboard(options: SandboxOptions = {}) {
  const sandbox = new Sandbox({
    shopId: 4821,
    state: await fresh,
    deliver: async () => new Response("ok"),
    ...options,
  });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const visit = (path: string, headers = {}) => sandbox.fetch(new Request(`${ORIGIN}${path}`, { headers }));
  /** The HTML of a page. */
  const get = async (path = "/") => (await visit(path)).text();
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    sandbox.fetch(
      new Request(`${ORIGIN}/sandbox/${path}`, {
        method: "POST",
        headers: { origin: ORIGIN, ...headers },
        body: new URLSearchParams(fields),
      }),
    );
  /** The HTML of a section. */
  const section = async (id: string, path = "/"): Promise<string> => {
    const html = await get(path);
    const start = html.indexOf(`<section id="${id}"`);
    return start < 0 ? "" : html.slice(start, html.indexOf("</section>", start));
  };
  /** The rows of a section, each as its cells' texts by column. */
  const rows = async (id: string, path = "/"): Promise<Record<string, string>[]> =>
    [...(await section(id, path)).matchAll(/<tr id="[^"]*">([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
      Object.fromEntries(
        [...row.matchAll(/<td data-label="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)].map(([, name, html]) => [
          name ?? "",
          textOf(html ?? ""),
        ]),
      ),
    );
  /** The HTML of the row with this id. */
  const row = async (id: string): Promise<string> => {
    const [html = ""] = new RegExp(`<tr id="${id}"[\\s\\S]*?</tr>`).exec(await get()) ?? [];
    return html;
  };
  /** The text of a row's cell. */
  const cell = async (id: string, column: string): Promise<string> => {
    const pattern = new RegExp(`<td data-label="${column}"[^>]*><div>([\\s\\S]*?)</div></td>`);
    const [, html = "no cell"] = pattern.exec(await row(id)) ?? [];
    return textOf(html);
  };
  const createToken = async (trackingId = "order-1007", more = {}): Promise<string> => {
    const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: trackingId };
    const { token } = await payments.checkouts.create({ transaction_type: "payment", order, ...more });
    return token;
  };
  return { sandbox, payments, visit, get, post, section, rows, row, cell, createToken };
}
