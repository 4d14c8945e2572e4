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
  /** The lines of code that do not fit their block at 1280 pixels. */
  readonly wideCode: readonly string[];
  /** The names that break on a phone. */
  readonly brokenNames: readonly string[];
}

export interface SiteVisits {
  readonly visits: readonly Visit[];
  /** axe's violations, by the paths that it checked. */
  readonly violations: Readonly<Record<string, readonly string[]>>;
  /** The names in the sidebar of the API that break on a phone. */
  readonly brokenInSidebar: readonly string[];
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
  await page.waitForFunction("document.querySelector('.VPSwitchAppearance')?.title");
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

/** Pages whose content is shown in the place of another page's: loading each page would take ten times as long. */
const SHOW = `const contents = new Map();
const show = (path) => document.querySelector(".VPContent").replaceWith(contents.get(path));
const read = async (path) => {
  const other = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  const base = other.createElement("base");
  base.href = path;
  other.head.append(base);
  contents.set(path, other.querySelector(".VPContent"));
  return {
    path,
    links: Array.from(other.links, ({ href }) => href),
    contentLinks: Array.from(other.querySelectorAll(".vp-doc a:not(.header-anchor)"), ({ href }) => href),
    ids: Array.from(other.querySelectorAll("[id]"), ({ id }) => id),
    loads: Array.from(other.querySelectorAll("[src], link"), ({ src, href }) => src ?? href),
  };
};
// A name, without the parts of a path or a type.
const NAME = /[A-Za-z][\\w.]*(\\(\\))?/g;
const brokenIn = (selector) => {
  const broken = [];
  const range = document.createRange();
  for (const element of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      for (const { index, 0: name } of node.data.matchAll(NAME)) {
        range.setStart(node, index);
        range.setEnd(node, index + name.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(name);
      }
    }
  }
  return broken;
};
const measure = (path) => {
  show(path);
  const tables = Array.from(document.querySelectorAll("table"));
  return {
    isTooWide: document.documentElement.scrollWidth > innerWidth,
    wideTables: tables.filter((table) => table.scrollWidth > table.clientWidth + 1).length,
    cutTables: tables.filter((table) => {
      const { right } = table.getBoundingClientRect();
      const isScrolled = getComputedStyle(table).overflowX === "auto";
      return right > innerWidth || (table.scrollWidth > table.clientWidth + 1 && !isScrolled);
    }).length,
    wideCode: Array.from(document.querySelectorAll(".vp-doc pre"))
      .filter((block) => block.offsetParent && block.scrollWidth > block.clientWidth)
      .map(({ innerText }) => innerText.split("\\n").reduce((a, b) => (b.length > a.length ? b : a))),
    brokenNames: brokenIn(".vp-doc :is(h1, h2, h3, h4, td, th, :not(pre) > code)"),
  };
};
Object.assign(window, { show, read, measure, brokenIn });`;

type Read = Pick<Visit, "path" | "links" | "contentLinks" | "loads"> & { readonly ids: readonly string[] };
type Measured = Pick<Visit, "isTooWide" | "wideTables" | "cutTables" | "wideCode" | "brokenNames">;

/** One page of each kind, which is checked with its header, sidebar and scripts: they are the same on all others. */
const WITH_FRAME = [
  "/404.html",
  "/index.html",
  "/guides/take-a-payment.html",
  "/api/payments-client/interfaces/Checkouts.html",
];

const DESKTOP = { width: 1280, height: 800 };

/** Shows every page of a site to a desktop and a phone; `requests` collects the URLs of everything that was loaded. */
export async function visitPages(browser: Browser, site: Site, requests: Set<string>): Promise<SiteVisits> {
  const open = async (): Promise<Page> => {
    const page = await browser.newPage({ viewport: DESKTOP });
    page.on("request", (request) => requests.add(request.url()));
    await page.addInitScript(SAVE_DATA);
    return page;
  };
  /** A page without its scripts, which would give it its own content again. */
  const openFrame = async (): Promise<Page> => {
    const page = await open();
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${site.url}/getting-started.html`);
    // Otherwise each page that is read would ask this process.
    await page.unroute("**/*.js");
    await page.addStyleTag({ content: STILL });
    await page.evaluate(SHOW);
    return page;
  };
  const [full, frame] = await Promise.all([open(), openFrame()]);
  // The page 404 is made by its scripts only.
  const paths = JSON.stringify(site.pages.filter((path) => path !== "/404.html"));
  const reads = await frame.evaluate<Read[]>(`Promise.all(${paths}.map(read))`);
  const measure = (): Promise<Measured[]> => frame.evaluate(`${paths}.map(measure)`);
  const onDesktop = await measure();
  await frame.setViewportSize({ width: 390, height: 800 });
  const onPhone = await measure();
  await frame.setViewportSize(DESKTOP);
  const visits = reads.map(({ ids, links, ...page }, index) => ({
    ...page,
    links: links.filter((link) => link.startsWith(`${site.url}/`)).map((link) => link.slice(site.url.length)),
    ids: new Set(ids),
    wideTables: onDesktop[index]?.wideTables ?? 1,
    isTooWide: onPhone[index]?.isTooWide ?? true,
    cutTables: onPhone[index]?.cutTables ?? 1,
    wideCode: onDesktop[index]?.wideCode ?? ["not measured"],
    brokenNames: onPhone[index]?.brokenNames ?? ["not measured"],
  }));
  await full.setViewportSize({ width: 390, height: 800 });
  await full.goto(`${site.url}/api/`);
  await full.addStyleTag({ content: ".VPSidebarItem.collapsed > .items { display: block !important; }" });
  await full.evaluate(SHOW);
  const brokenInSidebar = await full.evaluate<string[]>('brokenIn(".VPSidebar .text")');
  await full.setViewportSize(DESKTOP);
  const violations: Record<string, string[]> = {};
  for (const path of WITH_FRAME) violations[path] = await checkPage(full, site.url + path);
  await frame.evaluate(axe.source);
  const written = site.pages.filter((path) => !path.startsWith("/api/") && !WITH_FRAME.includes(path));
  for (const [index, path] of written.entries()) {
    // All pages have their colours from the same few rules: each is checked in one of both modes.
    const colours = index % 2 === 0 ? "light" : "dark";
    await frame.evaluate(`document.documentElement.classList.toggle("dark", ${colours === "dark"})`);
    await frame.evaluate(`show(${JSON.stringify(path)})`);
    violations[path] = await violationsOf(frame, ".VPContent", colours);
  }
  await Promise.all([full, frame].map((page) => page.close()));
  return { visits, violations, brokenInSidebar };
}
