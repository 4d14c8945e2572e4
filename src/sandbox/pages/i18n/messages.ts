import { textOf } from "../../gateway/input/section.ts";
import { EN, type Messages } from "./en.ts";
import { RU } from "./ru.ts";

export type { Messages } from "./en.ts";

/** The texts for a locale such as `ru` or `ru-RU`; English for any other. */
export const messagesFor = (language: unknown): Messages => (/^ru\b/i.test(textOf(language) ?? "") ? RU : EN);
