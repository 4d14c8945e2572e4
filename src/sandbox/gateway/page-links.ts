const segment = encodeURIComponent;

export const pageLinks = {
  pay: (origin: string, id: string): string => `${origin}/products/${segment(id)}/pay`,
  confirm: (origin: string, id: string, shopId: string): string =>
    `${origin}/v2/confirm_order/${segment(id)}/${segment(shopId)}`,
  checkout: (origin: string, token: string): string => `${origin}/v2/checkout?token=${segment(token)}`,
  /** The page for 3-D Secure, or for a bill. */
  process: (origin: string, uid: string): string => `${origin}/process/${segment(uid)}`,
  /** The order of a token or a bill on the dashboard. */
  order: (token: string): string => `/sandbox/orders/${segment(token)}`,
};

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
