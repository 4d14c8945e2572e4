/** The languages that the pages have texts in. */
export const PAGE_LANGUAGES = ["en", "ru", "de"] as const;

export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The language of the pages for a locale such as `ru` or `ru-RU`; undefined for one without texts. */
export const pageLanguage = (locale: unknown): PageLanguage | undefined => {
  const [language] = String(locale).toLowerCase().split(/[-_]/);
  return PAGE_LANGUAGES.find((known) => known === language);
};

/** A requested language in which the pages have no texts, so that they are shown in English. */
export const languageWithoutTexts = (requested: unknown): string | undefined =>
  typeof requested === "string" && requested !== "" && pageLanguage(requested) === undefined
    ? requested
    : undefined;
