import { expect, test } from "vitest";
import { messagesFor } from "../../../src/sandbox/pages/i18n.ts";

const NAMES = /Apple Pay|Google Pay|Samsung Pay|3-D Secure|Amex|American Express|CVC|CVV|^en$|^ru$/g;

/** Every text, with sample arguments. */
const textsOf = (words: unknown): string[] => {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return [String(words("…", "…"))];
  return Object.values(Object(words)).flatMap(textsOf);
};

test("every text exists in both languages, each in its own alphabet", () => {
  const [english, russian] = [textsOf(messagesFor("en")), textsOf(messagesFor("ru"))];
  expect(russian).toHaveLength(english.length);
  expect(english.filter((text) => text === "" || /[А-Яа-яЁё]/.test(text))).toStrictEqual([]);
  expect(
    russian.filter(
      (text) => text === "" || /[A-Za-z]/.test(text.replaceAll(NAMES, "").replace("name@example.com", "")),
    ),
  ).toStrictEqual([]);
});
