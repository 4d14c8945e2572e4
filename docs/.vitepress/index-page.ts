import { readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

/** The index of the pages that are written by hand, in reading order: home page, sidebar and llms.txt are made from it. */
export const indexPage = readFileSync(new URL("../README.md", import.meta.url), "utf8");

export const sidebar: DefaultTheme.SidebarItem[] = indexPage
  .split("\n## ")
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    items: Array.from(section.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm), ([, text = "", path]) => ({
      text,
      link: `/${path}`,
    })),
  }));
