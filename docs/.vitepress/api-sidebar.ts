import { existsSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

/** What typedoc writes beside the pages of the API reference. */
const NAVIGATION = new URL("../api/navigation.json", import.meta.url);

interface Entry {
  readonly title: string;
  readonly path?: string;
  readonly children?: readonly Entry[];
}

const byTitle = (a: Entry, b: Entry): number => a.title.localeCompare(b.title, "en");

/** A group without a link of its own leads to its heading on the page above: a group must be a link for screen readers. */
const toItem = (entry: Entry, above = ""): DefaultTheme.SidebarItem => {
  const { title, path, children = [] } = entry;
  const link = path
    ? `/api/${path.replace(/\.md$/, "")}`
    : `${above}#${title.toLowerCase().replaceAll(" ", "-")}`;
  // Groups are in typedoc's order, which has the functions before the schemas.
  const isOfGroups = children.some((child) => !child.path);
  const items = (isOfGroups ? children : children.toSorted(byTitle)).map((child) => toItem(child, link));
  return { text: title, link, ...(items.length > 0 && { collapsed: true, items }) };
};

/** What a merchant calls: the objects of the table on the first page. */
const calls = Array.from(
  readFileSync(new URL("api.md", import.meta.url), "utf8").matchAll(/^\| \[(.+?)\]\((.+?)\)/gm),
  ([, text = "", link = ""]) => ({ text, link }),
);

/** The sidebar of the API reference: what is called, then a group for each entry point, below it one for each kind of export. */
export function apiSidebar(): DefaultTheme.SidebarItem[] {
  if (!existsSync(NAVIGATION)) throw new Error("docs/api is missing: npm run docs makes it before the site");
  const entryPoints: readonly Entry[] = JSON.parse(readFileSync(NAVIGATION, "utf8"));
  return [
    { text: "What you call", link: "/api/", items: calls },
    ...entryPoints.map((entryPoint) => toItem(entryPoint)),
  ];
}
