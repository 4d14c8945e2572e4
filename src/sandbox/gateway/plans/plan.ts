/** A queue of plans for the next calls or notifications. */
export class Plan<T extends { times?: number | undefined }> {
  readonly #onChange: () => void;
  #items: T[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The remaining plans, next first. */
  get items(): readonly Readonly<T>[] {
    return this.#items;
  }

  /** @throws RangeError for a count below 1. The message begins with the method's name. */
  add(method: string, item: T): void {
    const { times = 1 } = item;
    if (!Number.isSafeInteger(times) || times < 1) {
      throw new RangeError(`${method}: times must be an integer, 1 or more`);
    }
    this.#items.push({ ...item, times });
    this.#onChange();
  }

  cancel(): void {
    this.#items = [];
    this.#onChange();
  }

  /** Takes the next plan if it fits this call or notification. */
  take(fits: (item: T) => boolean = () => true): T | undefined {
    const [item] = this.#items;
    if (item === undefined || !fits(item)) return undefined;
    item.times = (item.times ?? 1) - 1;
    if (item.times < 1) this.#items.shift();
    this.#onChange();
    return item;
  }
}
