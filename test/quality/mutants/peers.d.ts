/** The parts of Stryker that the scripts use: it is installed only when they run, but they are always type-checked. */

declare module "@stryker-mutator/core" {
  export class Stryker {
    constructor(options: object);
    runMutationTest(): Promise<unknown>;
  }
}

declare module "@stryker-mutator/instrumenter" {
  interface Place {
    line: number;
    column: number;
  }

  export class Instrumenter {
    constructor(logger: object);
    instrument(
      files: readonly { name: string; content: string; mutate: boolean }[],
      options: object,
    ): Promise<{
      files: { content: string }[];
      mutants: {
        id: string;
        status?: string;
        replacement: string;
        location: { start: Place; end: Place };
      }[];
    }>;
  }
}
