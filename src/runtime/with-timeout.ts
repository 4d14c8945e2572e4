/** Settles like the task or, after the timeout, like `onTimeout`. Late results and errors of the task are ignored. */
export async function withTimeout<Result>(
  task: Promise<Result>,
  milliseconds: number,
  onTimeout: () => Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  }).then(onTimeout);
  return Promise.race([task, timeout]).finally(() => clearTimeout(timer));
}
