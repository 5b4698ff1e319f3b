import { createAxis } from '../series.ts';

/** A value axis: its ends at the bottom and top of the plot, and its ticks. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Returns a scale in three round steps: from 0 if 0 is meaningful (people, sums), else around the values. */
export function createScale(
  values: readonly number[],
  of: { readonly fromZero: boolean; readonly whole: boolean },
): Scale {
  const finite = values.filter(Number.isFinite);
  const high = Math.max(...finite, Number.NEGATIVE_INFINITY);
  const low = Math.min(...finite, Number.POSITIVE_INFINITY);
  if (finite.length === 0) return { min: 0, max: 3, ticks: [0, 1, 2, 3] };
  if (low >= 0 && (of.fromZero || low === high)) {
    const axis = createAxis(high, of.whole);
    return { min: 0, max: axis.max, ticks: axis.ticks };
  }
  return around(Math.min(low, of.fromZero ? 0 : low), Math.max(high, of.fromZero ? 0 : high));
}

/** Multiplies a scale by a factor. */
export function multiplyScale(times: number, { min, max, ticks }: Scale): Scale {
  return times === 1
    ? { min, max, ticks }
    : { min: min * times, max: max * times, ticks: ticks.map((tick) => tick * times) };
}

/** Returns three round steps that contain both ends. */
function around(low: number, high: number): Scale {
  const wanted = Math.max((high - low) / 3, Math.abs(high) * 1e-6, 1e-9);
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 2, 2.5, 5, 10, 20, 25, 50]) {
    const step = factor * power;
    const foot = Math.floor(low / step + 1e-9) * step;
    if (foot + 3 * step >= high - step * 1e-9) {
      const ticks = [0, 1, 2, 3].map((index) => Number((foot + index * step).toPrecision(12)));
      return { min: ticks[0] ?? low, max: ticks[3] ?? high, ticks };
    }
  }
  return { min: low, max: high, ticks: [low, high] };
}
