/** Descriptors and interval of readings; distinguishes those of one instant. */
export interface ReadingKind {
  /** Seconds; 0 for an instant. */
  readonly interval: number;
  readonly descriptors: string;
  /** Descriptor names: `gender;groupSize`. */
  readonly keys: string;
}

/** Bytes of a reading (time, value, kind), and of a weight other than 1. */
const perReading = 14;
const perWeight = 8;
/** Byte overhead of a line. */
const perLine = 600;
const minCapacity = 8;

/** One device's readings of one metric as columns, in order of time. Times are ms from the base instant of the site. */
export class ReadingSeries {
  size = 0;
  times = new Int32Array(minCapacity);
  values = new Float64Array(minCapacity);
  kinds = new Uint16Array(minCapacity);
  /** Null while every reading has weight 1. */
  weights: Float64Array | null = null;

  get bytes(): number {
    return perLine + this.times.length * (perReading + (this.weights === null ? 0 : perWeight));
  }

  /** Returns the position of the first reading at that time or later. */
  placeOf(time: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  weightAt(place: number): number {
    return this.weights?.[place] ?? 1;
  }

  /** Adds a reading. The last one with the same time and descriptors counts. `kinds` resolves kind numbers. */
  put(time: number, kind: number, value: number, weight: number, kinds: readonly ReadingKind[]): void {
    let place = this.size;
    if (place > 0 && time <= (this.times[place - 1] as number)) {
      const descriptors = kinds[kind]?.descriptors;
      for (place = this.placeOf(time); place < this.size && this.times[place] === time; place++)
        if (kinds[this.kinds[place] as number]?.descriptors === descriptors) {
          this.#set(place, time, kind, value, weight);
          return;
        }
    }
    this.#open(place);
    this.#set(place, time, kind, value, weight);
  }

  /** Reserves capacity for this many readings. */
  reserve(size: number): void {
    if (size > this.times.length) this.#resize(size);
  }

  /** Drops readings before the time. */
  forgetBefore(time: number): void {
    const place = this.placeOf(time);
    if (place === 0) return;
    this.size -= place;
    const capacity = Math.max(minCapacity, this.size);
    this.times = moved(new Int32Array(capacity), this.times.subarray(place, place + this.size));
    this.values = moved(new Float64Array(capacity), this.values.subarray(place, place + this.size));
    this.kinds = moved(new Uint16Array(capacity), this.kinds.subarray(place, place + this.size));
    if (this.weights !== null)
      this.weights = moved(new Float64Array(capacity), this.weights.subarray(place, place + this.size));
  }

  #set(place: number, time: number, kind: number, value: number, weight: number): void {
    this.times[place] = time;
    this.kinds[place] = kind;
    this.values[place] = value;
    if (weight !== 1) this.weights ??= new Float64Array(this.times.length).fill(1);
    if (this.weights !== null) this.weights[place] = weight;
  }

  #open(place: number): void {
    if (this.size === this.times.length) this.#resize(Math.ceil(this.size * 1.5));
    if (place < this.size)
      for (const column of [this.times, this.values, this.kinds, this.weights])
        column?.copyWithin(place + 1, place, this.size);
    this.size += 1;
  }

  #resize(capacity: number): void {
    this.times = moved(new Int32Array(capacity), this.times);
    this.values = moved(new Float64Array(capacity), this.values);
    this.kinds = moved(new Uint16Array(capacity), this.kinds);
    if (this.weights !== null) this.weights = moved(new Float64Array(capacity).fill(1), this.weights);
  }
}

function moved<Column extends Int32Array | Float64Array | Uint16Array>(to: Column, from: Column): Column {
  to.set(from);
  return to;
}
