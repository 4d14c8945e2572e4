/** The part of Stryker that the scripts use: it is installed only when they run, but they are always type-checked. */

declare module "@stryker-mutator/core" {
  export class Stryker {
    constructor(options: object);
    runMutationTest(): Promise<unknown>;
  }
}
