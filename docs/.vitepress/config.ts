import { defineConfig } from "vitepress";
import { apiSidebar } from "./api-sidebar.ts";
import { sidebar } from "./sidebar.ts";

export default defineConfig({
  title: "payments-client",
  description: "Typed TypeScript SDK for merchants of a payment gateway, with a local gateway for tests.",
  lang: "en",
  // The standard themes have comments and keywords below the contrast that WCAG AA asks for.
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(getting-started|guides|examples)" },
      { text: "Recipes", link: "/recipes/frameworks", activeMatch: "^/recipes/" },
      { text: "Reference", link: "/reference/options", activeMatch: "^/reference/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
    ],
    sidebar: { "/": sidebar, "/api/": apiSidebar() },
    outline: { level: [2, 3] },
    search: { provider: "local" },
    footer: { message: "MIT licence" },
  },
  buildEnd: ({ pages }) => console.log(`${pages.length} pages`),
});
