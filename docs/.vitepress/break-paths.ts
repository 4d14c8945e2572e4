import type { MarkdownRenderer } from "vitepress";

/** Lets a path in a line of text break after each slash, because a browser would break it inside a name. */
export function breakPaths(md: MarkdownRenderer): void {
  const { code_inline: render } = md.renderer.rules;
  if (!render) throw new Error("markdown-it has no rule for code in a line");
  md.renderer.rules.code_inline = (...args) => render(...args).replaceAll(/(?<=[\w}])\/(?=[\w{])/g, "/<wbr>");
}
