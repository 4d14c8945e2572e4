import { sectionOf } from "../../gateway/input/section.ts";
import type { Fields } from "../../gateway/records/records.ts";

/** A colour as style sheets have it: `#rgb`, `#rrggbb`, `rgb(r, g, b)` or a name. */
const COLOR = /^(?:#[\da-f]{3}|#[\da-f]{6}|rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)|[a-z]{3,20})$/i;

const COLORS = [
  ["buttonsColor", "button"],
  ["backgroundColor", "page"],
] as const;

/**
 * The style sheet of a token: `settings.style.widget.buttonsColor` and `backgroundColor`. What is not a colour is left
 * out, since it would be copied into a style sheet. The text on it is black or white, whichever is easier to read.
 */
export const toStyleSheet = (settings: Fields): string => {
  const widget = sectionOf(sectionOf(settings["style"])["widget"]);
  const lines = COLORS.flatMap(([field, name]) => {
    const color = widget[field];
    if (typeof color !== "string" || !COLOR.test(color)) return [];
    const text = `lch(from var(--${name}) calc((54 - l) * infinity) 0 0)`;
    return [`--${name}: ${color};`, `--${name}-text: ${text};`];
  });
  return lines.length > 0 ? `:root { ${lines.join(" ")} }\n` : "";
};
