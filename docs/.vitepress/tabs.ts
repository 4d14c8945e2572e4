/** Blocks between `<!-- tabs -->` and `<!-- /tabs -->` are tabs on the site. GitHub shows one below the other. */
export const tabs = {
  name: "tabs",
  enforce: "pre" as const,
  transform: (code: string, id: string): string | undefined =>
    id.endsWith(".md")
      ? code.replaceAll("<!-- tabs -->", "::: code-group").replaceAll("<!-- /tabs -->", ":::")
      : undefined,
};
