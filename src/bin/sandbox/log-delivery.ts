import type { Deliver } from "../../sandbox/index.ts";

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

/** Posts to the merchant's server and prints one line with the answer. */
export const logDelivery =
  (print: (line: string) => void): Deliver =>
  async (request) => {
    const log = (outcome: string) =>
      print(`${new Date().toLocaleTimeString("en-GB")} POST ${request.url} ${outcome}`);
    try {
      const response = await fetch(request);
      log(String(response.status));
      return response;
    } catch (error) {
      log(`no answer: ${reasonOf(error)}`);
      throw error;
    }
  };
