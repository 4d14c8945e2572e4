import * as client from "../../src/index.ts";

export type Name = Extract<keyof typeof client, `${string}Schema`>;

type Entry = readonly [string, (typeof client)[keyof typeof client]];

const isModel = (entry: Entry): entry is [Name, (typeof client)[Name]] => entry[0].endsWith("Schema");

/** Every model that the package exports. */
export const MODELS = new Map(Object.entries(client).filter(isModel));
