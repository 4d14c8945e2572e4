/** The parts of the peers that the bench uses: they are installed only when it runs, but it is always type-checked. */

declare module "stripe" {
  export default class Stripe {
    static createFetchHttpClient(): object;
    static createNodeHttpClient(): object;
    constructor(key: string, options: object);
    rawRequest(method: "POST", path: string, params: object): Promise<unknown>;
  }
}

declare module "openai" {
  export default class OpenAI {
    constructor(options: object);
    post(path: string, options: object): Promise<unknown>;
  }
}
