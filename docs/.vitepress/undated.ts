/** Pages that git does not know have no date of their last change: without this, a build would ask git for each of them. */
export const undated = {
  name: "undated",
  enforce: "pre" as const,
  transform: (code: string, id: string): string | undefined =>
    /\/docs\/api\/.*\.md$/.test(id) ? `---\nlastUpdated: false\n---\n\n${code}` : undefined,
};
