import { startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { TestReading } from '../readings/index.ts';
import {
  type Measure,
  type Measured,
  matches,
  measured,
  sent,
  total,
  type WantedValues,
  within,
} from './measures.oracle.ts';
import type { Moment } from './moments.oracle.ts';
import { minute, type Part, parseSplit, type World } from './world.oracle.ts';

export const sampled =
  (metric: string): Measure =>
  (world, part, moments) => {
    const { sensors, readings } = world.once(['samples', metric, part], () => {
      const found = world.within(part, metric);
      return { sensors: found, readings: sent(world, found, metric) };
    });
    return measured(world, sensors, 'sample', moments, (moment) => {
      const byDevice = valuesByDevice(within(readings, moment));
      return byDevice.size === 0 ? null : { byDevice };
    });
  };

/** Status codes reported by the devices in and around the part. */
export const statuses: Measure = (world, part, moments) => {
  const { devices, readings } = world.once(['statuses', part], () => {
    const found = world.about(part, 'deviceStatus');
    return { devices: found, readings: sent(world, found, 'deviceStatus') };
  });
  return measured(world, devices, 'sample', moments, (moment) => {
    const codes = valuesByDevice(within(readings, moment));
    return codes.size === 0 ? null : { codes };
  });
};

function valuesByDevice(readings: readonly TestReading[]): ReadonlyMap<number, readonly number[]> {
  const grouped = Map.groupBy(readings, ({ device }) => device);
  return new Map([...grouped].map(([device, list]) => [device, list.map(({ value }) => value)]));
}

export type Worth = 'native' | 'energy' | 'co2';

interface Difference {
  readonly at: number;
  /** null if the conversion factor is unknown. */
  readonly amount: number | null;
  readonly gap: boolean;
}

/**
 * Consumption between a meter's samples, or its sum since the change of day or over the requested range. A difference
 * across a gap, or one with unknown factor, makes its interval partial.
 */
export const metered =
  (metric: string, worth: Worth, since: 'day' | 'range' | null): Measure =>
  (world, part, moments, wanted, asked) => {
    const { meters, steps } = world.once(['metered', metric, worth, part, wanted], () => {
      const found = world.within(part, metric);
      const differences = found.flatMap(({ device }) =>
        registersOf(world, device, metric, wanted).flatMap((one) => computeDifferences(device, one, worth)),
      );
      return { meters: found, steps: differences.sort((left, right) => left.at - right.at) };
    });
    const minutes = new Set(since === 'range' ? asked.flatMap((moment) => moment.minutes) : []);
    const all = since === 'range' ? steps.filter(({ at }) => minutes.has(at - (at % minute))) : steps;
    const countedBy = (moment: Moment): readonly Difference[] =>
      since === null ? within(steps, moment) : selectSoFar(world, all, moment, since === 'day');
    const plain = measured(world, meters, 'sample', moments, (moment) => {
      const here = countedBy(moment).flatMap(({ amount }) => amount ?? []);
      return here.length === 0 ? null : { sum: total(here) };
    });
    const tellers = world.hanging(part).map(({ id }) => ({ device: id as number, metric }));
    const notTold = world.neverTold(tellers, Object.keys(wanted));
    return plain.map((one, index): Measured => {
      if (one.known === null) return { ...one, notTold };
      const isPartial = countedBy(moments[index] as Moment).some(({ gap, amount }) => gap || amount === null);
      return isPartial ? { ...one, partial: true, whole: false } : one;
    });
  };

/** Returns the differences up to the end of the moment: all, or those since the change of day. */
function selectSoFar(
  { site, now }: World,
  steps: readonly Difference[],
  { minutes }: Moment,
  ofDay: boolean,
): readonly Difference[] {
  const last = minutes.findLast((at) => at < now);
  if (last === undefined) return [];
  const past = steps.filter(({ at }) => at < last + minute);
  const today = ofDay ? startOfSiteDay(site, toSiteDay(site, last)) : 0;
  return past.filter(({ at }) => at >= today);
}

function registersOf(world: World, device: Device, metric: string, wanted: WantedValues): TestReading[][] {
  const own = world.readings.filter((one) => one.device === device.id && one.metric === metric);
  const told = own.filter((one) => matches({ ...device.meter?.descriptors, ...parseSplit(one) }, wanted));
  return [...Map.groupBy(told, (one) => one.descriptors ?? '').values()];
}

function computeDifferences(device: Device, stands: readonly TestReading[], worth: Worth): Difference[] {
  const rollover = device.meter?.rollover ?? Number.POSITIVE_INFINITY;
  const factor = findFactor(stands[0]?.metric ?? '', worth, { ...device.meter?.descriptors });
  let counted = stands[0]?.value ?? 0;
  let fallen: number | null = null;
  return stands.slice(1).map((stand, index) => {
    const before = stands[index] as TestReading;
    const isLess = stand.value < before.value;
    const isWrap = isLess && before.value - stand.value > rollover / 2;
    const isReset = isLess && !isWrap && stand.value < before.value / 10;
    // A register below its counted total counts nothing; one day after the drop it is trusted again.
    const isBack = !isWrap && !isReset && stand.value < counted;
    const from = isReset ? 0 : isWrap ? counted - rollover : counted;
    const amount = isBack ? 0 : Math.max(0, stand.value - from);
    if (isBack) fallen ??= stand.at;
    const isBelieved = !isBack || (fallen !== null && stand.at - fallen >= 24 * 60 * minute);
    if (isBelieved) [counted, fallen] = [stand.value, null];
    const gap = stand.at - before.at > 2000 * device.interval;
    return { at: stand.at, amount: factor === null ? null : amount * factor, gap: gap || isBack };
  });
}

const kwhPerCubicMetre: Readonly<Record<string, number>> = { gas: 10.3, oil: 9960, wood: 1600, coal: 6500 };
const kgPerKwh: Readonly<Record<string, number>> = { gas: 0.202, oil: 0.266, wood: 0.023, coal: 0.34 };

/** Returns MJ or kg CO2 per unit with default settings; null if unknown. */
function findFactor(metric: string, worth: Worth, told: Readonly<Record<string, string>>): number | null {
  if (worth === 'native') return 1;
  if (metric.startsWith('electricity')) return worth === 'energy' ? 3.6 : 0.128;
  if (metric.startsWith('heat')) return worth === 'energy' ? 3.6 : 0.28;
  if (metric.startsWith('water')) {
    if (worth === 'co2') return 0.35;
    return told.waterTemperature === 'hot' ? 58.1 * 3.6 : told.waterTemperature === 'cold' ? 0 : null;
  }
  const kwh = kwhPerCubicMetre[told.combustibleType ?? ''];
  const kg = kgPerKwh[told.combustibleType ?? ''];
  return kwh === undefined || kg === undefined ? null : worth === 'energy' ? kwh * 3.6 : kwh * kg;
}

/** Area of the part, m²; known for every interval or for none. */
export function measureArea(area: (world: World, part: Part) => number | null): Measure {
  return (world, part, moments) =>
    moments.map(({ minutes }) => {
      const square = area(world, part);
      return {
        known: square === null ? null : { sum: square },
        partial: square === null,
        closed: minutes.length === 0,
        whole: square !== null,
        there: minutes.length > 0,
      };
    });
}
