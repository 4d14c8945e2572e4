import { textOf } from "../../gateway/section.ts";
import { EN, type Words } from "./en.ts";
import { RU } from "./ru.ts";

export type { Words } from "./en.ts";

/** The texts for a locale such as `ru` or `ru-RU`; English for one that is not spoken here. */
export const wordsOf = (language: unknown): Words => (/^ru\b/i.test(textOf(language) ?? "") ? RU : EN);
