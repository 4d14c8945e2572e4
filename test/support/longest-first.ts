import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/** Starts these files first: one that takes long and starts last leaves the other cores idle at the end. */
export const longestFirst = (files: readonly string[]): TestSequencerConstructor =>
  class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification): number =>
        files.toReversed().findIndex((file) => moduleId.endsWith(`/${file}`));
      return specifications.toSorted((one, other) => place(other) - place(one));
    }
  };
