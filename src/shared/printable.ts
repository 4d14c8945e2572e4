/**
 * Control characters, line separators, halves of surrogate pairs, and characters that change the direction of a text.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const toEscape = (character: string): string =>
  SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Escapes characters that change the direction of a text, so that nobody reads another text. */
export const inOneDirection = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, toEscape);

/** Escapes a text, so that it adds no line to a log and changes nothing else on a terminal. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, toEscape);
