import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import axe from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

/** The package's flags for servers, some of which would change what a page may do. */
const REMOVED =
  /^--(headless|single-process|disable-web-security|allow-running-insecure-content|disable-site-isolation)/;

/** A Chromium that npm brought, without a network of its own. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((arg) => !REMOVED.test(arg)),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
    headless: true,
  });
}

/** Where screenshots go; git ignores it. */
const SCREENSHOTS = join(import.meta.dirname, ".tmp-screenshots");

/** Keeps a picture of a page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** What axe finds against accessibility, each with the elements that have it. A picture of the page is kept. */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  await keepPicture(page, name);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
