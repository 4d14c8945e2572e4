import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import type { Site } from "./open-site.ts";

/** What a page has. */
interface Visit {
  readonly path: string;
  /** The URLs of its internal links. */
  readonly links: readonly string[];
  /** Those of its text, in order. */
  readonly contentLinks: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** The URLs of what its HTML loads. */
  readonly loads: readonly string[];
  /** Whether it is wider than a phone's screen. */
  readonly isTooWide: boolean;
  /** How many of its tables scroll at 1280 pixels. */
  readonly wideTables: number;
  /** How many of its tables are wider than a phone's screen, and do not scroll. */
  readonly cutTables: number;
}

export interface SiteVisits {
  readonly visits: readonly Visit[];
  /** axe's violations, by the paths that it checked. */
  readonly violations: Readonly<Record<string, readonly string[]>>;
}

const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

async function violationsOf(
  page: Page,
  part: string,
  colours: string,
  options: axe.RunOptions = {},
): Promise<string[]> {
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.map(({ id, nodes }) => `${colours} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** VitePress loads no linked pages in advance. */
const SAVE_DATA = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })';

/** Opens a page with its header, sidebar and scripts, and has axe check all of it, in light mode and then in dark mode. */
async function checkPage(page: Page, url: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(url);
  await page.addStyleTag({ content: STILL });
  // The page's scripts give the switch of colours its name.
  await page.waitForFunction("document.querySelector('.VPSwitchAppearance').title !== ''");
  await page.evaluate(axe.source);
  const light = await violationsOf(page, "html", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction("document.documentElement.classList.contains('dark')");
  // Only colours differ.
  const dark = await violationsOf(page, "html", "dark", {
    runOnly: ["color-contrast", "link-in-text-block"],
  });
  return [...light, ...dark];
}

/** Puts the content of other pages in the place of this one's: loading each page would take ten times as long. */
const SHOW = `const show = (path, text) => {
  const other = new DOMParser().parseFromString(text, "text/html");
  const base = other.createElement("base");
  base.href = path;
  other.head.append(base);
  const read = {
    links: Array.from(other.links, ({ href }) => href),
    contentLinks: Array.from(other.querySelectorAll(".vp-doc a:not(.header-anchor)"), ({ href }) => href),
    ids: Array.from(other.querySelectorAll("[id]"), ({ id }) => id),
    loads: Array.from(other.querySelectorAll("[src], link"), ({ src, href }) => src ?? href),
  };
  document.querySelector(".VPContent").replaceWith(other.querySelector(".VPContent"));
  const tables = Array.from(document.querySelectorAll("table"));
  return {
    ...read,
    isTooWide: document.documentElement.scrollWidth > innerWidth,
    wideTables: tables.filter((table) => table.scrollWidth > table.clientWidth + 1).length,
    cutTables: tables.filter((table) => {
      const { right } = table.getBoundingClientRect();
      const isScrolled = getComputedStyle(table).overflowX === "auto";
      return right > innerWidth || (table.scrollWidth > table.clientWidth + 1 && !isScrolled);
    }).length,
  };
};
window.showAll = async (paths) => {
  const texts = await Promise.all(paths.map(async (path) => (await fetch(path)).text()));
  // Without a pause, so that none is painted.
  return paths.map((path, index) => show(path, texts[index]));
}`;

interface Shown extends Omit<Visit, "path" | "ids"> {
  readonly ids: readonly string[];
}

const show = (page: Page, paths: readonly string[]): Promise<Shown[]> =>
  page.evaluate(`showAll(${JSON.stringify(paths)})`);

/** One page in so many is checked with its header and sidebar, which are the same on all others. */
const SAMPLE = 80;

/** Shows every page of a site to a desktop and a phone; `requests` collects the URLs of everything that was loaded. */
export async function visitPages(browser: Browser, site: Site, requests: Set<string>): Promise<SiteVisits> {
  const open = async (width: number): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    page.on("request", (request) => requests.add(request.url()));
    await page.addInitScript(SAVE_DATA);
    return page;
  };
  /** A page of the API without its scripts, which would give it its own content again. */
  const openFrame = async (width: number): Promise<Page> => {
    const page = await open(width);
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${site.url}/api/`);
    await page.addStyleTag({ content: STILL });
    await page.evaluate(SHOW);
    return page;
  };
  const [full, desktop, phone] = await Promise.all([open(1280), openFrame(1280), openFrame(390)]);
  await desktop.evaluate(axe.source);
  const darken = (isDark: boolean): Promise<unknown> =>
    desktop.evaluate(`document.documentElement.classList.toggle("dark", ${isDark})`);
  // The page 404 is made by its scripts only.
  const paths = site.pages.filter((path) => path !== "/404.html");
  const [onDesktop, onPhone] = await Promise.all([show(desktop, paths), show(phone, paths)]);
  const visits = onDesktop.map(({ ids, links, ...shown }, index) => ({
    ...shown,
    path: paths[index] ?? "",
    links: links.filter((link) => link.startsWith(`${site.url}/`)).map((link) => link.slice(site.url.length)),
    ids: new Set(ids),
    isTooWide: onPhone[index]?.isTooWide ?? true,
    cutTables: onPhone[index]?.cutTables ?? 1,
  }));
  const violations: Record<string, string[]> = {};
  for (const [index, path] of site.pages.entries()) {
    if (index % SAMPLE === 0) violations[path] = await checkPage(full, site.url + path);
    else if (!path.startsWith("/api/")) {
      // All pages have their colours from the same few rules: each is checked in one of both modes.
      const colours = index % 2 === 0 ? "light" : "dark";
      await darken(colours === "dark");
      await show(desktop, [path]);
      violations[path] = await violationsOf(desktop, ".VPContent", colours);
    }
  }
  await Promise.all([full, desktop, phone].map((page) => page.close()));
  return { visits, violations };
}
