import {
  FACT_NAMES,
  FACTS,
  type FactName,
  readVariants,
  type Variants,
} from "../../sandbox/gateway/variants.ts";

/** The sentence of each variant, by its name in a story, such as `freshToken=pending`. */
export const VARIANTS: ReadonlyMap<string, string> = new Map(
  FACT_NAMES.flatMap((fact) =>
    Object.entries(FACTS[fact].variants).map(([word, text]) => [`${fact}=${word}`, text] as const),
  ),
);

/** The fact of a variant. */
export const factOf = (name: string): FactName | undefined =>
  FACT_NAMES.find((fact) => name.startsWith(`${fact}=`));

/** The variants that hold after a step of a story. */
export const varied = (before: Variants, name: string): Variants => {
  const [fact = "", word] = name.split("=");
  return readVariants({ ...before, [fact]: word });
};
