import { readFileSync } from "node:fs";

/** A line that is only a link to a file of an example. GitHub and the package open the file. */
const LINK = /^\[`[^`]+`\]\((?:\.\.\/)+(examples\/\S+\.(\w+))\)$/gm;

/** Puts the linked files into a page, because the site does not contain the examples. */
export const showFiles = (page: string): string =>
  page.replaceAll(LINK, (_, path: string, language: string) => {
    const code = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    return `\`\`\`${language}\n${code}\`\`\``;
  });

export const shownFiles = {
  name: "shown-files",
  enforce: "pre" as const,
  transform: (code: string, id: string): string | undefined =>
    id.endsWith(".md") ? showFiles(code) : undefined,
};
