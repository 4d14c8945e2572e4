/**
 * Processes `count` items at a time, and reads the next from the source only when one is done.
 *
 * @throws the first error of `work`, after the other items in progress are done.
 */
export async function inParallel<T>(
  count: number,
  source: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for await (const item of source) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: count }, worker));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
