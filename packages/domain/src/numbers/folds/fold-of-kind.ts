import { roundNoise } from '../../core/index.ts';
import { percentiles, type ValueAggregation } from '../metrics/index.ts';
import { distinct } from './distinct.ts';
import type {
  FlowMeasure,
  KindFold,
  Measure,
  MeasureKind,
  SampleMeasure,
  SampleStats,
  StateMeasure,
  StatusMeasure,
  WeightedValues,
} from './measure.ts';
import { type Counted, computeWeightedQuantile, foldValues } from './quantile.ts';

/** From this many values on, an array indexed by value is faster than a map. */
const manyValues = 300;
/** Maximum CO2 value that sensors report. */
const highestWhole = 10_000;

type Occurrences = Pick<SampleStats, 'values' | 'weights'>;

/** Returns how often each value occurs in all parts. */
function countSamples(parts: readonly Occurrences[]): Counted {
  return countWhole(parts) ?? countAny(parts);
}

/**
 * Counts integers, as ppm, lux and percent usually are; an array takes a fifth of a map's time. Null for other values.
 */
function countWhole(parts: readonly Occurrences[]): Counted | null {
  if (parts.reduce((sum, { values }) => sum + values.length, 0) < manyValues) return null;
  const weightOf = new Float64Array(highestWhole + 1);
  for (const { values, weights } of parts)
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      if (!(Number.isInteger(value) && value >= 0 && value <= highestWhole)) return null;
      weightOf[value] = (weightOf[value] as number) + (weights?.[index] ?? 1);
    }
  const counted = { values: [] as number[], weights: [] as number[] };
  for (let value = 0; value <= highestWhole; value++) {
    const weight = weightOf[value] as number;
    if (weight === 0) continue;
    counted.values.push(value);
    counted.weights.push(weight);
  }
  return counted;
}

function countAny(parts: readonly Occurrences[]): Counted {
  const weightOf = new Map<number, number>();
  for (const { values, weights } of parts)
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      weightOf.set(value, (weightOf.get(value) ?? 0) + (weights?.[index] ?? 1));
    }
  const values = [...weightOf.keys()].sort((left, right) => left - right);
  return { values, weights: values.map((value) => weightOf.get(value) as number) };
}

const flow: KindFold<FlowMeasure> = {
  // Sums without creating an array, because this runs once per interval: a year of many sites has very many hours.
  together: (parts) => ({ kind: 'flow', sum: parts.reduce((sum, part) => sum + part.sum, 0), ...joinReadings(parts) }),
  usual: (parts) => ({ kind: 'flow', sum: foldValues.AVERAGE(parts.map((part) => part.sum)), ...joinReadings(parts) }),
  overTime: (parts, aggregation) => foldValues[aggregation](parts.map((part) => part.sum)),
};

function joinReadings(parts: readonly FlowMeasure[]): Pick<FlowMeasure, 'readings'> {
  if (parts.every(({ readings }) => readings === undefined)) return {};
  const found = parts.flatMap(({ readings }) => readings ?? []);
  return {
    readings: { values: found.flatMap(({ values }) => values), weights: found.flatMap(({ weights }) => weights) },
  };
}

/** Returns a percentile of weighted readings; null without any. */
export function computeReadingsQuantile(parts: readonly WeightedValues[], share: number): number | null {
  const counted = countSamples(parts);
  return counted.values.length === 0 ? null : computeWeightedQuantile(counted, share);
}

const state: KindFold<StateMeasure> = {
  // People of disjoint zones add up, and so do their means. Extremes add up too, as the best estimate without their
  // times.
  together: (parts) => {
    const time = foldValues.MAX(parts.map((part) => part.time));
    const sum = (pick: (part: StateMeasure) => number) => foldValues.SUM(parts.map(pick));
    return {
      kind: 'state',
      integral: sum((part) => (part.integral / part.time) * time),
      time,
      min: sum((part) => part.min),
      max: sum((part) => part.max),
      first: sum((part) => part.first),
      last: sum((part) => part.last),
      ...aboveOf(parts, foldValues.SUM),
    };
  },
  usual: (parts) => {
    const mean = (pick: (part: StateMeasure) => number) => foldValues.AVERAGE(parts.map(pick));
    return {
      kind: 'state',
      integral: foldValues.SUM(parts.map((part) => part.integral)),
      time: foldValues.SUM(parts.map((part) => part.time)),
      min: mean((part) => part.min),
      max: mean((part) => part.max),
      first: mean((part) => part.first),
      last: mean((part) => part.last),
      ...aboveOf(parts, foldValues.AVERAGE),
    };
  },
  overTime: (parts, aggregation) => stateOverTime[aggregation]?.(parts) ?? null,
};

/** Merges the parts that were ever above 0. */
function aboveOf(
  parts: readonly StateMeasure[],
  join: (values: readonly number[]) => number,
): Pick<StateMeasure, 'above'> {
  if (parts.some((part) => part.above === undefined)) return {};
  const found = parts.flatMap(({ above }) => above ?? []);
  const of = (pick: (one: (typeof found)[number]) => number) => join(found.map(pick));
  if (found.length === 0) return { above: null };
  return { above: { min: of((one) => one.min), first: of((one) => one.first), last: of((one) => one.last) } };
}

const stateOverTime: Partial<Record<ValueAggregation, (parts: readonly StateMeasure[]) => number>> = {
  AVERAGE: (parts) =>
    foldValues.SUM(parts.map((part) => part.integral)) / foldValues.SUM(parts.map((part) => part.time)),
  MIN: (parts) => foldValues.MIN(parts.map((part) => part.min)),
  MAX: (parts) => foldValues.MAX(parts.map((part) => part.max)),
  FIRST: (parts) => foldValues.FIRST(parts.map((part) => part.first)),
  LAST: (parts) => foldValues.LAST(parts.map((part) => part.last)),
};

const sample: KindFold<SampleMeasure> = {
  together: joinSamples,
  usual: joinSamples,
  overTime: (parts, aggregation) => {
    const share = percentiles.get(aggregation);
    if (share === undefined) return sampleOverDevices[aggregation]?.(listDevices(joinSamples(parts))) ?? null;
    // Values are pooled across devices; merging per device would copy them again for each interval.
    return computeWeightedQuantile(countSamples(parts.flatMap((part) => [...part.devices.values()])), share);
  },
};

/** By id, since the order in which readings are found must not decide the last digits of a mean. */
const listDevices = ({ devices }: SampleMeasure): readonly SampleStats[] =>
  [...devices].toSorted(([left], [right]) => left - right).map(([, stats]) => stats);

/** Returns the mean of one device's samples, the same however its readings were added up. */
export const computeMean = ({ sum, count }: Pick<SampleStats, 'sum' | 'count'>): number => roundNoise(sum) / count;

const sampleOverDevices: Partial<Record<ValueAggregation, (devices: readonly SampleStats[]) => number>> = {
  AVERAGE: (devices) => foldValues.AVERAGE(devices.map(computeMean)),
  MIN: (devices) => foldValues.MIN(devices.map((device) => device.min)),
  MAX: (devices) => foldValues.MAX(devices.map((device) => device.max)),
  FIRST: (devices) => foldValues.AVERAGE(devices.map((device) => device.first)),
  LAST: (devices) => foldValues.AVERAGE(devices.map((device) => device.last)),
  COUNT: (devices) => foldValues.SUM(devices.map((device) => device.count)),
};

/** Merges samples of several intervals or places, device by device. */
export function joinSamples(parts: readonly SampleMeasure[]): SampleMeasure {
  if (parts.length === 1) return parts[0] as SampleMeasure;
  const devices = new Map<number, SampleStats[]>();
  for (const part of parts) {
    for (const [device, stats] of part.devices) {
      const list = devices.get(device);
      if (list === undefined) devices.set(device, [stats]);
      else list.push(stats);
    }
  }
  return { kind: 'sample', devices: new Map([...devices].map(([device, list]) => [device, joinStats(list)])) };
}

/** Merges samples of one device from several intervals, at least one. */
export function joinStats(parts: readonly SampleStats[]): SampleStats {
  const [first] = parts as readonly [SampleStats];
  if (parts.length === 1) return first;
  let { sum, count, min, max } = first;
  let [early, late] = [first, first];
  for (const part of parts.slice(1)) {
    sum += part.sum;
    count += part.count;
    min = Math.min(min, part.min);
    max = Math.max(max, part.max);
    if (!(early.firstAt <= part.firstAt)) early = part;
    if (!(late.lastAt > part.lastAt)) late = part;
  }
  return {
    sum,
    count,
    min,
    max,
    first: early.first,
    firstAt: early.firstAt,
    last: late.last,
    lastAt: late.lastAt,
    ...joinValues(parts),
  };
}

/** Plain loops for speed: a year has tens of thousands of samples. */
function joinValues(parts: readonly SampleStats[]): Pick<SampleStats, 'values' | 'weights'> {
  const values: number[] = [];
  for (const part of parts) for (const value of part.values) values.push(value);
  if (parts.every(({ weights }) => weights === undefined)) return { values };
  const weights: number[] = [];
  for (const part of parts)
    for (let index = 0; index < part.values.length; index++) weights.push(part.weights?.[index] ?? 1);
  return { values, weights };
}

const status: KindFold<StatusMeasure> = {
  together: worstStatus,
  usual: worstStatus,
  overTime: (parts, aggregation) => statusOverTime[aggregation]?.(parts) ?? null,
};

const statusOverTime: Partial<Record<ValueAggregation, (parts: readonly StatusMeasure[]) => number>> = {
  MAX: (parts) => foldValues.MAX(parts.map((part) => part.worst)),
  MIN: (parts) => foldValues.MIN(parts.map((part) => part.best)),
  FIRST: (parts) => foldValues.FIRST(parts.map((part) => part.first)),
  LAST: (parts) => foldValues.LAST(parts.map((part) => part.last)),
};

/** The worst of several devices counts. */
function worstStatus(parts: readonly StatusMeasure[]): StatusMeasure {
  const worst = (pick: (part: StatusMeasure) => number) => foldValues.MAX(parts.map(pick));
  return {
    kind: 'status',
    worst: worst((part) => part.worst),
    best: worst((part) => part.best),
    first: worst((part) => part.first),
    last: worst((part) => part.last),
  };
}

const folds: { readonly [Kind in MeasureKind]: KindFold<Extract<Measure, { kind: Kind }>> } = {
  flow,
  state,
  sample,
  distinct,
  status,
};

/** Returns the fold of a kind. All its measures must be of that kind. */
export function getFold(kind: MeasureKind): KindFold<Measure> {
  return folds[kind] as unknown as KindFold<Measure>;
}
