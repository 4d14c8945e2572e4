import { FACT_NAMES, FACTS, readVariants, type Variants } from "../../sandbox/gateway/variants.ts";

/** Each variant, by its name in a story, such as `freshToken=pending`, with the sentence of the report. */
export const VARIANTS = new Map<string, { fact: keyof Variants; text: string; isDefault: boolean }>(
  FACT_NAMES.flatMap((fact) =>
    Object.entries(FACTS[fact]).map(
      ([word, text], index) => [`${fact}=${word}`, { fact, text, isDefault: index === 0 }] as const,
    ),
  ),
);

/** The variants that hold after a step of a story. */
export const varied = (before: Variants, name: string): Variants => {
  const [fact = "", word] = name.split("=");
  return readVariants({ ...before, [fact]: word });
};
