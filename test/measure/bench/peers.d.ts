/** What is used of the peers: they are installed only when the bench runs, the compiler reads it always. */

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
