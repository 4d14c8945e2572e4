/** The limit of a contender's median: a multiple of another's. */
interface Target {
  readonly who: string;
  readonly times: number;
  readonly of: string;
}

/** One measurement: the values of each contender, one per round. */
export interface Group {
  readonly title: string;
  readonly rows: Readonly<Record<string, readonly number[]>>;
  readonly targets?: readonly Target[];
}

/** Rounds whose results are ignored, since the engine has not compiled the code yet. */
const WARM_UP = 3;

/**
 * Measures contenders in turn, so that other load on the machine affects all of them alike. Each round has another
 * order, because a measurement also pays for the garbage of the one before it. A measurement can return several
 * numbers, such as CPU and wall time.
 *
 * @returns for each of these numbers, the values by contender.
 */
export async function inTurn(
  contenders: Readonly<Record<string, () => Promise<readonly number[]>>>,
  rounds: number,
  warmUp = WARM_UP,
): Promise<Record<string, number[]>[]> {
  const entries = Object.entries(contenders);
  const results: Record<string, number[]>[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, measure] of shuffled(entries)) {
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

/** A copy in a random order. */
function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Microseconds of CPU per call, over many sequential calls. */
export async function microseconds(call: () => unknown, calls: number): Promise<readonly number[]> {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / calls];
}
