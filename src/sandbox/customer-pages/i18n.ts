import { PAGE_LANGUAGES, type PageLanguage, pageLanguage } from "../gateway/page-languages.ts";
import { be } from "./languages/be.ts";
import { de } from "./languages/de.ts";
import { en, type Messages } from "./languages/en.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";
import { it } from "./languages/it.ts";
import { ka } from "./languages/ka.ts";
import { lv } from "./languages/lv.ts";
import { pl } from "./languages/pl.ts";
import { ru } from "./languages/ru.ts";
import { tr } from "./languages/tr.ts";
import { uk } from "./languages/uk.ts";
import { zh } from "./languages/zh.ts";

export type { Messages };

const MESSAGES: Readonly<Record<PageLanguage, Messages>> = {
  en,
  ru,
  be,
  uk,
  pl,
  lv,
  ka,
  de,
  fr,
  es,
  it,
  tr,
  zh,
};

/**
 * The texts for a locale such as `ru` or `ru-RU`: the one that the customer chose, else the one that the merchant
 * sent. English for a language without texts.
 */
export const messagesFor = (...locales: readonly unknown[]): Messages => {
  const language = locales.map(pageLanguage).find((known) => known !== undefined);
  return MESSAGES[language ?? "en"];
};

/** The languages with their own names, for the switch on the page. */
export const LANGUAGE_NAMES = PAGE_LANGUAGES.map((language) => ({
  language,
  name: MESSAGES[language].languageName,
}));
