/** In this folder: the built site of the documentation, in a browser. */

import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { type Listening, listen } from "../../support/listen.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DIST = join(ROOT, "docs/.vitepress/dist");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

export interface Site extends Listening {
  /** The paths of its pages. */
  readonly pages: readonly string[];
}

/** Builds the documentation, and serves it on a loopback port. */
export async function openSite(): Promise<Site> {
  // Not the variables of the test runner, which the build would take for its own.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)("npm", ["run", "docs"], { cwd: ROOT, env, maxBuffer: Infinity });
  const files: string[] = [];
  for await (const file of glob("**/*.html", { cwd: DIST })) files.push(file);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://site.invalid");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      const content = await readFile(join(DIST, decodeURIComponent(path)));
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      // As hosts of static sites do: otherwise a browser would fetch every style and script again for every page.
      response.setHeader("cache-control", "max-age=600");
      response.end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
      response.end(await readFile(join(DIST, "404.html")));
    }
  });
  return { ...(await listen(server)), pages: files.map((file) => `/${file}`).toSorted() };
}
