/** The text of HTML, without tags. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ")
    .trim();
