/** Number of plans, whose ids are unique in all queues. */
let count = 0;

/** A queue of plans for the next calls, notifications or payments. */
export class Plan<T extends { times?: number | undefined }> {
  readonly #onChange: () => void;
  readonly #plans = new Map<number, T>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The remaining plans, next first. */
  get items(): readonly Readonly<T>[] {
    return [...this.#plans.values()];
  }

  /** The remaining plans with their ids, next first. */
  get entries(): readonly (readonly [id: number, item: Readonly<T>])[] {
    return [...this.#plans];
  }

  add(item: T): undefined {
    count += 1;
    this.#plans.set(count, { ...item });
    this.#onChange();
  }

  /** Cancels all plans. */
  cancel(): void {
    this.#plans.clear();
    this.#onChange();
  }

  /** Cancels a plan. Returns false if it has ended. */
  cancelOne(id: number): boolean {
    const isCanceled = this.#plans.delete(id);
    if (isCanceled) this.#onChange();
    return isCanceled;
  }

  /** Takes the next plan if it fits this call or notification. */
  take(fits: (item: T) => boolean = () => true): T | undefined {
    const [next] = this.#plans;
    if (next === undefined) return undefined;
    const [id, item] = next;
    if (!fits(item)) return undefined;
    item.times = (item.times ?? 1) - 1;
    if (item.times < 1) this.#plans.delete(id);
    this.#onChange();
    return item;
  }
}
