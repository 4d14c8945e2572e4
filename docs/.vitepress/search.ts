import type { DefaultTheme } from "vitepress";

/** Everyday words of a page, which are not in its text: `<!-- search: get paid -->`. Readers see no comment. */
const WORDS = /<!-- search: (.*?) -->/g;

/** Stands before and after the words in the text of a section. */
const MARK = "\u2063";

/** The fields of the index. The browser gets the text of each function, so it uses nothing else of this file. */
const options = {
  fields: ["title", "titles", "text", "words"],
  extractField(section: Record<string, unknown>, field: string): unknown {
    if (field !== "words" && field !== "text") return section[field];
    const parts = String(section["text"]).split("\u2063");
    return parts.filter((_, index) => (index % 2 === 1) === (field === "words")).join(" ");
  },
};

export const search: DefaultTheme.LocalSearchOptions = {
  // Code has the same text without its colors, which take a tenth of a build's time.
  _render(source, env, md) {
    const { highlight } = md.options;
    md.set({ highlight: null });
    const html = md.render(source.replaceAll(WORDS, `${MARK}$1${MARK}`), env);
    md.set({ highlight });
    return html;
  },
  miniSearch: {
    options,
    searchOptions: {
      processTerm(term: string): string | null {
        const word = term.toLowerCase();
        const isEmpty =
          /^(an?|and|are|can|did|do|does|for|has|how|i|if|in|is|it|my|of|on|or|the|to|was|what|when|where|which|why|with)$/;
        return isEmpty.test(word) ? null : word;
      },
      prefix: (term: string) => term.length > 2,
      fuzzy: (term: string) => term.length > 4 && 0.2,
      boost: { title: 4, text: 2, titles: 1, words: 12 },
      // Guides explain a word. The API, the comparison of SDKs and the code of other languages repeat it. A function is found by its name.
      boostDocument(id: string, term: string, fields?: Record<string, unknown>): number {
        if (/^\/guides\/(coming-from-|other-languages)/.test(id)) return 1;
        if (!id.startsWith("/api/")) return id.startsWith("/guides/") ? 2 : 1.5;
        return String(fields?.["title"]).toLowerCase().includes(`${term}()`) ? 1 : 0.4;
      },
    },
  },
};
