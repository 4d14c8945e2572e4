import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../../src/sandbox/index.ts";
import { textOf } from "../text-of.ts";

export const ORIGIN = "http://127.0.0.1:4747";

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
  const get = async (path = "/") => (await sandbox.fetch(new Request(`${ORIGIN}${path}`))).text();
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
  const createToken = async (trackingId: string, more = {}): Promise<string> => {
    const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: trackingId };
    const { token } = await payments.checkouts.create({ transaction_type: "payment", order, ...more });
    return token;
  };
  return { sandbox, payments, get, post, section, rows, createToken };
}
