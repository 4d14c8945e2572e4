import { createServer } from "node:http";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { listen } from "../support/listen.ts";

const decode = ({ type, value }: { type: string; value?: number | string }) =>
  type === "null" ? null : type === "integer" ? Number(value) : (value ?? null);

const encode = (value: SQLOutputValue) =>
  value === null
    ? { type: "null" }
    : {
        type: typeof value === "number" ? "float" : "text",
        value: typeof value === "number" ? value : String(value),
      };

/** SQLite behind the protocol of libSQL: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md */
export async function openLibsql(file: string) {
  const db = new DatabaseSync(file, { timeout: 5000 });
  const run = (request: { type: string; sql?: string; stmt?: { sql: string; args: [] } }) => {
    const { type, sql, stmt } = request;
    if (sql) db.exec(sql);
    if (!stmt) return { type };
    const statement = db.prepare(stmt.sql);
    const cols = statement.columns().map(({ name }) => ({ name }));
    const rows = statement.all(...stmt.args.map(decode)).map((row) => Object.values(row).map(encode));
    return { type, result: { cols, rows, affected_row_count: 0 } };
  };
  const server = createServer(async (request, response) => {
    const { requests } = Object(await json(request));
    const results = requests.map((each: Parameters<typeof run>[0]) => {
      try {
        return { type: "ok", response: run(each) };
      } catch (error) {
        return { type: "error", error: { message: String(error) } };
      }
    });
    response.setHeader("content-type", "application/json").end(JSON.stringify({ results }));
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  onTestFinished(async () => {
    await close();
    db.close();
  });
  return { url, db };
}
