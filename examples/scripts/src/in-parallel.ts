/**
 * Works on so many items at once, and takes the next from the source only when one is done.
 *
 * @throws what `work` threw first, after the work under way has ended.
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
