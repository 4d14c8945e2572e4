/** Prints the message of an error on stderr: a wrong argument or address prints no stack. */
export const printError = (error: unknown): void => {
  console.error(`payments-client: ${error instanceof Error ? error.message : String(error)}`);
};
