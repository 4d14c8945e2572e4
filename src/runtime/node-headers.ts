/** The headers of a Node request as `new Request` takes them. */
export const toHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = []]) =>
    // HTTP/2 has pseudo-headers, such as `:path`.
    name.startsWith(":") ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
