import type { Instant } from '@atrium/domain/core';
import { readRegister } from '@atrium/domain/numbers';

/** Consumption that the values of a meter's metric would give, read in both ways. */
export interface MeterPreview {
  readonly metric: string;
  /** If each value is the amount of its interval. */
  readonly amounts: number;
  /** If each value is the state of a register. */
  readonly register: number;
}

/** Maximum values compared; 16 bytes each. */
const maxValues = 2_000_000;

interface Values {
  readonly metric: string;
  readonly byTime: Map<Instant, number>;
}

/** Compares the two readings of a file's meter values, so that whoever imports it can say which is right. */
export class MeterPreviews {
  readonly #series = new Map<string, Values>();
  #size = 0;

  add(serial: string, metric: string, at: Instant, value: number): void {
    if (this.#size >= maxValues) return;
    const key = `${metric} ${serial}`;
    const series = this.#series.get(key) ?? { metric, byTime: new Map<Instant, number>() };
    this.#series.set(key, series);
    series.byTime.set(at, value);
    this.#size += 1;
  }

  /** Returns the totals of each metric over all devices; none when the file has too many values to compare. */
  compare(): readonly MeterPreview[] {
    if (this.#size >= maxValues) return [];
    const byMetric = Map.groupBy(this.#series.values(), ({ metric }) => metric);
    return [...byMetric].map(([metric, all]) => {
      let [amounts, register] = [0, 0];
      for (const { byTime } of all) {
        const inOrder = [...byTime].sort(([left], [right]) => left - right);
        const times = inOrder.map(([at]) => at);
        const values = inOrder.map(([, value]) => value);
        amounts += values.reduce((sum, value) => sum + value, 0);
        register += readRegister({ times, values }, 0).totals.at(-1) ?? 0;
      }
      return { metric, amounts, register };
    });
  }
}

const written = new Intl.NumberFormat('en', { maximumFractionDigits: 3, useGrouping: false });

/** Describes both totals for the command line. */
export const describePreviews = (previews: readonly MeterPreview[]): string =>
  previews
    .map(
      ({ metric, amounts, register }) =>
        `${metric} is ${written.format(amounts)} as amounts of intervals, ${written.format(register)} as a register`,
    )
    .join('; ');
