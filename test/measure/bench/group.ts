/** What a contender has to stay within: so many times another's median. */
interface Target {
  readonly who: string;
  readonly times: number;
  readonly of: string;
}

/** One thing that was measured: each contender's values, one for each round. */
export interface Group {
  readonly title: string;
  readonly rows: Readonly<Record<string, readonly number[]>>;
  readonly targets?: readonly Target[];
}

/** Rounds whose numbers are thrown away: until then the code is not compiled. */
const WARM_UP = 3;

/**
 * Measures contenders in turn, so that a busy machine is as hard on each. One measurement may have several numbers:
 * CPU and wall time, say. Gives for each of them the values by contender.
 */
export async function inTurn(
  contenders: Readonly<Record<string, () => Promise<readonly number[]>>>,
  rounds: number,
  warmUp = WARM_UP,
): Promise<Record<string, number[]>[]> {
  const results: Record<string, number[]>[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      const numbers = await measure();
      if (round < 0) continue;
      for (const [index, number] of numbers.entries()) {
        results[index] ??= {};
        results[index][name] ??= [];
        results[index][name].push(number);
      }
    }
  }
  return results;
}

/** Microseconds that one of many calls in a row takes. */
export async function microseconds(call: () => unknown, calls: number): Promise<readonly number[]> {
  const startedAt = performance.now();
  for (let done = 0; done < calls; done += 1) await call();
  return [((performance.now() - startedAt) * 1000) / calls];
}
