import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { indexPage, pagePaths } from "./index-page.ts";
import { showFiles } from "./show-files.ts";

/** The Markdown of the pages for language models: llms.txt lists them, llms-full.txt holds all of them. */
export async function writeLlms(docs: string, dist: string): Promise<void> {
  const pages = await Promise.all(
    pagePaths.map(async (path) => showFiles(await readFile(join(docs, path), "utf8"))),
  );
  for (const [index, path] of pagePaths.entries()) {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), pages[index] ?? "");
  }
  await writeFile(join(dist, "llms.txt"), indexPage);
  await writeFile(join(dist, "llms-full.txt"), pages.join("\n---\n\n"));
}
