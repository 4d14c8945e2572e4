import type { Deliver } from "../sandbox/index.ts";

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

/** Posts to the merchant's server, and says in a line what came of it. */
export const deliverAloud =
  (print: (line: string) => void): Deliver =>
  async (request) => {
    const say = (outcome: string) =>
      print(`${new Date().toLocaleTimeString("en-GB")} POST ${request.url} ${outcome}`);
    try {
      const response = await fetch(request);
      say(String(response.status));
      return response;
    } catch (error) {
      say(`no answer: ${reasonOf(error)}`);
      throw error;
    }
  };
