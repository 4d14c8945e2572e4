import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { type CsvError, type Info, parse } from "csv-parse";

export interface Row {
  /** Line where it begins, from 1. */
  readonly line: number;
  /** Bytes of the file read so far. */
  readonly bytes: number;
  /** Trimmed values by column. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why the row can't be used. */
  readonly problem?: string;
}

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: Info;
}

/** Limit in bytes, so that an unclosed quote does not load the whole file into memory. */
const LONGEST_ROW = 1_000_000;

/** Counted here because the parser counts a CRLF in quotes as two. */
const breaksIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

const problemOf = (record: readonly string[], header: readonly string[]): string | undefined => {
  if (record.length !== header.length) return `has ${record.length} fields, the header has ${header.length}`;
  return record.some((value) => value.includes("\uFFFD"))
    ? "is not UTF-8: save the file as UTF-8"
    : undefined;
};

const withoutLine = ({ message }: CsvError): string => message.replace(/,? at line \d+/, "");

/** The parser, and its first error. */
function openParser(file: string, delimiter: string) {
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true };
  const onError = { skip_records_with_error: true, max_record_size: LONGEST_ROW };
  const parser = parse({ ...options, ...onError, delimiter, info: true, raw: true });
  let broken: CsvError | undefined;
  parser.on("skip", (error: CsvError) => {
    broken ??= error;
  });
  pipeline(createReadStream(file), parser, () => undefined);
  return { parsed: parser as AsyncIterable<Parsed>, broken: () => broken };
}

/**
 * Streams the rows of a CSV file. The first row is the header, which `check` may reject by throwing.
 *
 * Stops at a misplaced quote, because the start of the next row is unknown.
 */
export async function* readRows(
  file: string,
  delimiter: string,
  check: (header: readonly string[]) => void,
): AsyncGenerator<Row> {
  const { parsed, broken } = openParser(file, delimiter);
  let header: readonly string[] | undefined;
  let line = 1;
  let bytes = 0;
  for await (const { record, raw, info } of parsed) {
    if (info.records > Number(broken()?.["records"] ?? Infinity)) break;
    const start = line + breaksIn(/^[\r\n]*/.exec(raw)?.[0] ?? "");
    line += breaksIn(raw);
    bytes = info.bytes;
    if (header === undefined) {
      check(record);
      header = record;
      continue;
    }
    const problem = problemOf(record, header);
    const fields = Object.fromEntries(header.map((name, index) => [name, record[index] ?? ""]));
    yield { line: start, bytes, fields, ...(problem !== undefined && { problem }) };
  }
  const error = broken();
  if (error)
    yield { line, bytes, fields: {}, problem: `${withoutLine(error)}. The rest of the file was not read` };
  else if (header === undefined) check([]);
}
