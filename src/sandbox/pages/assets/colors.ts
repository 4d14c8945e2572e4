import { sectionOf } from "../../gateway/input/section.ts";
import type { Fields } from "../../gateway/records/records.ts";

/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number];

const NAMED: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#ffffff",
  gray: "#808080",
  red: "#ff0000",
  green: "#008000",
  blue: "#0000ff",
  navy: "#000080",
  teal: "#008080",
  purple: "#800080",
  orange: "#ffa500",
};

const fromHex = (digits: string): Color => {
  const channel = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return [channel(0), channel(1), channel(2)];
};

/** `#rgb`, `#rrggbb`, `rgb(r, g, b)` or one of a few names; undefined for anything else. */
const readColor = (value: unknown): Color | undefined => {
  if (typeof value !== "string") return undefined;
  const text = NAMED[value.toLowerCase()] ?? value;
  if (/^#[\da-f]{6}$/i.test(text)) return fromHex(text.slice(1));
  if (/^#[\da-f]{3}$/i.test(text)) return fromHex(text.slice(1).replaceAll(/./g, "$&$&"));
  const [, ...channels] = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/i.exec(text) ?? [];
  const [red = 256, green = 256, blue = 256] = channels.map(Number);
  return Math.max(red, green, blue) <= 255 ? [red, green, blue] : undefined;
};

/** Source: WCAG 2.2, "relative luminance". */
const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Black or white, whichever has the higher contrast: at least 4.5 : 1 on every colour. */
const textOn = (color: Color): string => {
  const light = luminance(color);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
};

const COLORS = [
  ["buttonsColor", "button"],
  ["backgroundColor", "page"],
] as const;

/**
 * The style sheet of a token: `settings.style.widget.buttonsColor` and `backgroundColor`. An invalid
 * colour is left out, since it would be copied into a style sheet.
 */
export const toStyleSheet = (settings: Fields): string => {
  const widget = sectionOf(sectionOf(settings["style"])["widget"]);
  const lines = COLORS.flatMap(([field, name]) => {
    const color = readColor(widget[field]);
    return color ? [`--${name}: rgb(${color.join(", ")});`, `--${name}-text: ${textOn(color)};`] : [];
  });
  return lines.length > 0 ? `:root { ${lines.join(" ")} }\n` : "";
};
