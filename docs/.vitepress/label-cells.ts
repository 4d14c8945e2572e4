import type { MarkdownRenderer } from "vitepress";

/** Gives each cell of a table the name of its column, because a phone shows a row as a card. */
export function labelCells(md: MarkdownRenderer): void {
  md.core.ruler.push("label-cells", ({ tokens }) => {
    let names: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") names = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") names.push((tokens[index + 1]?.content ?? "").replaceAll("`", ""));
      if (token.type === "td_open") {
        token.attrSet("data-label", names[column] ?? "");
        column += 1;
      }
    }
  });
}
