import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import type { Site } from "./open-site.ts";

/** The result of visiting a page. */
export interface Visit {
  readonly path: string;
  /** axe's violations in light and dark mode; undefined if axe did not check it. */
  readonly violations: readonly string[] | undefined;
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

/** Pages of the API come from one template: axe takes a second for each, so it checks some of them. */
const SAMPLE = 30;

/** Header and sidebar are identical on all pages of an entry point, so one check is enough. */
const partToCheck = (path: string): string => (/^\/api\/.*\/(?!index)/.test(path) ? "main" : "html");

/** axe's violations in light mode, then in dark mode. */
async function checkPage(page: Page, path: string): Promise<string[]> {
  await page.addStyleTag({ content: STILL });
  // The page's scripts give the switch of colours its name.
  await page.waitForFunction("document.querySelector('.VPSwitchAppearance').title !== ''");
  await page.evaluate(axe.source);
  const light = await violationsOf(page, partToCheck(path), "light", {});
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction("document.documentElement.classList.contains('dark')");
  // Only colours differ.
  const dark = await violationsOf(page, partToCheck(path), "dark", {
    runOnly: ["color-contrast", "link-in-text-block"],
  });
  return [...light, ...dark];
}

async function visit(page: Page, site: Site, path: string, isChecked: boolean): Promise<Visit> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(site.url + path);
  const violations = isChecked ? await checkPage(page, path) : undefined;
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
    violations,
    links: links.filter((link) => link.startsWith(`${site.url}/`)).map((link) => link.slice(site.url.length)),
    ids: new Set(ids),
    isTooWide,
    wideTables,
  };
}

/** VitePress loads no linked pages in advance: they are all visited anyway. */
const SAVE_DATA = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })';

/** Opens every page of a site, two at a time; `requests` collects the URLs of everything that was loaded. */
export async function visitPages(browser: Browser, site: Site, requests: Set<string>): Promise<Visit[]> {
  const waiting = [...site.pages];
  const sampled = new Set(
    site.pages.filter((path, index) => !path.startsWith("/api/") || index % SAMPLE === 0),
  );
  const visits: Visit[] = [];
  const open = async (javaScriptEnabled: boolean): Promise<Page> => {
    const page = await browser.newPage({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    await page.addInitScript(SAVE_DATA);
    page.on("request", (request) => requests.add(request.url()));
    return page;
  };
  const work = async (): Promise<void> => {
    // Without its scripts a page has the same content, in half the time.
    const [full, still] = await Promise.all([open(true), open(false)]);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const isChecked = sampled.has(path);
      visits.push(await visit(isChecked ? full : still, site, path, isChecked));
    }
    await Promise.all([full.close(), still.close()]);
  };
  await Promise.all([work(), work()]);
  return visits;
}
