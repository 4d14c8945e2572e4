import { isRecord } from "../../values.ts";

/** Writes the named fields of an object, or of each in an array. Other fields stay, and so does anything else. */
export const writing = (fields: Readonly<Record<string, (value: unknown) => unknown>>) => {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isRecord(value)) return value;
    const written = { ...value };
    for (const [field, writeField] of Object.entries(fields)) {
      if (field in written) written[field] = writeField(written[field]);
    }
    return written;
  };
  return write;
};
