/** Colors of a terminal, by the number after ESC [. */
const COLORS: Readonly<Record<string, string>> = {
  "31": "#ff8a80",
  "32": "#7fd8a4",
  "33": "#f0c674",
  "34": "#8fc1f8",
  "90": "#9aa6b6",
};

const PADDING = 16;
const LINE = 20;
/** Of 80 columns in a font of 14 pixels. */
const WIDTH = 710;

/** With spaces that SVG does not join. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(" ", "\u00a0");

/** An SVG that shows what a terminal of 80 columns printed, in its colors. */
export function terminalPicture(printed: string): string {
  let color = "";
  const rows = printed
    .replaceAll("\r", "")
    .trimEnd()
    .split("\n")
    .map((line, index) => {
      const [first = "", ...colored] = line.split("\u001b[");
      const spans = [[color, first] as const];
      for (const part of colored) {
        const end = part.indexOf("m");
        color = COLORS[part.slice(0, end)] ?? "";
        spans.push([color, part.slice(end + 1)]);
      }
      const texts = spans
        .filter(([, text]) => text !== "")
        .map(([fill, text]) => `<tspan${fill && ` fill="${fill}"`}>${escaped(text)}</tspan>`);
      return `<text x="${PADDING}" y="${PADDING + LINE * (index + 0.75)}">${texts.join("")}</text>`;
    });
  const height = 2 * PADDING + LINE * rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e4e8ee">
<title>The commands orders and resend in a terminal</title>
<rect width="100%" height="100%" rx="6" fill="#14181f"/>
${rows.join("\n")}
</svg>
`;
}
