/** Colors of a terminal, by the number after ESC [. */
const COLORS: Readonly<Record<string, string>> = {
  "31": "#ff8a80",
  "32": "#7fd8a4",
  "33": "#f0c674",
  "34": "#8fc1f8",
  "90": "#9aa6b6",
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page that shows what a terminal printed, in its colors. */
export function terminalPage(printed: string): string {
  const [first = "", ...colored] = printed.replaceAll("\r", "").split("\u001b[");
  const spans = colored.map((part) => {
    const [code = "", ...rest] = part.split("m");
    return `</span><span style="color: ${COLORS[code] ?? "inherit"}">${escaped(rest.join("m"))}`;
  });
  return `<!doctype html><body style="margin: 0"><pre style="margin: 0; padding: 16px; background: #14181f; color: #e4e8ee; font: 14px/1.45 monospace"><span>${escaped(first)}${spans.join("")}</span></pre></body>`;
}
