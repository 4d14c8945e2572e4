import type { Pool } from "pg";

/** A process, as the page shows it. */
export interface Shown {
  readonly name: string;
  readonly port: number;
}

const escapeHtml = (text: unknown): string =>
  String(text ?? "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const rowOf = (cells: readonly unknown[]): string =>
  `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;

const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  `<table><tr>${head.map((title) => `<th>${title}</th>`).join("")}</tr>${rows.map(rowOf).join("")}</table>`;

const read = (port: number, path: string): Promise<string> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(3000) }).then(
    (response) => response.text(),
    () => "does not answer",
  );

const ORDERS = `
  SELECT id, product, quantity, amount, paid_by IS NOT NULL AS paid, code,
    (SELECT string_agg(decision, ', ') FROM decisions d WHERE d.order_id = o.id) AS decisions
  FROM orders o LEFT JOIN fulfilments ON fulfilments.order_id = id ORDER BY id DESC LIMIT 10`;

/** Processes, health and the newest orders, as a page that reloads itself. */
export async function statusPage(pool: Pool, processes: readonly Shown[]): Promise<string> {
  const worker = processes.find(({ name }) => name.startsWith("worker"));
  const [ready, health, orders] = await Promise.all([
    Promise.all(processes.map(async ({ name, port }) => [name, port, await read(port, "/ready")])),
    worker && read(worker.port, "/health"),
    pool.query(ORDERS).then(({ rows }) => rows.map((row) => Object.values(Object(row)))),
  ]);
  return `<!doctype html><html lang="en"><title>scale-out</title><meta http-equiv="refresh" content="2">
<style>body{font:15px system-ui;margin:2rem}td,th{padding:.2rem 1rem .2rem 0;text-align:left}</style>
<h1>A shop on several servers</h1>
<form method="post" action="/buy"><button>Order a ticket and pay</button></form>
<h2>Processes</h2>${table(["process", "port", "ready"], ready)}
<h2>Health</h2><pre>${escapeHtml(health)}</pre>
<h2>Newest orders</h2>${table(["order", "product", "quantity", "amount", "paid", "code", "decisions"], orders)}
</html>`;
}
