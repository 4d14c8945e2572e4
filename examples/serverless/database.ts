/** Replaces the file of the starter. SQLite over HTTP, because a function has no disk that lasts. */
import { createClient, type InValue } from "@libsql/client/web";

const { DATABASE_URL = "", DATABASE_TOKEN } = process.env;

export const database = createClient({ url: DATABASE_URL, authToken: DATABASE_TOKEN });

/** Runs one statement. Nothing depends on a second one in the same transaction. */
export const sql = async (statement: string, ...values: InValue[]) =>
  (await database.execute({ sql: statement, args: values })).rows;
export type Row = Awaited<ReturnType<typeof sql>>[number];
