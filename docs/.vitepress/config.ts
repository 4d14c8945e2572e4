import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { apiSidebar } from "./api-sidebar.ts";
import { sidebar } from "./index-page.ts";
import { tabs } from "./tabs.ts";
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
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  vite: { plugins: [tabs, undated] },
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
    search: {
      provider: "local",
      options: {
        // Code has the same text without its colours, which take a tenth of a build's time.
        _render(source, env, md) {
          const { highlight } = md.options;
          md.set({ highlight: null });
          const html = md.render(source, env);
          md.set({ highlight });
          return html;
        },
        miniSearch: {
          searchOptions: {
            // Guides explain a word, pages of the API repeat it; a function is found by its name. The browser gets the text of this function.
            boostDocument(id: string, term: string, fields?: Record<string, unknown>): number {
              const guides = new Map([
                ["currency", "amounts-and-currencies"],
                ["test", "test-with-the-sandbox"],
                ["notification", "receive-notifications"],
                ["webhook", "receive-notifications"],
              ]);
              const guide = guides.get(term.toLowerCase());
              if (guide && id.startsWith(`/guides/${guide}`)) return 8;
              if (!id.startsWith("/api/"))
                return /^\/guides\/(?!troubleshooting|test-with|prove|scale|coming-from|other-languages)/.test(
                  id,
                )
                  ? 2
                  : 1;
              return String(fields?.["title"]).toLowerCase().includes(`${term}()`) ? 1 : 0.4;
            },
          },
        },
      },
    },
    footer: { message: "MIT licence" },
  },
  async buildEnd({ pages, srcDir, outDir }) {
    await writeLlms(srcDir, outDir);
    console.log(`${pages.length} pages`);
  },
});
