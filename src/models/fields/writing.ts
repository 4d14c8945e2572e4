import { isRecord } from "../../values.ts";

/** Makes a function that converts the named fields of an object, or of each object in an array. The rest is unchanged. */
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
