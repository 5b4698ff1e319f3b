/** Bounds of a cache. */
export interface CacheBounds {
  readonly entries?: number;
  /** Sum of the sizes of all values. */
  readonly size: number;
  /** Largest size of one value that is cached. */
  readonly largest?: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly generation: number;
  readonly size: number;
}

/**
 * Cache of values that depend on stored data. A value is valid while the generation of this data is the one it was read
 * at. Evicts the least recently used values.
 */
export class VersionedCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #bounds: Required<CacheBounds>;
  #size = 0;

  constructor({ entries = Number.POSITIVE_INFINITY, size, largest = size }: CacheBounds) {
    this.#bounds = { entries, size, largest };
  }

  /**
   * Returns a value of the current generation, which may depend on the value; undefined when there is none. Drops a
   * value of another generation.
   */
  find(key: string, currentOf: (value: Value) => number | null): Value | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#drop(key);
    if (currentOf(found.value) !== found.generation) return undefined;
    this.#entries.set(key, found);
    this.#size += found.size;
    return found.value;
  }

  /**
   * Call before a value is read. Returns a function that caches the value, unless a write was in progress or happened
   * in the meantime. `size`: number of values it holds.
   */
  keeper(key: string, current: () => number | null): (value: Value, size: number) => void {
    const generation = current();
    return (value, size) => {
      if (generation !== null && current() === generation) this.#put(key, value, generation, size);
    };
  }

  /** Returns the cached value of the current generation; otherwise loads and caches it. */
  async read<One extends Value>(
    key: string,
    current: () => number | null,
    load: () => Promise<One>,
    sizeOf: (value: One) => number,
  ): Promise<One> {
    const found = this.find(key, current);
    if (found !== undefined) return found as One;
    const keep = this.keeper(key, current);
    const value = await load();
    keep(value, sizeOf(value));
    return value;
  }

  #put(key: string, value: Value, generation: number, size: number): void {
    this.#drop(key);
    if (size > this.#bounds.largest) return;
    this.#entries.set(key, { value, generation, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#size <= this.#bounds.size) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
