import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { apiSidebar } from "./api-sidebar.ts";
import { breakPaths } from "./break-paths.ts";
import { sidebar } from "./index-page.ts";
import { labelCells } from "./label-cells.ts";
import { search } from "./search.ts";
import { shownFiles } from "./show-files.ts";
import { undated } from "./undated.ts";
import { writeLlms } from "./write-llms.ts";

interface Manifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

const manifest: Manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const repository = manifest.repository?.url.replace(/^git\+|\.git$/g, "");

export default defineConfig({
  title: "payments-client",
  description: "Typed TypeScript SDK for merchants of a payment gateway, with a local gateway for tests.",
  lang: "en",
  // GitHub shows the same file for the folder.
  rewrites: { "README.md": "index.md" },
  // The standard themes have comments and keywords below the contrast that WCAG AA asks for.
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      breakPaths(md);
      labelCells(md);
    },
  },
  vite: { plugins: [shownFiles, undated] },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "try-sandbox" } } },
  lastUpdated: true,
  themeConfig: {
    // Only once the repository has its address: see "Releasing" in CONTRIBUTING.md.
    ...(repository && {
      editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page" },
    }),
    lastUpdated: { text: "Last change" },
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(getting-started|guides|examples)" },
      { text: "Recipes", link: "/recipes/frameworks", activeMatch: "^/recipes/" },
      { text: "Reference", link: "/reference/options", activeMatch: "^/reference/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: `Version ${manifest.version}`, link: "/getting-started" },
    ],
    sidebar: { "/": sidebar, "/api/": apiSidebar() },
    outline: { level: [2, 3] },
    search: { provider: "local", options: search },
    footer: { message: "MIT license" },
  },
  async buildEnd({ pages, srcDir, outDir }) {
    await writeLlms(srcDir, outDir);
    console.log(`${pages.length} pages`);
  },
});
