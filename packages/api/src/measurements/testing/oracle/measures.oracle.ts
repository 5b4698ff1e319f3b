import { dayOf, dayStart, type LocalDate } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { TestReading } from '../readings.ts';
import type { Moment } from './moments.oracle.ts';
import { type Count, type Kind, type Part, type Sold, splitOf, type Watch, type World } from './world.oracle.ts';

/** What is known of one base interval. */
export type Known =
  | { readonly sum: number }
  | { readonly values: readonly number[] }
  | { readonly byDevice: ReadonlyMap<number, readonly number[]> }
  | { readonly visitors: ReadonlySet<string> };

export interface Measured {
  readonly known: Known | null;
  readonly partial: boolean;
  readonly closed: boolean;
}

/** Of descriptors the asked values by key. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

export type Measure = (world: World, part: Part, moments: readonly Moment[], wanted: Wanted) => Measured[];

type Found = (moment: Moment, isHeard: boolean) => Known | null;

/** An interval is partial where somebody was silent in its minutes, or nothing is known of it. */
function measured(world: World, watches: readonly Watch[], kind: Kind, moments: readonly Moment[], find: Found) {
  return moments.map((moment): Measured => {
    const { owed, heard } = world.coverage(watches, moment.minutes, kind);
    const closed = moment.minutes.length === 0;
    const known = closed ? null : find(moment, heard > 0);
    return { known, partial: known === null || heard < owed, closed };
  });
}

/** A reading counts where the minute in which it begins is asked for. */
const within = <One extends { readonly at: number }>(list: readonly One[], { minutes }: Moment): One[] => {
  const asked = new Set(minutes);
  return list.filter(({ at }) => asked.has(at - (at % 60_000)));
};

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function counted(counts: readonly Count[], wanted: Wanted): Found {
  return (moment, isHeard) => {
    const here = within(counts, moment);
    if (here.length === 0 && !isHeard) return null;
    const told = here.filter(({ split }) => split !== null);
    if (told.length === 0 && here.some(({ people }) => people > 0)) return null;
    const matching = told.filter(({ split }) => matches(split ?? {}, wanted));
    return { sum: total(matching.map(({ people }) => people)) };
  };
}

function matches(split: Readonly<Record<string, string>>, wanted: Wanted): boolean {
  return Object.entries(wanted).every(([key, values]) => values.includes(split[key] ?? ''));
}

export const flow =
  (side: 'in' | 'out'): Measure =>
  (world, part, moments, wanted) => {
    const counts = world.crossings(part, side, Object.keys(wanted));
    return measured(world, world.counters(part, 'boundary'), 'flow', moments, counted(counts, wanted));
  };

export const passersBy: Measure = (world, part, moments, wanted) => {
  const counts = world.passersBy(part, Object.keys(wanted));
  return measured(world, world.counters(part, 'front'), 'flow', moments, counted(counts, wanted));
};

export const inside: Measure = (world, part, moments) => {
  const doors = world.counters(part, 'boundary');
  const steps = world.balance(part);
  return measured(world, doors, 'state', moments, ({ minutes }, isHeard) => {
    const heard = minutes.filter((at) => world.coverage(doors, [at], 'state').heard > 0);
    return isHeard ? { values: heard.map((at) => world.insideAt(steps, at)) } : null;
  });
};

/** Entries at instants before which the limit was reached. */
export const refusals: Measure = (world, part, moments) => {
  const doors = world.counters(part, 'boundary');
  const steps = world.balance(part);
  const refused = world.crossings(part, 'in', []).filter(({ at }) => {
    const since = world.resetBefore(at);
    const before = steps.findLast((step) => step.at < at && step.at >= since)?.inside ?? 0;
    const limit = limitAt(world, part.zones, at);
    return limit !== null && before >= limit && world.coverage(doors, [at], 'state').heard > 0;
  });
  return measured(world, doors, 'state', moments, (moment) => {
    const limited = moment.minutes.some(
      (at) => limitAt(world, part.zones, at) !== null && world.coverage(doors, [at], 'state').heard > 0,
    );
    return limited ? { sum: total(within(refused, moment).map(({ people }) => people)) } : null;
  });
};

/** How many people may be there, whether anybody is counted or not. */
export const limit: Measure = (world, part, moments) =>
  moments.map(({ minutes }): Measured => {
    const values = minutes.flatMap((at) => limitAt(world, part.zones, at) ?? []);
    return {
      known: values.length === 0 ? null : { values },
      partial: values.length === 0,
      closed: minutes.length === 0,
    };
  });

/** Of the whole site what the strictest of the day's events says; else of zones inside each other the outer one's. */
function limitAt(world: World, zones: readonly number[], at: number): number | null {
  const { site } = world;
  const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0);
  const day = dayOf(site, at);
  const events = site.eventLimits.filter(({ first, last }) => (first ?? day) <= day && day <= (last ?? day));
  if (events.length > 0 && tops.every(({ id }) => zones.includes(id)))
    return Math.min(...events.map((event) => event.limit));
  const outer = zones.filter((id) => !zones.some((other) => other !== id && world.isIn(id, [other])));
  const limits = outer.map((id) => site.zones.find((zone) => zone.id === id)?.limit ?? null);
  return limits.some((one) => one === null) ? null : total(limits.map((one) => one ?? 0));
}

/** What receipts add up to: known where there are any, and on open days that are all told. */
export const sold =
  (amount: (receipt: Sold) => number): Measure =>
  (world, part, moments) => {
    const { site, beside } = world;
    const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0);
    const isWhole = tops.every(({ id }) => part.zones.includes(id));
    const receipts = beside.receipts.map((receipt) => ({ ...receipt, at: receipt.soldAt }));
    const { spans } = site.openingHours;
    const isOpen = (day: LocalDate) =>
      spans.length === 0 || spans.some(({ begin }) => begin[0] === (new Date(`${day}T00:00Z`).getUTCDay() || 7));
    return moments.map((moment): Measured => {
      const closed = moment.minutes.length === 0;
      if (!isWhole) return { known: null, partial: true, closed };
      const days = moment.minutes.map((at) => dayOf(site, at)).filter(isOpen);
      const told = days.filter((day) => beside.soldDays.includes(day));
      const here = within(receipts, moment);
      const known = here.length > 0 || told.length > 0 ? { sum: total(here.map(amount)) } : null;
      return { known: closed ? null : known, partial: known === null || told.length < days.length, closed };
    });
  };

export const sampled =
  (metric: string): Measure =>
  (world, part, moments) => {
    const sensors = world.inside(part, 'atmosphere', metric);
    const readings = sent(world, sensors).filter((one) => one.metric === metric);
    return measured(world, sensors, 'sample', moments, (moment) => {
      const here = within(readings, moment);
      const grouped = Map.groupBy(here, ({ device }) => device);
      const byDevice = new Map([...grouped].map(([device, list]) => [device, list.map(({ value }) => value)]));
      return here.length === 0 ? null : { byDevice };
    });
  };

/** What cameras count themselves. */
export const camera =
  (amount: (reading: TestReading) => number): Measure =>
  (world, part, moments) => {
    const cameras = world.inside(part, 'camera', null);
    const readings = sent(world, cameras);
    return measured(world, cameras, 'flow', moments, (moment, isHeard) =>
      isHeard ? { sum: total(within(readings, moment).map(amount)) } : null,
    );
  };

export const visitors: Measure = (world, part, moments) => {
  const cameras = world.inside(part, 'camera', 'uniqueVisitors');
  const readings = sent(world, cameras).filter((one) => one.metric === 'uniqueVisitors');
  return measured(world, cameras, 'flow', moments, (moment, isHeard) =>
    isHeard ? { visitors: new Set(within(readings, moment).map(({ visitor }) => visitor ?? '')) } : null,
  );
};

export const queue: Measure = (world, part, moments) => {
  const cameras = world.inside(part, 'camera', null);
  const lines = cameras.map(({ device }) => ({
    device,
    readings: world.readings.filter((one) => one.device === device.id && one.metric === 'queueLength'),
  }));
  return measured(world, cameras, 'state', moments, ({ minutes }) => {
    const values = minutes.flatMap((at) => {
      const today = dayStart(world.site, dayOf(world.site, at));
      const heard = lines.filter(({ device }) => !world.isSilent(device, at, 'state'));
      const last = heard.map((line) => line.readings.findLast((one) => one.at <= at && one.at >= today)?.value ?? 0);
      return heard.length === 0 ? [] : [total(last)];
    });
    return values.length === 0 ? null : { values };
  });
};

/** What meters counted between their samples. A difference over a gap makes its interval partial. */
export const metered: Measure = (world, part, moments, wanted) => {
  const meters = world.inside(part, 'meter', null);
  const steps = meters.flatMap(({ device }) =>
    registersOf(world, device, wanted).flatMap((stands) => stepsOf(device, stands)),
  );
  const plain = measured(world, meters, 'sample', moments, (moment) => {
    const here = within(steps, moment);
    return here.length === 0 ? null : { sum: total(here.map(({ amount }) => amount)) };
  });
  return plain.map((one, index) => ({
    ...one,
    partial: one.partial || within(steps, moments[index] as Moment).some(({ gap }) => gap),
  }));
};

function registersOf(world: World, device: Device, wanted: Wanted): TestReading[][] {
  const own = world.readings.filter((one) => one.device === device.id);
  const told = own.filter((one) => matches({ ...device.meter?.descriptors, ...splitOf(one) }, wanted));
  return [...Map.groupBy(told, (one) => one.descriptors ?? '').values()];
}

function stepsOf(device: Device, stands: readonly TestReading[]) {
  const rollover = device.meter?.rollover ?? null;
  return stands.slice(1).map((stand, index) => {
    const before = stands[index] as TestReading;
    const wrapped = stand.value - before.value + (rollover ?? 0);
    const wraps = rollover !== null && wrapped < rollover / 2;
    const fallen = wraps ? wrapped : stand.value;
    const amount = stand.value < before.value ? fallen : stand.value - before.value;
    return { at: stand.at, amount, gap: stand.at - before.at > 2000 * device.interval };
  });
}

function sent(world: World, watches: readonly Watch[]): readonly TestReading[] {
  const ids = new Set<number>(watches.map(({ device }) => device.id));
  return world.readings.filter((one) => ids.has(one.device));
}
