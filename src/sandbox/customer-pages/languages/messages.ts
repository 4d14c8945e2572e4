import { PAGE_LANGUAGES, type PageLanguage, pageLanguage } from "../../gateway/gateway.ts";
import { de } from "./de.ts";
import { en, type Messages } from "./en.ts";
import { ru } from "./ru.ts";

export type { Messages };

const MESSAGES: Readonly<Record<PageLanguage, Messages>> = { en, ru, de };

/** Returns the texts for the first locale with a translation, such as `ru` or `ru-RU`. Default: English. */
export const messagesFor = (...locales: readonly unknown[]): Messages => {
  const language = locales.map(pageLanguage).find((known) => known !== undefined);
  return MESSAGES[language ?? "en"];
};

/** The languages with their own names, for the switch on the page. */
export const LANGUAGE_NAMES = PAGE_LANGUAGES.map((language) => ({
  language,
  name: MESSAGES[language].languageName,
}));
