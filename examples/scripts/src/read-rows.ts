import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { type CsvError, type Info, parse } from "csv-parse";

/** A row below the header. */
export interface Row {
  /** Where it begins in the file: 1 is the first line. */
  readonly line: number;
  /** How far the file is read. */
  readonly bytes: number;
  /** By column, spaces around them dropped. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why it can't be read. */
  readonly problem?: string;
}

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: Info;
}

/** Longer than any row can be: a quote that is never closed must not take the whole file into memory. */
const LONGEST_ROW = 1_000_000;

/** Counted here and not by the parser, which takes a CRLF within quotes for two. */
const breaksIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

const problemOf = (record: readonly string[], header: readonly string[]): string | undefined => {
  if (record.length !== header.length) return `has ${record.length} fields, the header has ${header.length}`;
  return record.some((value) => value.includes("\uFFFD"))
    ? "is not UTF-8: save the file as UTF-8"
    : undefined;
};

const ownWords = ({ message }: CsvError): string => message.replace(/,? at line \d+/, "");

/** The parser, and the first thing in the file that it could not read. */
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
 * The rows of a CSV file as they are read, never more than a few in memory. The first row is the header, which
 * `check` may refuse by throwing.
 *
 * A misplaced quote leaves open where the next row begins: it is the last thing that is read.
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
  if (error) yield { line, bytes, fields: {}, problem: `${ownWords(error)}. Nothing behind it was read` };
  else if (header === undefined) check([]);
}
