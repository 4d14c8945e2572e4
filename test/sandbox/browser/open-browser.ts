import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import axe from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { type Listening, listen } from "../../../src/sandbox/http/listen.ts";

/** Flags of the package that would disable web security in these tests. */
const UNSAFE = [
  "--disable-web-security",
  "--disable-site-isolation-trials",
  "--allow-running-insecure-content",
];

/** Drawing with an emulated graphics card takes half as much CPU time again. */
const isGraphics = (arg: string): boolean => /gpu|=angle|swiftshader/.test(arg);

const isWanted = (arg: string): boolean =>
  arg !== "--single-process" && !arg.startsWith("--headless") && !isGraphics(arg) && !UNSAFE.includes(arg);

/** Chromium from npm, without background requests, and with the same web security as customers' browsers. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter(isWanted),
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
    headless: true,
  });
}

/** Serves a page at every path. */
export const servePage = (html: string, more: Readonly<Record<string, string>> = {}): Promise<Listening> => {
  const headers = { "content-type": "text/html", ...more };
  return listen(async () => new Response(html, { headers }), 0, "127.0.0.1");
};

/** The folder for screenshots, which git ignores. */
const SCREENSHOTS = join(import.meta.dirname, ".tmp-screenshots");

/** Saves a screenshot of a page, to look at: `SCREENSHOTS=1 npx vitest run test/sandbox/browser`. It takes longer than the tests. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** Colours on their way from one to another would be judged by their contrast in between. */
const FINISH_TRANSITIONS =
  "for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()";

/** For a page that axe has checked in other colours. */
const COLOURS_ONLY = { runOnly: ["color-contrast", "link-in-text-block"] };

/** The accessibility violations that axe finds, with their elements. Saves a screenshot of the page. */
export async function violationsOf(
  page: Page,
  name: string,
  options: axe.RunOptions = {},
): Promise<string[]> {
  // A page that a form led to may have its text, but not yet its style.
  await page.waitForLoadState();
  await saveScreenshot(page, name);
  await page.evaluate(FINISH_TRANSITIONS);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

const WIDTHS = [1440, 1024, 768, 375];

/** What is wrong with a page at four widths, in light and dark colours. @param layouts Widths of different layouts. */
export async function violationsInEachLook(page: Page, name: string, layouts = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (needed > width) found.push(`${name}-${width} needs ${needed} pixels`);
    for (const colorScheme of layouts.includes(width) ? (["light", "dark"] as const) : []) {
      await page.emulateMedia({ colorScheme });
      const look = `${name}-${width}-${colorScheme}`;
      const violations = await violationsOf(page, look, colorScheme === "dark" ? COLOURS_ONLY : {});
      found.push(...violations.map((violation) => `${look}: ${violation}`));
    }
  }
  return found;
}
