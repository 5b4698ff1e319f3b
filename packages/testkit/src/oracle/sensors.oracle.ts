import { startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { Device, Member } from '@atrium/domain/sites';
import type { TestReading } from '../readings/index.ts';
import { findKinds, hasLowHours, pricesAt, standingAt } from './costs.oracle.ts';
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
import { minute, type Part, parseSplit, type Watch, type World } from './world.oracle.ts';

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

/** Consumption in a run of minutes: of each part of it of which anything is known. */
type Counter = (run: Run) => readonly Consumed[];

/** Returns what counts the registers of a meter, or what a virtual meter is made of, while it counts for the part. */
function countersOf(
  world: World,
  { device, counts }: Watch,
  metric: string,
  wanted: WantedValues,
  worth: Worth,
): readonly Counter[] {
  if (device.members !== undefined) {
    if (!matches({ ...device.meter?.descriptors }, wanted)) return [];
    return [(run) => cutRun(run, (at) => counts(at)).flatMap((own) => countMembers(world, device, metric, worth, own))];
  }
  return registersOf(world, device, metric, wanted).map((one) => {
    const meter = readMeter(device, one, worth);
    return (run: Run) => cutRun(run, counts).flatMap((own) => consumed(meter, own) ?? []);
  });
}

/** Adds up the members of a virtual meter, over the minutes of which every one of them is known. */
function countMembers(world: World, device: Device, metric: string, worth: Worth, run: Run): readonly Consumed[] {
  const holds = (member: Member, at: number) => (member.validFrom ?? at) <= at && (member.validTo ?? at + 1) > at;
  const factor = findFactor(metric, worth, { ...device.meter?.descriptors });
  const parts = (device.members ?? []).map((member) => {
    const own = world.site.devices.find(({ id }) => id === member.deviceId) as Device;
    const meters = world.once(['member', own.id, metric], () =>
      registersOf(world, own, metric, {}).map((one) => readMeter(own, one, 'native')),
    );
    return { member, meters };
  });
  const at = (moment: number) => parts.filter(({ member }) => holds(member, moment));
  const isKnown = (moment: number) =>
    at(moment).every(
      ({ meters }) =>
        meters.length > 0 && meters.every((meter) => consumed(meter, { from: moment, to: moment + minute }) !== null),
    );
  const keyAt = (moment: number) =>
    isKnown(moment)
      ? at(moment)
          .map(({ member }) => `${member.deviceId} ${member.factor}`)
          .join()
      : '';
  return cutRun(run, keyAt).map((known) => {
    const counted = at(known.from).flatMap(({ member, meters }) =>
      meters.map((meter) => {
        const one = consumed(meter, known) as Consumed;
        return { amount: member.factor * (one.amount as number), partial: one.partial };
      }),
    );
    const sum = total(counted.map(({ amount }) => amount));
    return { amount: factor === null ? null : sum * factor, partial: counted.some(({ partial }) => partial) };
  });
}

/** Cuts a run of minutes where what `keyAt` returns changes, and leaves out the minutes of which it returns nothing. */
function cutRun({ from, to }: Run, keyAt: (at: number) => string | boolean): Run[] {
  const runs: { from: number; to: number; key: string | boolean }[] = [];
  for (let at = from; at < to; at += minute) {
    const key = keyAt(at);
    const last = runs.at(-1);
    if (key === '' || key === false) continue;
    if (last?.to === at && last.key === key) last.to = at + minute;
    else runs.push({ from: at, to: at + minute, key });
  }
  return runs;
}

export type Worth = 'native' | 'energy' | 'co2';

/** A register's consumption between two samples that count. */
interface Stretch {
  readonly from: number;
  /** Until then the register is below its highest value. */
  readonly rise: number;
  readonly to: number;
  readonly amount: number;
}

/** What a register says of its consumption. Nothing is sure after `sureUntil`. */
interface Register {
  readonly stretches: readonly Stretch[];
  readonly sureUntil: number;
  readonly gap: number;
  /** null if the conversion factor is unknown. */
  readonly factor: number | null;
}

/** A meter: its register, and for each minute with amounts the finest of them. */
interface Meter {
  readonly register: Register | null;
  readonly amounts: ReadonlyMap<number, TestReading>;
  readonly gap: number;
  readonly factor: number | null;
}

interface Consumed {
  readonly amount: number | null;
  readonly partial: boolean;
}

/**
 * Consumption of meters, or its sum since the change of day or over the requested range. A register is interpolated at
 * the ends of each interval. An unknown factor makes its interval partial.
 */
export const metered =
  (metric: string, worth: Worth, since: 'day' | 'range' | null): Measure =>
  (world, part, moments, wanted, asked) => {
    const { meters, counters } = world.once(['metered', metric, worth, part, wanted], () => {
      const found = world.within(part, metric);
      return { meters: found, counters: found.flatMap((watch) => countersOf(world, watch, metric, wanted, worth)) };
    });
    const consumedIn = (runs: readonly Run[]): Consumed[] =>
      counters.flatMap((count) => runs.flatMap(({ from, to }) => count({ from, to: Math.min(to, world.now) })));
    const countedBy = (moment: Moment): readonly Consumed[] =>
      consumedIn(since === null ? runsOf(moment) : runsSoFar(world, asked, moment, since === 'day'));
    const plain = measured(world, meters, 'sample', moments, (moment) => {
      const here = countedBy(moment).flatMap(({ amount }) => amount ?? []);
      return here.length === 0 ? null : { sum: total(here) };
    });
    const tellers = world.hanging(part).map(({ id }) => ({ device: id as number, metric }));
    const notTold = world.neverTold(tellers, Object.keys(wanted));
    return plain.map((one, index): Measured => {
      if (one.known === null) return { ...one, notTold };
      const isPartial = countedBy(moments[index] as Moment).some(({ partial, amount }) => partial || amount === null);
      return isPartial ? { ...one, partial: true, whole: false } : one;
    });
  };

/**
 * Cost of what meters count, by the tariffs of the site. Each run of minutes with the same prices counts at its price.
 * A whole site also pays its standing charges, for the minutes of which anything is known.
 */
export const costed =
  (metric: string): Measure =>
  (world, part, moments, wanted) => {
    const { site, now } = world;
    const found = world.within(part, metric);
    const meters = world.once(['costed', metric, part, wanted], () =>
      found.flatMap(({ device }) =>
        registersOf(world, device, metric, wanted).map((one) => {
          const meter = readMeter(device, one, 'native');
          const gap = hasLowHours(world, metric) ? Math.min(meter.gap, 120 * minute) : meter.gap;
          const register = meter.register === null ? null : { ...meter.register, gap };
          return { ...meter, gap, register, kinds: findKinds(metric, { ...device.meter?.descriptors }) };
        }),
      ),
    );
    const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0);
    const isWhole =
      tops.every(({ id }) => part.zones.includes(id)) &&
      part.devices === null &&
      part.passages === null &&
      Object.keys(wanted).length === 0;
    const cost = (moment: Moment) => {
      const parts = cutAtPrices(world, metric, runsOf(moment)).flatMap((run) => {
        const prices = pricesAt(world, metric, run.from);
        const counted = meters.flatMap((meter) => {
          const used = consumed(meter, { from: run.from, to: Math.min(run.to, now) });
          const price = meter.kinds.map((kind) => prices.get(kind)).find((one) => one !== undefined);
          return used === null
            ? []
            : [{ ...used, amount: price === undefined ? null : (used.amount as number) * price }];
        });
        if (!isWhole || counted.every(({ amount }) => amount === null)) return counted;
        let standing = 0;
        for (let at = run.from; at < Math.min(run.to, now); at += minute) standing += standingAt(world, metric, at);
        return [...counted, { amount: standing, partial: false }];
      });
      return parts;
    };
    const plain = measured(world, found, 'sample', moments, (moment) => {
      const here = cost(moment).flatMap(({ amount }) => amount ?? []);
      return here.length === 0 ? null : { sum: total(here) };
    });
    const tellers = world.hanging(part).map(({ id }) => ({ device: id as number, metric }));
    const notTold = world.neverTold(tellers, Object.keys(wanted));
    return plain.map((one, index): Measured => {
      if (one.known === null) return { ...one, notTold };
      const isPartial = cost(moments[index] as Moment).some(({ partial, amount }) => partial || amount === null);
      return isPartial ? { ...one, partial: true, whole: false } : one;
    });
  };

/** Cuts runs where any price changes. */
function cutAtPrices(world: World, metric: string, runs: readonly Run[]): Run[] {
  const keyAt = (at: number) => JSON.stringify([...pricesAt(world, metric, at)]);
  return runs.flatMap(({ from, to }) => {
    const cut: { from: number; to: number }[] = [];
    for (let at = from; at < Math.min(to, world.now); at += minute) {
      const last = cut.at(-1);
      if (last !== undefined && keyAt(last.from) === keyAt(at)) last.to = at + minute;
      else cut.push({ from: at, to: at + minute });
    }
    return cut;
  });
}

/** Consecutive minutes; `to` is exclusive. */
interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf({ minutes }: Moment): Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const at of minutes) {
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + minute;
    else runs.push({ from: at, to: at + minute });
  }
  return runs;
}

/** Returns the requested runs up to the end of the moment; of a day also the time before and between them. */
function runsSoFar({ site, now }: World, asked: readonly Moment[], { minutes }: Moment, ofDay: boolean): Run[] {
  const last = minutes.findLast((at) => at < now);
  if (last === undefined) return [];
  const end = last + minute;
  const runs = asked.flatMap(runsOf).filter(({ from }) => from < end);
  if (!ofDay) return runs.map(({ from, to }) => ({ from, to: Math.min(to, end) }));
  const begin = startOfSiteDay(site, toSiteDay(site, last));
  const edges = [begin, end, ...runs.flatMap(({ from, to }) => [from, to])].filter((at) => at >= begin && at <= end);
  const sorted = [...new Set(edges)].sort((left, right) => left - right);
  return sorted.slice(1).map((to, index) => ({ from: sorted[index] as number, to }));
}

function registersOf(world: World, device: Device, metric: string, wanted: WantedValues): TestReading[][] {
  const own = world.readings.filter((one) => one.device === device.id && one.metric === metric);
  const told = own.filter((one) => matches({ ...device.meter?.descriptors, ...parseSplit(one) }, wanted));
  return [...Map.groupBy(told, (one) => withoutKind(one)).values()];
}

/** Consumption of a register in a run of minutes; null if none is known. */
function consumedByRegister({ stretches, sureUntil, gap, factor }: Register, { from, to }: Run): Consumed | null {
  let [amount, isKnown, partial] = [0, false, to > sureUntil];
  for (const stretch of stretches) {
    const [begin, end] = [Math.max(from, stretch.from), Math.min(to, stretch.to)];
    if (begin >= end) continue;
    const isCut = stretch.from < from || stretch.to > to;
    const length = stretch.to - stretch.from;
    if (isCut && length > gap) partial = true;
    if (isCut && length > 32 * 24 * 60 * minute) continue;
    isKnown = true;
    const rising = Math.max(0, end - Math.max(begin, stretch.rise));
    if (stretch.amount > 0) amount += (stretch.amount * rising) / (stretch.to - stretch.rise);
  }
  if (!isKnown) return null;
  return { amount: factor === null ? null : amount * factor, partial };
}

const withoutKind = ({ descriptors = '' }: TestReading) =>
  descriptors
    .split(';')
    .filter((part) => part !== 'kind=amount')
    .join(';');

function readMeter(device: Device, readings: readonly TestReading[], worth: Worth): Meter {
  const [amounts, stands] = [true, false].map((isAmount) =>
    readings.filter((one) => (parseSplit(one).kind === 'amount') === isAmount),
  ) as [TestReading[], TestReading[]];
  const byMinute = new Map<number, TestReading>();
  for (const one of amounts)
    for (let at = one.at; at < endOf(one); at += minute) {
      const before = byMinute.get(at);
      if (before === undefined || endOf(one) - one.at <= endOf(before) - before.at) byMinute.set(at, one);
    }
  return {
    register: stands.length === 0 ? null : readStands(device, stands, worth),
    amounts: byMinute,
    gap: 2000 * device.interval,
    factor: findFactor(readings[0]?.metric ?? '', worth, { ...device.meter?.descriptors }),
  };
}

const endOf = ({ at, interval = 300 }: TestReading) => at + interval * 1000;

/**
 * Consumption of a meter in a run of minutes; null if none is known. Minutes without amounts count by the register, and
 * make the run partial where nothing is known of them.
 */
function consumed({ register, amounts, gap, factor }: Meter, { from, to }: Run): Consumed | null {
  const without: Run[] = [];
  let [amount, partial, begin] = [0, false, from];
  for (let at = from; at < to; at += minute) {
    const one = amounts.get(at);
    if (one === undefined) continue;
    amount += (one.value * minute) / (endOf(one) - one.at);
    if ((one.at < from || endOf(one) > to) && endOf(one) - one.at > gap) partial = true;
    if (begin < at) without.push({ from: begin, to: at });
    begin = at + minute;
  }
  const isWithAmounts = begin > from || amounts.has(from);
  if (begin < to) without.push({ from: begin, to });
  const rest = without.map((run) => (register === null ? null : consumedByRegister(register, run)));
  const known = rest.filter((one) => one !== null);
  if (!isWithAmounts) return known[0] ?? null;
  return {
    amount: factor === null ? null : amount * factor + total(known.map((one) => one.amount ?? 0)),
    partial: partial || known.length < rest.length || known.some((one) => one.partial),
  };
}

const fullDay = 24 * 60 * minute;

/** Reads a register sample by sample, and looks ahead at every fall. */
function readStands(device: Device, stands: readonly TestReading[], worth: Worth): Register {
  const rollover = device.meter?.rollover ?? Number.POSITIVE_INFINITY;
  const factor = findFactor(stands[0]?.metric ?? '', worth, { ...device.meter?.descriptors });
  const stretches: Stretch[] = [];
  const [first, ...ahead] = stands as [TestReading, ...TestReading[]];
  let before = first;
  let counted = before.value;
  let sureUntil = Number.POSITIVE_INFINITY;
  /** Since when the register has been below what it counted, and the sample before. */
  let below: { readonly since: number; readonly after: number } | null = null;
  while (ahead.length > 0) {
    const stand = ahead[0] as TestReading;
    const isWrap = before.value - stand.value > rollover / 2;
    const isDeep = !isWrap && stand.value < before.value / 2;
    const isReset = isDeep && stand.value < before.value / 10;
    const rise = ahead.findIndex((one, index) => index > 0 && one.value > (ahead[index - 1] as TestReading).value);
    const sure = ahead.findIndex(
      (one, index) =>
        (index > 0 && one.at - stand.at >= fullDay) ||
        (index > 1 &&
          one.value >= (ahead[index - 1] as TestReading).value &&
          (ahead[index - 1] as TestReading).value >= (ahead[index - 2] as TestReading).value),
    );
    const isBackAgain = isDeep && rise >= 0 && (ahead[rise] as TestReading).value >= 0.9 * before.value;
    if (isBackAgain && (isReset || sure < 0 || rise <= sure)) {
      ahead.splice(0, rise);
      continue;
    }
    ahead.shift();
    if (isReset && rise < 0) sureUntil = Math.min(sureUntil, before.at);
    const isNew = isReset || (isDeep && sure >= 0);
    const isBelow = !isWrap && !isNew && stand.value < counted;
    const from = isReset ? 0 : isWrap ? counted - rollover : counted;
    const amount = isBelow || (isNew && !isReset) ? 0 : Math.max(0, stand.value - from);
    const isPassing = !isNew && !isWrap && !isBelow && before.value < counted;
    const passed = isPassing ? (counted - before.value) / (stand.value - before.value) : 0;
    stretches.push({ from: before.at, rise: before.at + passed * (stand.at - before.at), to: stand.at, amount });
    if (isBelow) below ??= { since: stand.at, after: before.at };
    if (!isBelow || (below !== null && stand.at - below.since >= fullDay)) [counted, below] = [stand.value, null];
    before = stand;
  }
  if (below !== null) sureUntil = Math.min(sureUntil, below.after);
  return { stretches, sureUntil, gap: 2000 * device.interval, factor };
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
