import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import type { Site } from "./open-site.ts";

/** The result of visiting a page. */
export interface Visit {
  readonly path: string;
  /** axe's violations in light and dark mode. */
  readonly violations: readonly string[];
  /** The URLs of its internal links. */
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** Whether it is wider than a phone's screen. */
  readonly isTooWide: boolean;
  /** How many of its tables scroll at 1280 pixels. */
  readonly wideTables: number;
}

const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

async function violationsOf(
  page: Page,
  part: string,
  colours: string,
  options: axe.RunOptions,
): Promise<string[]> {
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.map(({ id, nodes }) => `${colours} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Header and sidebar are identical on all pages of an entry point, so one check is enough. */
const partToCheck = (path: string): string => (/^\/api\/.*\/(?!index)/.test(path) ? "main" : "html");

async function visit(page: Page, site: Site, path: string): Promise<Visit> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(site.url + path);
  await page.addStyleTag({ content: STILL });
  await page.evaluate(axe.source);
  const light = await violationsOf(page, partToCheck(path), "light", {});
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction("document.documentElement.classList.contains('dark')");
  // Only colours differ.
  const dark = await violationsOf(page, partToCheck(path), "dark", {
    runOnly: ["color-contrast", "link-in-text-block"],
  });
  const links = await page.evaluate<string[]>("Array.from(document.links, ({ href }) => href)");
  const ids = await page.evaluate<string[]>("Array.from(document.querySelectorAll('[id]'), ({ id }) => id)");
  const wideTables = await page.evaluate<number>(
    "Array.from(document.querySelectorAll('table')).filter((table) => table.scrollWidth > table.clientWidth + 1).length",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const isTooWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  await page.setViewportSize({ width: 1280, height: 800 });
  return {
    path,
    violations: [...light, ...dark],
    links: links.filter((link) => link.startsWith(`${site.url}/`)).map((link) => link.slice(site.url.length)),
    ids: new Set(ids),
    isTooWide,
    wideTables,
  };
}

/** Opens every page of a site, two at a time; `requests` collects the URLs of everything that was loaded. */
export async function visitPages(browser: Browser, site: Site, requests: Set<string>): Promise<Visit[]> {
  const waiting = [...site.pages];
  const visits: Visit[] = [];
  const work = async (): Promise<void> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on("request", (request) => requests.add(request.url()));
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      visits.push(await visit(page, site, path));
    }
    await page.close();
  };
  await Promise.all([work(), work()]);
  return visits;
}
