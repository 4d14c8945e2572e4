export const PAGE_LANGUAGES = ["en", "ru", "de"] as const;

export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Returns the language of the pages for a locale such as `ru` or `ru-RU`. Undefined if there is no translation. */
export const pageLanguage = (locale: unknown): PageLanguage | undefined => {
  const [language] = String(locale).toLowerCase().split(/[-_]/);
  return PAGE_LANGUAGES.find((known) => known === language);
};

/** Returns a requested language without a translation. The pages are then in English. */
export const languageWithoutTexts = (requested: unknown): string | undefined =>
  typeof requested === "string" && requested !== "" && pageLanguage(requested) === undefined
    ? requested
    : undefined;
