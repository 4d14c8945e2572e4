import { readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

/** The index of the pages that are written by hand, in reading order: home page, sidebar and llms.txt are made from it. */
export const indexPage = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const linksIn = (text: string): [name: string, path: string][] =>
  Array.from(text.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g), ([, name = "", path = ""]) => [name, path]);

export const pagePaths = [...new Set(linksIn(indexPage).map(([, path]) => path))];

const [start = "", ...sections] = indexPage.split("\n## ");

const toItem = ([name, path]: [name: string, path: string]): DefaultTheme.SidebarItem => {
  const text = name.replaceAll("`", "");
  return { text: text.charAt(0).toUpperCase() + text.slice(1), link: `/${path.replace(/\.md$/, "")}` };
};

export const sidebar: DefaultTheme.SidebarItem[] = [
  // The first links lead into the sections, except one.
  {
    text: "Start",
    items: linksIn(start)
      .filter(([, path]) => !sections.some((section) => section.includes(`(${path})`)))
      .map(toItem),
  },
  ...sections.map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    items: linksIn(section).map(toItem),
  })),
];
